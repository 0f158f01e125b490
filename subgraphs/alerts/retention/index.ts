export { retentionJob } from './service.js';
