export { serveDns } from './service/serve.js';
