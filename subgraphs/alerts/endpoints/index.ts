export { endpointFields, endpointFieldsFor, loadEndpoint } from './fields.js';
export { selectEndpoints } from './repository.js';
export { EndpointResolver, endpointReference } from './resolver.js';
export { endpointEdgeResolvers } from './resolver-edges.js';
export type { EndpointRecord } from './service.js';
export { exportEndpoints } from './service-export.js';
export { findHostsJob } from './service-find-hosts.js';
export { Controller, Domain, Endpoint } from './types.js';
