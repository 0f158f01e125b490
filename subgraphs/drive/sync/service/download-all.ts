import { requestAlerts } from '../../guard/index.js';
import {
  type CompletedDownload,
  maxRetrySeconds,
  type PendingDownload,
  recordDownloads,
  recordFailedDownload,
  recordFinding,
  recordMalware,
  selectDownloads,
} from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { DownloadFailure, downloadFile, type FinishedDownload } from './download-file.js';
import { type DownloadStop, InterruptedDownload, type StopReason } from './download-stop.js';
import { type SyncRun, supersededError } from './run.js';
import { ServedFiles } from './served-files.js';

const parallelDownloads = 8;
const batchSize = 500;
/**
 * Number of syncs that may fail to download a file before it is flagged. Only a requested sync retries a flagged file.
 */
const maxAttempts = 3;
const firstRetrySeconds = 300;

type TaggedDownload = PendingDownload & { contentTag: string };

/** Result of the downloads of a sync. */
interface DownloadResult {
  /** Whether any file differed from the last delta query, so another query is due. */
  readonly isOutdated: boolean;
  /** Reason why files remain pending that could be downloaded; null if there are none. */
  readonly stoppedBy: StopReason | null;
}

/**
 * Downloads all pending files of a site, several at a time, until `stop` has a reason to stop. A failed file does not
 * stop the others.
 * @throws {DomainError} if the site itself fails; completed downloads are recorded
 */
export async function downloadAll(
  dependencies: SyncDependencies,
  run: SyncRun,
  stop: DownloadStop,
): Promise<DownloadResult> {
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const queue = new DownloadQueue(dependencies, run);
  const served = new ServedFiles(dependencies, run);
  const recorder = new DownloadRecorder({
    ...{ dependencies, run },
    onRecorded: (itemId) => queue.complete(itemId),
    onFailure: (error) => failed.abort(error),
  });
  let isOutdated = false;
  let stoppedBy: StopReason | null = null;

  async function downloadPending(): Promise<void> {
    for (let item = await queue.next(); item !== undefined; item = await queue.next()) {
      signal.throwIfAborted();
      const reason = await stop.reason();
      stoppedBy ??= reason;
      if (stoppedBy !== null) return;
      const servedBefore = served.count;
      const download = await downloadFile({ dependencies, run, item, signal, stop }).catch(async (error: unknown) =>
        error instanceof InterruptedDownload ? error : await served.failureOf(error, { servedBefore, signal }),
      );
      if (download instanceof InterruptedDownload) {
        stoppedBy ??= download.reason;
        return;
      }
      if (!(download instanceof DownloadFailure)) {
        served.add();
        await recorder.record(item, download);
        continue;
      }
      isOutdated ||= download.isOutdated;
      if (download.malware === null) run.metrics.failedDownloads++;
      await recordFailure({ dependencies, item, failure: download });
      queue.complete(item.id);
    }
  }

  const workers = Array.from({ length: parallelDownloads }, () =>
    downloadPending().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await recorder.finish().catch(() => undefined); // `onFailure` has received the error.
  // Report the first failure, not the aborts that it caused.
  if (failed.signal.aborted) throw failed.signal.reason;
  return { isOutdated, stoppedBy };
}

async function recordFailure(options: {
  dependencies: SyncDependencies;
  item: TaggedDownload;
  failure: DownloadFailure;
}): Promise<void> {
  const { dependencies, item, failure } = options;
  const { clock, database, log } = dependencies;
  const { siteId, id: itemId } = item;
  const { malware } = failure;
  if (malware !== null) {
    log.warn({ siteId, itemId, reason: failure.message }, 'the site rejects a file because of malware');
    const error = failure.message.slice(0, 1000);
    await database.transaction(async (sql) => {
      await recordMalware(sql, { siteId, itemId, malware, error });
      const now = clock.now() / 1000;
      const found = await recordFinding(sql, { siteId, itemId, now });
      await requestAlerts(sql, { settings: dependencies.settings, siteId, ids: found.map(({ id }) => id), now });
    });
    return;
  }
  log.warn({ siteId, itemId, reason: failure.message }, 'a file could not be downloaded');
  const isFlagged = item.attempts + 1 >= maxAttempts;
  await database.guard((sql) =>
    recordFailedDownload(sql, {
      ...{ siteId, itemId },
      error: failure.message.slice(0, 1000),
      isFlagged,
      retryAt: clock.now() / 1000 + Math.min(maxRetrySeconds, firstRetrySeconds * 2 ** item.attempts),
    }),
  );
}

/** Queue of pending files, which never returns a file whose download is in progress. */
class DownloadQueue {
  readonly #dependencies: SyncDependencies;
  readonly #run: SyncRun;
  readonly #inProgress = new Set<string>();
  #ready: TaggedDownload[] = [];
  #filling: Promise<void> | undefined;

  constructor(dependencies: SyncDependencies, run: SyncRun) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  async next(): Promise<TaggedDownload | undefined> {
    if (this.#ready.length === 0) {
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
    const item = this.#ready.pop();
    if (item !== undefined) this.#inProgress.add(item.id);
    return item;
  }

  complete(itemId: string): void {
    this.#inProgress.delete(itemId);
  }

  async #fill(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const { siteId } = this.#run;
    // A snapshot: files that are recorded during the query may still be among its rows.
    const inProgress = new Set(this.#inProgress);
    const rows = await database.guard((sql) =>
      selectDownloads(sql, { siteId, now: clock.now() / 1000, limit: batchSize + inProgress.size }),
    );
    this.#ready = rows.filter((row) => !inProgress.has(row.id)).toReversed();
  }
}

/** Maximum number of finished downloads that wait to be recorded; further downloads wait until there is room. */
const maxQueued = 64;

interface QueuedDownload {
  readonly recorded: CompletedDownload;
  readonly settle: FinishedDownload['settle'];
}

/**
 * Records finished downloads while others are running. Downloads that finish during a transaction are batched for the
 * next one. Downloads that are not recorded keep their parts, so they need not be repeated after a restart.
 */
class DownloadRecorder {
  readonly #dependencies: SyncDependencies;
  readonly #run: SyncRun;
  readonly #onRecorded: (itemId: string) => void;
  readonly #onFailure: (error: unknown) => void;
  #queued: QueuedDownload[] = [];
  /** The recording of the current batch; remains set if it failed. */
  #writing: Promise<void> | undefined;

  constructor(options: {
    dependencies: SyncDependencies;
    run: SyncRun;
    onRecorded: (itemId: string) => void;
    onFailure: (error: unknown) => void;
  }) {
    this.#dependencies = options.dependencies;
    this.#run = options.run;
    this.#onRecorded = options.onRecorded;
    this.#onFailure = options.onFailure;
  }

  /** Queues a finished download; resolves when it is queued, not when it is recorded (see `finish`). */
  async record(item: { id: string; contentTag: string }, download: FinishedDownload): Promise<void> {
    const { settle, ...result } = download;
    const recorded = { itemId: item.id, contentTag: item.contentTag, ...result };
    this.#queued.push({ recorded, settle });
    this.#begin();
    while (this.#queued.length >= maxQueued) await this.#writing;
  }

  /** Resolves when all queued downloads are recorded. */
  async finish(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  #begin(): void {
    if (this.#writing !== undefined || this.#queued.length === 0) return;
    const batch = this.#queued;
    this.#queued = [];
    this.#writing = this.#write(batch).then(() => {
      this.#writing = undefined;
      this.#begin();
    });
    this.#writing.catch(this.#onFailure);
  }

  async #write(batch: readonly QueuedDownload[]): Promise<void> {
    const { content, database, clock } = this.#dependencies;
    await content.flushFolders(batch.map(({ recorded }) => recorded.sha256));
    const recorded = await database.transaction((sql) =>
      recordDownloads(sql, {
        siteId: this.#run.siteId,
        runId: this.#run.id,
        downloads: batch.map(({ recorded }) => recorded),
        now: clock.now() / 1000,
        isStored: content.has,
      }),
    );
    if (recorded === undefined) throw supersededError();
    const { count, missingIds } = recorded;
    // Items without content remain pending; their parts are stored again.
    const complete = batch.filter((download) => !missingIds.has(download.recorded.itemId));
    await Promise.all(complete.map(({ settle }) => settle()));
    for (const download of batch) this.#onRecorded(download.recorded.itemId);
    this.#run.metrics.downloads += count;
    await this.#run.report();
  }
}
