import type { Executor } from './database/index.js';
import type { LoggedEvent } from './events/index.js';

/** The kinds of occurrences of which operators can be notified. Messages contain these names, so they never change. */
export type NotificationKindName =
  | 'alert.opened'
  | 'alert.changed'
  | 'alert.verdict'
  | 'incident.opened'
  | 'incident.changed'
  | 'zone.imported'
  | 'zone.import_failed'
  | 'brand.hit'
  | 'brand.scanned'
  | 'zone.pull_failed'
  | 'zone.stale'
  | 'account.requested'
  | 'registration.changed'
  | 'controller.registered'
  | 'controller.rejected'
  | 'controller.seat_freed'
  | 'controller.silent'
  | 'controller.outdated'
  | 'license.expiring'
  | 'license.grace_ending'
  | 'license.seats_low'
  | 'drive.synced'
  | 'drive.sync_failed'
  | 'drive.malware_found'
  | 'drive.mass_change';

/** Properties of an occurrence. Messages contain the properties, and rules can filter by them. */
export type NotificationProperties = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/** An occurrence that concerns one object, of which operators can be notified. */
export interface Occurrence {
  readonly kind: NotificationKindName;
  /** Tenant of the object; null if it belongs to no tenant. */
  readonly tenantId: string | null;
  /** Id of the object that the occurrence concerns. */
  readonly id: string;
  /** One-line summary for people. */
  readonly title: string;
  readonly facts: NotificationProperties;
}

/** Translates a domain's events in the log into occurrences. Works in processes that do not run the domain. */
export interface NotificationSource {
  /** The type of the events that the source translates. */
  readonly eventType: string;
  readonly kinds: readonly NotificationKindName[];
  /**
   * Returns the occurrences of each event, in the order of the events.
   * @param selectedKinds the kinds that at least one rule selects; others may be omitted
   */
  occurrencesOf(
    sql: Executor,
    events: readonly LoggedEvent[],
    selectedKinds: ReadonlySet<NotificationKindName>,
  ): Promise<readonly (readonly Occurrence[])[]>;
}

/**
 * Creates a source for events that contain all facts of an occurrence. Each event results in at most one occurrence.
 */
export function createSource(options: {
  readonly eventType: string;
  readonly kinds: readonly NotificationKindName[];
  /** Returns the occurrence of an event; undefined for events of which nobody is notified. */
  occurrenceOf(data: never, event: LoggedEvent): Occurrence | undefined;
}): NotificationSource {
  const { eventType, kinds, occurrenceOf } = options;
  return {
    eventType,
    kinds,
    occurrencesOf: async (_, events) =>
      events.map((event) => {
        const occurrence = occurrenceOf(JSON.parse(event.data) as never, event); // Triggers write the data.
        return occurrence === undefined ? [] : [occurrence];
      }),
  };
}
