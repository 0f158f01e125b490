import type { ReadyOperation } from '../../documents/index.js';
import type { SubscriptionOperation } from '../../subscriptions/index.js';

/** Whether the responses of a subscription are read with a query of ours. */
export function isOwnSubscription(operation: ReadyOperation): operation is SubscriptionOperation {
  return operation.subscription !== undefined;
}
