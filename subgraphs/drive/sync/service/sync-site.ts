import { DomainError } from '../../../../platform/domain-error.js';
import { notifyListeners } from '../../../../platform/events/index.js';
import { describeError } from '../../../../platform/system-error.js';
import { examineSite } from '../../guard/index.js';
import { deleteOtherStagedItems, postponePoll, requestFullListing, resetDownloads } from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { claimSiteSync, recordSuccess } from '../repository/connections.js';
import { claimNotifications, hasOpenNotifications, releaseNotifications } from '../repository/notifications.js';
import {
  beginRun,
  finishRun,
  type RunRecord,
  type SyncMetrics,
  selectRunsByIds,
  updateRun,
} from '../repository/runs.js';
import { SyncOutcome, SyncTrigger } from '../vocabulary.js';
import { openCircuit } from './circuit.js';
import { applyChanges } from './delta-query.js';
import { downloadAll } from './download-all.js';
import { DownloadStop } from './download-stop.js';
import { outdatedSiteFinder } from './remaining-changes.js';
import { createRun, type SyncRun } from './run.js';
import { lockSite, tryLockSite } from './site-lock.js';

/**
 * Maximum number of rounds in one run. A round is a delta query and its downloads; another round is needed if files
 * change while they are downloaded.
 */
const maxRounds = 5;
/**
 * Number of milliseconds after which downloads are followed by a delta query, and a sync by a job gives other sites a
 * turn.
 */
const maxDownloadMs = 180_000;

export interface SyncOptions {
  readonly siteId: string;
  readonly trigger: SyncTrigger;
  readonly signal: AbortSignal;
  /** Whether the delta query lists the whole site, instead of its changes since the last query; default: false. */
  readonly isFull?: boolean;
  /**
   * Whether to wait for a sync in progress, and to download all files; if false, the call returns undefined instead,
   * and downloads stop after some minutes, with the remaining files due for another sync.
   */
  readonly wait: boolean;
  onProgress?(metrics: Readonly<SyncMetrics>): void;
}

/**
 * Synchronizes the local copy with a site. Across all processes, a site has at most one sync at a time; a notification
 * that arrives during a sync causes another one.
 * @returns the run, or undefined if another sync is in progress
 * @throws {DomainError} the error that ended the sync; it is recorded with the run and in the status
 */
export async function syncSite(dependencies: SyncDependencies, options: SyncOptions): Promise<RunRecord | undefined> {
  const { siteId, wait } = options;
  let { trigger, isFull = false } = options;
  const deadline = dependencies.clock.now() + maxDownloadMs;
  for (;;) {
    const lock = await (wait ? lockSite(dependencies, options) : tryLockSite(dependencies, { siteId, work: 'sync' }));
    if (lock === undefined) return undefined;
    let run: RunRecord;
    try {
      run = await runLocked(dependencies, { ...options, trigger, isFull, deadline });
    } finally {
      await lock.release();
    }
    // Checked without the lock: a process that stored a notification and found the lock taken has left it to this one.
    const isMore = await dependencies.database.guard((sql) => hasOpenNotifications(sql, { siteId }));
    const isTimeOver = !wait && dependencies.clock.now() >= deadline;
    if (!isMore || isTimeOver || options.signal.aborted) return run;
    trigger = SyncTrigger.NOTIFICATION;
    isFull = false;
  }
}

/** `deadline`: when the downloads of a sync that does not wait stop, in milliseconds since the Unix epoch. */
type RunOptions = SyncOptions & { readonly isFull: boolean; readonly deadline: number };

async function runLocked(dependencies: SyncDependencies, options: RunOptions): Promise<RunRecord> {
  const { siteId, trigger, isFull, signal } = options;
  const { clock, database } = dependencies;
  const id = await database.transaction(async (sql) => {
    const runId = await beginRun(sql, { siteId, trigger, now: clock.now() / 1000 });
    if (isFull) await requestFullListing(sql, { siteId });
    await deleteOtherStagedItems(sql, { siteId });
    await claimNotifications(sql, { siteId, runId });
    if (trigger === SyncTrigger.REQUEST) {
      await claimSiteSync(sql, dependencies.key);
      await resetDownloads(sql, { siteId });
    }
    return runId;
  });
  notifyListeners(database);
  const run = createRun({ dependencies, id, siteId, signal, onProgress: options.onProgress ?? (() => {}) });
  try {
    await work(dependencies, run, options);
  } catch (error) {
    await fail({ dependencies, run, error });
    throw error;
  }
  return await finish(dependencies, run);
}

async function work(dependencies: SyncDependencies, run: SyncRun, { wait, deadline }: RunOptions): Promise<void> {
  for (let round = 1; ; ) {
    run.signal.throwIfAborted();
    const findOutdatedSites = outdatedSiteFinder(dependencies, run.siteId);
    const examination = { siteId: run.siteId, runId: run.id, findOutdatedSites };
    await applyChanges(dependencies, run);
    await examineSite(dependencies, { ...examination, isStored: false });
    const stop = new DownloadStop(dependencies, run, {
      deadline: wait ? dependencies.clock.now() + maxDownloadMs : deadline,
      onNotification: !wait,
    });
    const { isOutdated, stoppedBy } = await downloadAll(dependencies, run, stop);
    await examineSite(dependencies, { ...examination, isStored: stoppedBy === null });
    if (wait && stoppedBy === 'time') continue;
    if (stoppedBy !== null || !isOutdated || round === maxRounds) return;
    round++;
  }
}

async function finish(dependencies: SyncDependencies, run: SyncRun): Promise<RunRecord> {
  const { clock, database } = dependencies;
  const now = clock.now() / 1000;
  await run.report();
  const [record] = await database.transaction(async (sql) => {
    // All transactions lock the row of a site before those of its connection and its runs.
    await postponePoll(sql, { siteId: run.siteId, at: now + dependencies.pollSeconds });
    await updateRun(sql, { id: run.id, ...run.metrics });
    await finishRun(sql, { id: run.id, outcome: SyncOutcome.DONE, errorCode: null, error: null, now });
    await recordSuccess(sql, dependencies.key);
    return await selectRunsByIds(sql, { ids: [run.id] });
  });
  notifyListeners(database);
  await dependencies.content.sweepParts({ now: clock.now(), keepsFinished: false });
  if (record === undefined) throw new Error('the sync run does not exist'); // Removed with the site.
  return record;
}

/** Records the error of a failed sync, and releases its notifications for the next sync. */
async function fail(options: { dependencies: SyncDependencies; run: SyncRun; error: unknown }): Promise<void> {
  const { dependencies, run, error } = options;
  const { clock, database, log } = dependencies;
  const isStopped = run.signal.aborted;
  const code = error instanceof DomainError ? error.code : 'INTERNAL_SERVER_ERROR';
  const message = isStopped ? 'The process stopped' : describeError(error);
  const outcome = isStopped ? SyncOutcome.INTERRUPTED : SyncOutcome.FAILED;
  try {
    await database.guard(async (sql) => {
      await updateRun(sql, { id: run.id, ...run.metrics });
      await finishRun(sql, { id: run.id, outcome, errorCode: code, error: message, now: clock.now() / 1000 });
      await releaseNotifications(sql, { runId: run.id });
    });
    notifyListeners(database);
    if (!isStopped && code !== 'CONFLICT') await openCircuit(dependencies, error);
  } catch (unrecorded) {
    // The database itself may have failed. The next sync marks the run as interrupted.
    log.error({ err: unrecorded }, 'the failed sync could not be recorded');
  }
}
