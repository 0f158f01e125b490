import { createSource, type NotificationSource } from '../../platform/notification-source.js';
import { brandNotifications } from './brands/index.js';

/** Data of an event that the trigger on `import` writes. */
interface ImportEvent {
  readonly id: string;
  readonly zone: string;
  readonly outcome: 'applied' | 'unchanged' | 'refused' | 'failed';
  readonly reason: string | null;
  readonly addedDomains: number;
  readonly removedDomains: number;
  readonly changedDomains: number;
}

const importSource = createSource({
  eventType: 'zone-imports',
  kinds: ['zone.imported', 'zone.import_failed'],
  occurrenceOf({ id, zone, outcome, reason, ...counts }: ImportEvent) {
    const hasFailed = outcome === 'refused' || outcome === 'failed';
    const { addedDomains, removedDomains, changedDomains } = counts;
    const changes = `${addedDomains} domains added, ${removedDomains} removed, ${changedDomains} changed`;
    const title = hasFailed
      ? `Import of zone ${zone} was ${outcome === 'failed' ? 'not completed' : 'rejected'}: ${reason ?? 'unknown reason'}`
      : `Zone ${zone} was imported: ${outcome === 'unchanged' ? 'no changes' : changes}`;
    const facts = { zone, outcome: outcome === 'refused' ? 'rejected' : outcome, reason, ...counts };
    return { kind: hasFailed ? 'zone.import_failed' : 'zone.imported', tenantId: null, id, title, facts };
  },
});

/**
 * Data of an event that the trigger on `source` writes, for the first failure of a series and when a zone becomes
 * stale.
 */
interface SourceEvent {
  readonly zone: string;
  readonly origin: string;
  readonly error: string | null;
  readonly isStale: boolean;
  /** Time at which the zone was last known to be current, ISO 8601; null if it never was. */
  readonly currentAt: string | null;
}

const pullSource = createSource({
  eventType: 'zone-sources',
  kinds: ['zone.pull_failed', 'zone.stale'],
  occurrenceOf({ zone, origin, error, isStale, currentAt }: SourceEvent) {
    const facts = { zone, error, currentAt, origin: origin.replace(/[?#].*$/s, '') };
    const freshness =
      currentAt === null ? 'it has never been pulled successfully' : `it was last current at ${currentAt}`;
    const title = isStale
      ? `Zone ${zone} is stale: ${freshness}`
      : `Pulling zone ${zone} failed: ${error ?? 'unknown reason'}`;
    return { kind: isStale ? 'zone.stale' : 'zone.pull_failed', tenantId: null, id: zone, title, facts };
  },
});

/** Data of an event that the trigger on `account` writes. */
interface AccountEvent {
  readonly id: string;
  readonly username: string;
}

const accountSource = createSource({
  eventType: 'account-requests',
  kinds: ['account.requested'],
  occurrenceOf: ({ id, username }: AccountEvent) => ({
    kind: 'account.requested',
    tenantId: null,
    id,
    title: `${username} has requested an account for the zone feed`,
    facts: { username },
  }),
});

/** Data of an event that the trigger on `rdap_version` writes, for a version that differs from the previous one. */
interface RegistrationEvent {
  readonly watchId: string;
  readonly domain: string;
  readonly changed: readonly string[];
}

const registrationSource = createSource({
  eventType: 'registrations',
  kinds: ['registration.changed'],
  occurrenceOf({ watchId, domain, changed }: RegistrationEvent, { tenantId }) {
    const fieldNames = changed.map((field) => field.replace('_', ' ')).join(', ');
    const title = `The registration of ${domain} has changed: ${fieldNames}`;
    return { kind: 'registration.changed', tenantId, id: watchId, title, facts: { domain, changed } };
  },
});

export const zoneNotifications: readonly NotificationSource[] = [
  importSource,
  pullSource,
  accountSource,
  registrationSource,
  ...brandNotifications,
];
