import type { Caller } from '../caller.js';

/** A type of event of a domain, and who may receive it. */
export interface EventType {
  readonly name: string;
  /**
   * What of it a caller may hear. It works where the domain itself does not run.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  admit(caller: Caller): EventScope;
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
