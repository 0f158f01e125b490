import type { Executor } from './database/index.js';
import type { LoggedEvent } from './events/index.js';

/** The kinds of occurrences that operators can be notified of. Messages contain these names, so they never change. */
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

/** Properties of an occurrence. Messages contain them, and rules can filter by them. */
export type NotificationProperties = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/** Something that happened to one object. */
export interface Occurrence {
  readonly kind: NotificationKindName;
  /** Null if it belongs to no tenant. */
  readonly tenantId: string | null;
  /** Id of the object. */
  readonly id: string;
  /** One line for people. */
  readonly title: string;
  readonly facts: NotificationProperties;
}

/** Translates a domain's events in the log into occurrences. Works in processes that do not run the domain. */
export interface NotificationSource {
  /** The type of its events. */
  readonly eventType: string;
  readonly kinds: readonly NotificationKindName[];
  /**
   * Returns the occurrences of each event, in the order of the events.
   * @param wanted the kinds that at least one rule selects; others may be omitted
   */
  occurrencesOf(
    sql: Executor,
    events: readonly LoggedEvent[],
    wanted: ReadonlySet<NotificationKindName>,
  ): Promise<readonly (readonly Occurrence[])[]>;
}

/** A source whose events contain all facts of an occurrence; each event results in at most one. */
export function createSource(options: {
  readonly eventType: string;
  readonly kinds: readonly NotificationKindName[];
  /** Returns undefined for events of which nobody is notified. */
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
