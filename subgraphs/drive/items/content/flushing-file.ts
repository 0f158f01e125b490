import type { FileHandle } from 'node:fs/promises';

/** Number of written bytes after which a flush starts. */
const flushBytes = 64 * 1_048_576;

/**
 * Writes to a file and flushes it to disk regularly in the background. Flushing a large file takes half as long as
 * downloading it; without this class, all of that time would be added at the end.
 */
export class FlushingFile {
  readonly #file: FileHandle;
  #unflushed = 0;
  #flush: Promise<void> | undefined;
  /**
   * Error of the first failed flush. The operating system reports it only once: a later flush succeeds although bytes
   * were lost.
   */
  #failure: unknown;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }> {
    const result = await this.#file.write(bytes, offset, length, position);
    this.#unflushed += result.bytesWritten;
    if (this.#unflushed >= flushBytes && this.#flush === undefined) this.#begin();
    return result;
  }

  /** Flushes all written bytes to disk. Also rejects if an earlier flush failed. */
  async sync(): Promise<void> {
    await this.#flush;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#file.sync();
  }

  /**
   * Closes the file after waiting for a flush in progress. Rejects if a flush failed: after the file is opened again,
   * nothing would indicate that bytes were lost.
   */
  async close(): Promise<void> {
    await this.#flush;
    await this.#file.close();
    if (this.#failure !== undefined) throw this.#failure;
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
