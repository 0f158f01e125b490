export { incidentSource } from './notifications.js';
export { IncidentResolver, incidentReference } from './resolver.js';
export { IncidentChangesResolver } from './resolver-changes.js';
export { incidentEdgeResolvers } from './resolver-edges.js';
export { groupCandidates } from './service/group-candidates.js';
