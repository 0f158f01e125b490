import { countOf } from '../../platform/count-of.js';
import { isoTime } from '../../platform/iso-time.js';
import { createSource, type NotificationSource, type Occurrence } from '../../platform/notification-source.js';

/** Data of the event that is written when a check-in is stored. */
interface CheckInEvent {
  readonly guid: string;
  readonly hostname: string;
  readonly version: string;
  readonly department: string | null;
  readonly isNew: boolean;
}

const checkInSource = createSource({
  eventType: 'check-ins',
  kinds: ['controller.registered'],
  occurrenceOf({ guid, isNew, ...facts }: CheckInEvent) {
    if (!isNew) return undefined;
    const title = `Controller ${facts.hostname} was registered`;
    return { kind: 'controller.registered', tenantId: null, id: guid, title, facts };
  },
});

/**
 * Data of the event that a trigger on the table `refusal` writes for the first rejected request of each hour, endpoint
 * and cause.
 */
interface RejectionEvent {
  readonly hour: number;
  readonly endpoint: string;
  readonly cause: string;
}

const rejectionSource = createSource({
  eventType: 'refusals',
  kinds: ['controller.rejected'],
  occurrenceOf({ hour, endpoint, cause }: RejectionEvent) {
    const reason = cause === 'no_seat' ? 'all seats of the license are used' : cause.replaceAll('_', ' ');
    const scope = 'the first rejection with this cause and endpoint in this hour';
    const title = `A request to the license service was rejected (${reason}); ${scope}`;
    const since = isoTime(hour);
    return { kind: 'controller.rejected', tenantId: null, id: `${since}/${cause}`, title, facts: { cause, endpoint } };
  },
});

/** Data of the event that is written when an expired seat is freed. */
interface FreedSeatEvent {
  readonly guid: string;
  readonly hostname: string;
  readonly version: string;
  /** Time of the last check-in, in Unix epoch seconds. */
  readonly lastContact: number;
}

const freedSeatSource = createSource({
  eventType: 'freed-seats',
  kinds: ['controller.seat_freed'],
  occurrenceOf({ guid, hostname, version, lastContact }: FreedSeatEvent) {
    const since = isoTime(lastContact);
    const title = `Controller ${hostname} has lost its seat: its last check-in was at ${since}`;
    return {
      kind: 'controller.seat_freed',
      tenantId: null,
      id: guid,
      title,
      facts: { hostname, version, lastContact: since },
    };
  },
});

/** Data of the event that is written when a warning is raised. */
type WarningEvent =
  | { readonly kind: 'license_expiring'; readonly subject: string; readonly days: number; readonly expiresAt: string }
  | { readonly kind: 'grace_ending'; readonly subject: string; readonly days: number; readonly graceEndsAt: string }
  | { readonly kind: 'seats_low'; readonly percent: number; readonly used: number; readonly cap: number }
  | {
      readonly kind: 'controller_silent';
      readonly subject: string;
      readonly hostname: string;
      /** Time of the last check-in, in Unix epoch seconds. */
      readonly lastContact: number;
    }
  | { readonly kind: 'version_outdated'; readonly subject: string; readonly current: string; readonly count: number };

const warningSource = createSource({
  eventType: 'license-warnings',
  kinds: ['license.expiring', 'license.grace_ending', 'license.seats_low', 'controller.silent', 'controller.outdated'],
  occurrenceOf: warningOccurrence,
});

function warningOccurrence(event: WarningEvent): Occurrence {
  switch (event.kind) {
    case 'license_expiring': {
      const { subject: id, days, expiresAt } = event;
      const title = `The license ${days === 0 ? 'has expired' : `expires ${within(days)}`} (${expiresAt})`;
      return { kind: 'license.expiring', tenantId: null, id, title, facts: { days, expiresAt } };
    }
    case 'grace_ending': {
      const { subject: id, days, graceEndsAt } = event;
      const end = days === 0 ? 'has ended' : `ends ${within(days)}`;
      const effect = days === 0 ? 'controllers are rejected' : 'after that, controllers are rejected';
      const title = `The grace period of the license ${end} (${graceEndsAt}); ${effect}`;
      return { kind: 'license.grace_ending', tenantId: null, id, title, facts: { days, graceEndsAt } };
    }
    case 'seats_low': {
      const { percent, used, cap } = event;
      const title = `${used} of ${cap} seats of the license are used (at least ${percent}%)`;
      return { kind: 'license.seats_low', tenantId: null, id: String(percent), title, facts: { percent, used, cap } };
    }
    case 'controller_silent': {
      const { subject: id, hostname } = event;
      const lastContact = isoTime(event.lastContact);
      const title = `Controller ${hostname} is silent: its last check-in was at ${lastContact}`;
      return { kind: 'controller.silent', tenantId: null, id, title, facts: { hostname, lastContact } };
    }
    case 'version_outdated': {
      const { subject: version, current, count } = event;
      const controllers = countOf(count, 'controller runs', 'controllers run');
      const title = `${controllers} version ${version}, which is older than ${current}`;
      return { kind: 'controller.outdated', tenantId: null, id: version, title, facts: { version, current, count } };
    }
  }
}

function within(days: number): string {
  return `within ${countOf(days, 'day')}`;
}

export const licenseNotifications: readonly NotificationSource[] = [
  checkInSource,
  rejectionSource,
  freedSeatSource,
  warningSource,
];
