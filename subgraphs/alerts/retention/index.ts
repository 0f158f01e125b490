export { removeOutdatedAlerts, retentionJob } from './service.js';
