export { CheckInAlarms } from './service/alarms.js';
export { activeControllers, type CheckInDependencies, checkLicense } from './service/check-license.js';
export { busiestSources, rateLimit } from './service/rate.js';
export { listRejections, sweepRejectionsJob } from './service/rejections.js';
export { createCheckInWrites } from './service/writes.js';
