import { type CompletedDownload, recordDownloads } from '../../repository/downloads.js';
import type { DriveDependencies } from '../dependencies.js';
import type { FinishedDownload } from './download-file.js';
import { type SyncRun, superseded } from './run.js';

interface Waiting {
  readonly recorded: CompletedDownload;
  readonly download: FinishedDownload;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records finished downloads. While one transaction is under way those that finish meanwhile gather for the next. */
export class DownloadRecorder {
  readonly #dependencies: DriveDependencies;
  readonly #run: SyncRun;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(dependencies: DriveDependencies, run: SyncRun) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  /** Resolves when the download is recorded for good. */
  async record(item: { id: string; contentTag: string }, download: FinishedDownload): Promise<void> {
    const { sha256, size, quickXorHash, eTag } = download;
    const recorded = { itemId: item.id, contentTag: item.contentTag, sha256, size, quickXorHash, eTag };
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ recorded, download, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
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
    this.#run.figures.downloads += count;
    await this.#run.report();
  }
}
