import { countOf } from '../../platform/count-of.js';
import { createSource, type NotificationSource } from '../../platform/notification-source.js';

/** Event data written by the database trigger on `sync_run`. */
interface SyncEvent {
  readonly siteId: string;
  readonly runId: string;
  readonly trigger: string;
  readonly outcome: string;
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  readonly failedDownloads: number;
  readonly errorCode: string | null;
}

const syncSource = createSource({
  eventType: 'syncs',
  kinds: ['drive.synced', 'drive.sync_failed'],
  occurrenceOf({ runId, siteId: site, trigger, outcome, errorCode, ...counts }: SyncEvent) {
    // The next sync resumes an interrupted one.
    if (outcome === 'RUNNING' || outcome === 'INTERRUPTED') return undefined;
    const { created, changed, deleted, failedDownloads } = counts;
    const facts = {
      ...{ site, trigger: trigger.toLowerCase(), outcome: outcome.toLowerCase(), errorCode },
      ...{ created, changed, deleted, failedDownloads },
    };
    const isDone = outcome === 'DONE' && failedDownloads === 0;
    const files = countOf(failedDownloads, 'file');
    const problem = outcome === 'DONE' ? `could not download ${files}` : `failed: ${errorCode ?? 'unknown error'}`;
    const title = isDone
      ? `A document site was synchronized: ${created} created, ${changed} changed, ${deleted} deleted`
      : `A sync of a document site ${problem}`;
    return { kind: isDone ? 'drive.synced' : 'drive.sync_failed', tenantId: null, id: runId, title, facts };
  },
});

/** Event data written by the database trigger on `malware_finding`. */
interface MalwareEvent {
  readonly siteId: string;
  readonly itemId: string;
  readonly findingId: string;
  readonly malware: string;
  readonly name: string;
  readonly size: number;
}

const malwareSource = createSource({
  eventType: 'drive-malware',
  kinds: ['drive.malware_found'],
  occurrenceOf({ findingId, siteId: site, itemId, malware, name, size }: MalwareEvent) {
    const title = `A document site reports malware in ${name}: ${malware}`;
    return {
      kind: 'drive.malware_found',
      tenantId: null,
      id: findingId,
      title,
      facts: { site, itemId, malware, name, size },
    };
  },
});

/** Event data written by the database trigger on `mass_change`. */
interface MassChangeEvent {
  readonly siteId: string;
  readonly massChangeId: string;
  readonly kind: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly knownFiles: number;
}

const massChangeSource = createSource({
  eventType: 'drive-mass-changes',
  kinds: ['drive.mass_change'],
  occurrenceOf({ massChangeId, siteId: site, kind: looksLike, score, reasons, knownFiles }: MassChangeEvent) {
    return {
      kind: 'drive.mass_change',
      tenantId: null,
      id: massChangeId,
      title: `Changes to a document site look like ${looksLike}: ${reasons[0] ?? ''}`,
      facts: { site, looksLike, score, reasons, knownFiles },
    };
  },
});

export const driveNotifications: readonly NotificationSource[] = [syncSource, malwareSource, massChangeSource];
