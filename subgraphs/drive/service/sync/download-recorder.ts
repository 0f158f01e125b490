import { type CompletedDownload, recordDownloads } from '../../repository/downloads.js';
import type { DriveDependencies } from '../dependencies.js';
import type { FinishedDownload } from './download-file.js';
import { type SyncRun, superseded } from './run.js';

/** Downloads that wait for their record. Whoever brings more waits too. */
const mostWaiting = 64;

interface Waiting {
  readonly recorded: CompletedDownload;
  readonly download: FinishedDownload;
}

/**
 * Records finished downloads while others are under way. While one transaction is written those that finish meanwhile gather for
 * the next. What a process leaves unrecorded lies in its part, and the next one need not download it again.
 */
export class DownloadRecorder {
  readonly #dependencies: DriveDependencies;
  readonly #run: SyncRun;
  readonly #onRecorded: (itemId: string) => void;
  readonly #onFailure: (error: unknown) => void;
  #waiting: Waiting[] = [];
  /** The batch under way; one that failed stays. */
  #writing: Promise<void> | undefined;

  constructor(options: {
    dependencies: DriveDependencies;
    run: SyncRun;
    onRecorded: (itemId: string) => void;
    onFailure: (error: unknown) => void;
  }) {
    this.#dependencies = options.dependencies;
    this.#run = options.run;
    this.#onRecorded = options.onRecorded;
    this.#onFailure = options.onFailure;
  }

  /** Resolves when the download will be recorded; `finish` tells whether it was. */
  async record(item: { id: string; contentTag: string }, download: FinishedDownload): Promise<void> {
    const { sha256, size, quickXorHash, eTag } = download;
    const recorded = { itemId: item.id, contentTag: item.contentTag, sha256, size, quickXorHash, eTag };
    this.#waiting.push({ recorded, download });
    this.#begin();
    while (this.#waiting.length >= mostWaiting) await this.#writing;
  }

  /** Resolves when all that was brought is recorded for good. */
  async finish(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  #begin(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#write(batch).then(() => {
      this.#writing = undefined;
      this.#begin();
    });
    this.#writing.catch(this.#onFailure);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { content, database, clock } = this.#dependencies;
    await content.flushPlaces(batch.map(({ recorded }) => recorded.sha256));
    const count = await database.transaction((sql) =>
      recordDownloads(sql, {
        siteId: this.#run.siteId,
        runId: this.#run.id,
        downloads: batch.map(({ recorded }) => recorded),
        now: clock.now() / 1000,
      }),
    );
    if (count === undefined) throw superseded();
    await Promise.all(batch.map(({ download }) => download.settle()));
    for (const { recorded } of batch) this.#onRecorded(recorded.itemId);
    this.#run.figures.downloads += count;
    await this.#run.report();
  }
}
