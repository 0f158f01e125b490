export { listPolicyZones, type PolicyZoneRecord, policyZonesIn, readPolicyZones } from './service/list-zones.js';
export { policyZoneJobs } from './service/prune.js';
export { serveDns } from './service/serve.js';
