export { endpointFields, isEndpointKey, loadEndpoint } from './fields.js';
export type { EndpointRecord } from './records.js';
export { endpointColumns, everyEndpointField } from './repository.js';
export { EndpointResolver, endpointReference } from './resolver.js';
export { ControllerResolver, DomainResolver } from './resolver-foreign.js';
export { Controller, Domain, Endpoint } from './types.js';
