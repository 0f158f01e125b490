export {
  appendUsageJob,
  type ConsistencyProof,
  type InclusionProof,
  proveConsistency,
  proveInclusion,
  signedUsageHead,
  type UsageHead,
  UsageTree,
  usageEntries,
  usageHead,
} from './service.js';
