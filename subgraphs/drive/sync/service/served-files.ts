import type { DomainError } from '../../../../platform/domain-error.js';
import { selectStoredFile } from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { hasReason } from '../rules/error-reason.js';
import { discard } from '../upstream/http-client.js';
import { DownloadFailure } from './download-file.js';
import type { SyncRun } from './run.js';

/** Error reasons of servers that fail: status 5xx without `Retry-After`, or no response. */
const serverFailures: readonly string[] = ['unavailable', 'unreachable'];

/**
 * Milliseconds after a served file during which the site counts as working; less than the attempts of a failed download
 * take.
 */
const proofMs = 2000;

/**
 * Distinguishes a file that the site always fails to serve from a site that fails. A file does not stop the sync if the
 * site has just served another file, or serves one on request.
 */
export class ServedFiles {
  readonly #dependencies: SyncDependencies;
  readonly #run: SyncRun;
  #count = 0;
  /** Time of the last served file in milliseconds since the Unix epoch. */
  #servedAt = Number.NEGATIVE_INFINITY;
  #probe: Promise<boolean> | undefined;

  constructor(dependencies: SyncDependencies, run: SyncRun) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  /** Number of files that the site has served in this sync. */
  get count(): number {
    return this.#count;
  }

  add(): void {
    this.#count++;
    this.#servedAt = this.#dependencies.clock.now();
  }

  /**
   * The failure to record for a file, given the error of its download.
   * @param servedBefore number of served files when the download started
   * @throws the error, if it does not concern only this file
   */
  async failureOf(error: unknown, options: { servedBefore: number; signal: AbortSignal }): Promise<DownloadFailure> {
    const { servedBefore, signal } = options;
    if (error instanceof DownloadFailure) return error;
    if (!isServerFailure(error) || signal.aborted) throw error;
    const isProven = this.#count > servedBefore && this.#dependencies.clock.now() - this.#servedAt < proofMs;
    if (isProven) return new DownloadFailure(error.message);
    this.#probe ??= this.#servesStoredFile(signal).finally(() => {
      this.#probe = undefined;
    });
    if (await this.#probe) return new DownloadFailure(error.message);
    throw error;
  }

  /** Whether the site serves a file that was downloaded before. */
  async #servesStoredFile(signal: AbortSignal): Promise<boolean> {
    const { database, graph } = this.#dependencies;
    const { siteId } = this.#run;
    const file = await database.guard((sql) => selectStoredFile(sql, { siteId }));
    if (file === undefined) return false;
    const completeContent = { offset: 0, entityTag: null };
    const response = await graph()
      .openContent({ siteId, itemId: file.id }, completeContent, signal)
      .catch(() => undefined);
    if (response === undefined) return false;
    await discard(response);
    return response.statusCode === 200;
  }
}

function isServerFailure(error: unknown): error is DomainError {
  return hasReason(error, serverFailures);
}
