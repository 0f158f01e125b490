export { DocumentSite, secret } from './document-site.js';
export type { Step } from './fault-action.js';
export { faultKinds, issuedAuthorization } from './fault-kinds.js';
export { Faults } from './faults.js';
export type { OtherLibrary } from './other-library.js';
export { RateLimit } from './rate-limit.js';
export { SiteContent } from './site-content.js';
export { listedKinds, otherNotifications, siteFaults } from './site-faults.js';
export { type LifecycleEvent, lifecycleEvents, type SimulatedSubscription } from './subscriptions.js';
