import type { CallerName } from '../../graph/support/callers.js';

/** The objects of the recorded mutations. */
export interface Subjects {
  readonly alert: string;
  /** A comment on the alert by the caller `analyst`. */
  readonly comment: string;
  /** Global ids of two incidents of the tenant; the first has an owner and the alerts in `grouped`. */
  readonly incident: string;
  readonly otherIncident: string;
  readonly grouped: readonly string[];
  /** An alert that is in no incident. */
  readonly single: string;
  /** Previews of changes by the callers `analyst` and `tenant`. */
  readonly bulkChanges: readonly string[];
  /** A running backtest of the policy. */
  readonly backtest: string;
  /** A rule that suppresses alerts. */
  readonly suppression: string;
  /** A view that is shared with the tenant. */
  readonly view: string;
  readonly siteId: string;
  readonly itemId: string;
  readonly notificationUrl: string;
  readonly expiresAt: string;
  subscription: string;
  /** Global ids of a brand of the tenant, and of a hit of it. */
  readonly brand: string;
  readonly brandHit: string;
  /** Id of a watch of acme.net of the tenant, and of a running bulk lookup. */
  readonly watch: string;
  readonly bulkLookup: string;
  readonly mail: string;
  readonly emailToken: string;
  readonly resetToken: string;
  /** Ids of an operator token, of a session of it, of a person with a session, and of a mirror client. */
  readonly operatorToken: string;
  readonly session: string;
  readonly person: string;
  readonly mirrorClient: string;
  /** Id of a disabled rule that sends webhooks. */
  readonly notificationRule: string;
}

/** A mutation, its caller, and its audit entries, oldest first. */
export interface RecordedMutation {
  readonly field: string;
  readonly caller: CallerName;
  selection(subjects: Subjects): string;
  /**
   * The request to the REST interface, for a mutation that the public graph does not have; `selection` is empty then.
   */
  rest?(subjects: Subjects): { path: string; method: string; body?: object };
  readonly entries: readonly (readonly [action: string, object: string])[];
}
