export { backtestResolvers } from './resolver.js';
export { backtestJobs } from './service/run-backtests.js';
