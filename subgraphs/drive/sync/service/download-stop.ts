import type { SyncDependencies } from '../dependencies.js';
import { selectConnection } from '../repository/connections.js';
import { hasOpenNotifications } from '../repository/notifications.js';
import type { SyncRun } from './run.js';

/**
 * Reason to stop downloads before all files are stored: the site was paused or disconnected, it has reported changes,
 * or another delta query is due.
 */
export type StopReason = 'inactive' | 'notification' | 'time';

/** Minimum number of milliseconds between two checks. */
const checkMs = 1000;
/** Minimum number of milliseconds of downloads, so a site that reports changes continuously is also copied. */
const minDownloadMs = 10_000;

interface DownloadStopOptions {
  /** Time in milliseconds since the Unix epoch after which the downloads stop. */
  readonly deadline: number;
  /** Whether the downloads also stop when the site reports changes. All downloads run for at least some seconds. */
  readonly onNotification: boolean;
}

/**
 * Determines when the downloads of a sync stop. Files that are not downloaded yet remain pending, so they require
 * another sync; the parts of interrupted downloads remain too.
 */
export class DownloadStop {
  readonly #dependencies: SyncDependencies;
  readonly #run: SyncRun;
  readonly #options: DownloadStopOptions;
  readonly #startedAt: number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** The last check, for which all downloads wait. */
  #check: Promise<StopReason | null> = Promise.resolve(null);

  constructor(dependencies: SyncDependencies, run: SyncRun, options: DownloadStopOptions) {
    this.#dependencies = dependencies;
    this.#run = run;
    this.#options = options;
    this.#startedAt = dependencies.clock.now();
  }

  /** The reason to start no further downloads; null if there is none. */
  async reason(): Promise<StopReason | null> {
    const now = this.#dependencies.clock.now();
    if (Math.abs(now - this.#checkedAt) >= checkMs) {
      this.#checkedAt = now;
      this.#check = this.#find(now);
    }
    return await this.#check;
  }

  /**
   * The reason to interrupt a download in progress; null if there is none. It is interrupted at once if the site may
   * receive no more requests, and after the deadline if it can be resumed, which requires a hash.
   */
  async interruption({ quickXorHash }: { quickXorHash: string | null }): Promise<StopReason | null> {
    const reason = await this.reason();
    return reason === 'inactive' || (reason === 'time' && quickXorHash !== null) ? reason : null;
  }

  async #find(now: number): Promise<StopReason | null> {
    const { database, key } = this.#dependencies;
    const { siteId } = this.#run;
    const { connection, isNotified } = await database.guard(async (sql) => ({
      connection: await selectConnection(sql, key),
      isNotified: this.#options.onNotification && (await hasOpenNotifications(sql, { siteId })),
    }));
    // The connection of a removed site no longer exists; its sync cannot record anything any more.
    if (connection !== undefined && (!connection.isConnected || connection.isPaused)) return 'inactive';
    if (now < this.#startedAt + minDownloadMs) return null;
    if (now >= this.#options.deadline) return 'time';
    return isNotified ? 'notification' : null;
  }
}

/** Reports that a download was interrupted. It is not a failure: a later sync resumes the download. */
export class InterruptedDownload extends Error {
  override readonly name = 'InterruptedDownload';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super();
    this.reason = reason;
  }
}
