import type { ReadyOperation } from '../../documents/index.js';
import type { SubscriptionOperation } from '../../subscriptions/index.js';

export function isSubscription(operation: ReadyOperation): operation is SubscriptionOperation {
  return operation.subscription !== undefined;
}
