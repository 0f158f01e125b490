import type { FileHandle } from 'node:fs/promises';

/** Number of written bytes after which they are flushed. */
const flushBytes = 64 * 1_048_576;

/**
 * Writes to a file, and flushes to disk what was written while more is written. The flush of a large file takes half as
 * long as its download, and the system would begin it at the end.
 */
export class FlushingFile {
  readonly #file: FileHandle;
  #unflushed = 0;
  #flush: Promise<void> | undefined;
  /**
   * Error of the first failed flush: the system reports it once, and the next flush would succeed without the bytes.
   */
  #failure: unknown;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }> {
    const written = await this.#file.write(bytes, offset, length, position);
    this.#unflushed += written.bytesWritten;
    if (this.#unflushed >= flushBytes && this.#flush === undefined) this.#begin();
    return written;
  }

  /** Flushes everything to disk. Rejects also if an earlier flush failed. */
  async sync(): Promise<void> {
    await this.#flush;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#file.sync();
  }

  /** Waits for a flush in progress, and closes the file. */
  async close(): Promise<void> {
    await this.#flush;
    await this.#file.close();
  }

  #begin(): void {
    this.#unflushed = 0;
    const failed = (error: unknown) => {
      this.#failure ??= error;
    };
    this.#flush = this.#file
      .datasync()
      .catch(failed)
      .finally(() => {
        this.#flush = undefined;
      });
  }
}
