import type { Caller } from '../caller.js';

/** A type of event of a domain, and who may receive it. */
export interface EventType {
  readonly name: string;
  /**
   * What of it a caller may hear. It works where the domain itself does not run.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  admit(caller: Caller): EventScope;
  /** How the graph sends these events; absent: it does not. */
  readonly subscription?: EventSubscription;
}

/** A field of `Subscription`, which sends an entity for each id of an event. */
export interface EventSubscription {
  /** Name of the field of `Subscription`. */
  readonly field: string;
  /**
   * Name of a field of `Query` with the same arguments and `ids: [ID!]!`. It returns the entities as they are now, in the order of the ids;
   * null for each that is not sent: it does not match the arguments, or the caller may not read it.
   */
  readonly entities: string;
  /** The ids in the data of an event. */
  idsOf(data: Readonly<Record<string, unknown>>): readonly string[];
}

export interface EventScope {
  /** The one tenant whose events these are; null: all events, whether they are of a tenant or not. */
  readonly tenantId: string | null;
}

/** Something that happened, as it was committed. */
export interface LoggedEvent {
  readonly type: string;
  /** Null: of no tenant. */
  readonly tenantId: string | null;
  /** Unix epoch seconds. */
  readonly at: number;
  /** A JSON object with at least one member. */
  readonly data: string;
  readonly place: EventNumber;
}

/** Where an event is in the log. */
export interface EventNumber {
  readonly transaction: number;
  /** Ascends within a transaction. */
  readonly event: number;
}
