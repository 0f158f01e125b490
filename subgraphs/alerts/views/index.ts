export { AlertViewResolver } from './resolver.js';
