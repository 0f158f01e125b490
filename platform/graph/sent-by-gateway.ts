import { DomainError } from '../domain-error.js';

/**
 * Resolver of the fields of `Subscription`. Subgraphs only declare them: the gateway follows the event log and reads
 * the entities with the field of `Query` that the event type names.
 * @throws {DomainError} SERVICE_UNAVAILABLE always
 */
export function rejectSubscription(): never {
  throw new DomainError('SERVICE_UNAVAILABLE', 'Only the gateway of Rampart serves subscriptions');
}
