export { isSubscription } from './subscription-operation.js';
export { createSubscriptionTransport, type SubscriptionTransport } from './subscription-transport.js';
export { Subscriptions } from './subscriptions.js';
export type { WebSockets } from './web-sockets.js';
