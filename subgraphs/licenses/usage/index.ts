export { listUsage } from './service/list-usage.js';
export {
  appendUsageJob,
  availableUsageHead,
  type ConsistencyProof,
  type InclusionProof,
  proveConsistency,
  proveInclusion,
  signedUsageHead,
  type UsageHead,
  UsageTree,
  usageEntries,
  usageHead,
} from './service/log.js';
