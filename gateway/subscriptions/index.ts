export { EntityReader, type EntityRequest, type SubscriptionOperation } from './entity-results.js';
export type { Payloads, SubscriptionResponse } from './payloads.js';
export { SharedPayloads } from './shared-payloads.js';
