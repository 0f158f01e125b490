export { DocumentSite, type SeenRequest, type SimulatedSubscription, secret } from './document-site.js';
export type { Fault, Faults, Step } from './faults.js';
export { SiteContent } from './site-content.js';
