export { AlertConnectionResolver, MetricsResolver } from './resolver.js';
