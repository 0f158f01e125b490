import type { ReadyOperation } from '../../documents/index.js';
import type { SubscriptionOperation } from '../../subscriptions/index.js';

/** Whether the gateway itself produces the responses of a subscription, with its own query. */
export function isOwnSubscription(operation: ReadyOperation): operation is SubscriptionOperation {
  return operation.subscription !== undefined;
}
