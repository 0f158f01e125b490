import { DomainError } from '../domain-error.js';

/**
 * Resolver of the fields of `Subscription`. Subgraphs only declare them: the gateway follows the event log and reads
 * the entities with the field of `Query` that the event type specifies.
 * @throws {DomainError} SERVICE_UNAVAILABLE always
 */
export function rejectSubscription(): never {
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'Subscriptions are available only through the gateway: send this operation to the gateway',
  );
}
