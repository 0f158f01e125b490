export { DocumentSite, type RecordedRequest, secret } from './document-site.js';
export { type Fault, Faults, type Step } from './faults.js';
export type { OtherLibrary } from './other-library.js';
export { RateLimit } from './rate-limit.js';
export { SiteContent } from './site-content.js';
export type { SimulatedSubscription } from './subscriptions.js';
