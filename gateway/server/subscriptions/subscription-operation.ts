import type { ReadyOperation } from '../../documents/index.js';
import type { SubscriptionOperation } from '../../subscriptions/index.js';

/**
 * Whether the operation is a subscription to the server's own events; false for a subscription whose events a subgraph
 * sends.
 */
export function isOwnSubscription(operation: ReadyOperation): operation is SubscriptionOperation {
  return operation.subscription !== undefined;
}
