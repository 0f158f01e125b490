import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import { notifyListeners } from '../../../../platform/events/index.js';
import type { DriveDependencies } from '../../dependencies.js';
import { lockSiteForRun, postponePoll } from '../../items/index.js';
import * as burst from '../repository/burst.js';
import { insertMassChangeDetection } from '../repository/detections.js';
import * as examined from '../repository/examined-changes.js';
import { openMassChange } from '../repository/mass-changes.js';
import { readableExtensions } from '../rules/readability.js';
import { type Verdict, verdictOf } from '../rules/verdict.js';
import { MassChangeKind } from '../vocabulary.js';
import { scheduleOpenAlerts } from './open-alerts.js';

export type GuardDependencies = Pick<DriveDependencies, 'database' | 'clock' | 'log' | 'settings'>;

/** Length of the history that a burst is compared with, in seconds. */
const baselineSeconds = 14 * daySeconds;

export interface Examination {
  readonly siteId: string;
  /** Id of the sync that stored the changes; null if the caller holds the sync lock of the site instead. */
  readonly runId: number | null;
  /**
   * Whether the contents of the changed files are stored. Until then, a file that was moved by deleting and uploading
   * it looks deleted, so a deletion verdict is postponed and the changes are examined again.
   */
  readonly isStored: boolean;
  /**
   * Returns the ids of the other followed sites that were not synchronized after the given time (Unix epoch seconds).
   * Files that look deleted may have been moved there.
   */
  findOutdatedSites(sql: TransactionSql, since: number): Promise<readonly string[]>;
}

/** Maximum number of seconds for which a deletion verdict is postponed; later deletions do not prolong it. */
const maxPostponedSeconds = 600;

type Window = Readonly<Record<'after' | 'upTo', number>> & { readonly siteId: string; readonly readable: string[] };

/**
 * Examines the last changes of a site, and opens a mass change if they look like encryption or deletion, or extends the
 * open one. The mass change, its files, the request for an alert and the number of the last examined change are written
 * in one transaction: if the process is killed, the next sync examines the changes again.
 */
export async function examineSite(dependencies: GuardDependencies, examination: Examination): Promise<void> {
  const { database, clock, log, settings } = dependencies;
  const { siteId, runId } = examination;
  // While the guard is disabled, changes are marked as examined. Otherwise, all of them would look like one burst when
  // the guard is enabled.
  if (!settings.massChangeGuard) return await database.guard((sql) => examined.setAllExamined(sql, { siteId }));
  const { opened, awaited = [] } = await database.transaction(async (sql) => {
    const locked = await (runId === null
      ? examined.lockPostponedSite(sql, { siteId })
      : lockSiteForRun(sql, { siteId, runId }));
    return locked === undefined ? {} : await examine(dependencies, { ...examination, sql });
  });
  // Rows are locked one at a time: two sites that wait for each other would cause a deadlock.
  for (const other of awaited)
    await database.guard((sql) => postponePoll(sql, { siteId: other, at: clock.now() / 1000 }));
  if (opened === undefined) return;
  notifyListeners(database);
  log.warn({ siteId, ...opened }, 'changes to a document site look like encryption or deletion');
}

interface ExaminationResult {
  readonly opened?: Readonly<{ massChange: number; verdict: Verdict }> | undefined;
  /** Ids of the sites that must be synchronized before a postponed deletion verdict. */
  readonly awaited?: readonly string[];
}

async function examine(
  dependencies: GuardDependencies,
  { sql, siteId, isStored, findOutdatedSites }: Examination & { sql: TransactionSql },
): Promise<ExaminationResult> {
  const { clock, settings } = dependencies;
  const now = clock.now() / 1000;
  const found = await burst.selectWindow(sql, { siteId, since: now - settings.massChangeWindowMinutes * 60 });
  if (found === undefined) return {};
  const { guardedChange, deletionPostponedAtEpoch: postponedAt } = found;
  if (guardedChange === found.upTo && postponedAt === null) return {};
  const window = { siteId, after: found.after, upTo: found.upTo, readable: [...readableExtensions] };
  const verdict = await judge(dependencies, { sql, window, now });
  if (verdict?.kind === MassChangeKind.DELETION) {
    const since = postponedAt ?? now;
    const { at } = await burst.selectLastDeletion(sql, window);
    // Files that were moved to another site look deleted until it is synchronized.
    const outdatedSiteIds = await findOutdatedSites(sql, at ?? now);
    if (now - since < maxPostponedSeconds && (!isStored || outdatedSiteIds.length > 0)) {
      await examined.setDeletionPostponed(sql, { siteId, since });
      return { awaited: outdatedSiteIds };
    }
  }
  await examined.setExaminedChange(sql, { siteId, change: isStored ? found.upTo : guardedChange });
  return { opened: verdict && (await openOrExtend(dependencies, { sql, window, now, ...verdict })) };
}

type SiteVerdict = Verdict & { readonly knownFiles: number };

async function judge(
  { settings }: GuardDependencies,
  { sql, window, now }: { sql: TransactionSql; window: Window; now: number },
): Promise<SiteVerdict | undefined> {
  const { massChangeMinFiles: minFiles, massChangeDeletedPercent: deletedPercent } = settings;
  const windowMinutes = settings.massChangeWindowMinutes;
  // A verdict requires at least half as many suspect files as `minFiles`.
  if ((await burst.countSuspects(sql, window)).count * 2 < minFiles) return undefined;
  const windowSeconds = windowMinutes * 60;
  const features = await burst.selectFeatures(sql, { ...window, baselineSince: now - baselineSeconds, windowSeconds });
  const verdict = verdictOf(features, { minFiles, deletedPercent, windowMinutes });
  return verdict && { ...verdict, knownFiles: features.knownFiles };
}

async function openOrExtend(
  { settings }: GuardDependencies,
  query: SiteVerdict & { sql: TransactionSql; window: Window; now: number },
): Promise<{ massChange: number; verdict: Verdict } | undefined> {
  const { sql, window, now, kind, score, reasons, knownFiles } = query;
  const firstChange = await burst.selectFirstChange(sql, window);
  if (firstChange === undefined) return undefined;
  const { id, isNew } = await openMassChange(sql, {
    ...{ siteId: window.siteId, kind, score, reasons: [...reasons], knownFiles, now },
    ...{ firstChange: firstChange.number, beganAt: firstChange.atEpoch, lastChange: window.upTo },
  });
  await burst.insertFiles(sql, { ...window, massChangeId: id });
  if (!isNew) return undefined;
  await recordAudit(sql, systemRequest, {
    action: 'open.mass-change',
    object: [`mass-change:${id}`, `drive-site:${window.siteId}`],
    after: { kind, score, reasons },
  });
  if (settings.alertTenant !== '') {
    await insertMassChangeDetection(sql, { massChangeId: id, siteId: window.siteId, now });
    await scheduleOpenAlerts(sql);
  }
  return { massChange: id, verdict: { kind, score, reasons } };
}
