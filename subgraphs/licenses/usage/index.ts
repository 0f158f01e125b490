export { insertMachineFile } from './repository/log.js';
export { UsageTree } from './rules.js';
export { usageCheckIns } from './service/check-ins.js';
export { appendUsageJob } from './service/job.js';
export { listUsage } from './service/list-usage.js';
export {
  proveConsistency,
  proveInclusion,
  signedUsageHead,
  signedUsageHeadOrNull,
  usageEntries,
  usageHead,
} from './service/log.js';
