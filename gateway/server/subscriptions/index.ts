export type { OpenSubscription, SubscriptionOpener, SubscriptionRequest } from './open-subscription.js';
export { eventStream, streamFormat } from './stream-formats.js';
export { createSubscriptionTransport, type SubscriptionTransport } from './subscription-transport.js';
export { Subscriptions } from './subscriptions.js';
export type { WebSockets } from './web-sockets.js';
