export { EntityReader, type EntityRequest, type SubscriptionOperation } from './entity-results.js';
export { Payloads, partOf, type SubscriptionResponse } from './payloads.js';
export { SharedPayloads } from './shared-payloads.js';
