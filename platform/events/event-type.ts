import type { Caller } from '../caller.js';

/** A type of event of a domain, with its access rule. */
export interface EventType {
  readonly name: string;
  /**
   * Returns the events that a caller may receive. Available in processes that do not run the domain.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  admit(caller: Caller): EventScope;
  /** The field of `Subscription` for these events; absent if there is none. */
  readonly subscription?: EventSubscription;
}

/** A field of `Subscription` that sends an entity for each id in an event. */
export interface EventSubscription {
  /** Name of the field in `Subscription`. */
  readonly field: string;
  /**
   * Name of a field of `Query` with the same arguments and `ids: [ID!]!`. It returns the entities as they are now, in
   * the order of the ids; null for each entity that does not match the arguments or that the caller may not read.
   */
  readonly entities: string;
  /** Returns the ids in the data of an event. */
  idsOf(data: Readonly<Record<string, unknown>>): readonly string[];
}

export interface EventScope {
  /** The tenants whose events the caller may receive; null: all events, including those of no tenant. */
  readonly tenants: readonly string[] | null;
}

/** A committed event in the log. */
export interface LoggedEvent {
  readonly type: string;
  /** Tenant of the event; null if it belongs to no tenant. */
  readonly tenantId: string | null;
  /** Time of the event in Unix epoch seconds. */
  readonly at: number;
  /** Data of the event: a JSON object with at least one member. */
  readonly data: string;
  readonly id: EventId;
}

/** Identifies an event in the log. */
export interface EventId {
  readonly transaction: number;
  /** Number of the event, ascending within its transaction. */
  readonly event: number;
}
