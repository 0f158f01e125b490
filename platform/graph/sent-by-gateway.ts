import { DomainError } from '../domain-error.js';

/**
 * In place of the code of a field of `Subscription`. Subgraphs declare these fields; the gateway follows the log of events and reads
 * the entities with the field of `Query` that the type of the events names.
 * @throws {DomainError} SERVICE_UNAVAILABLE
 */
export function sentByGateway(): never {
  throw new DomainError('SERVICE_UNAVAILABLE', 'Subscriptions are served by the gateway of Rampart only');
}
