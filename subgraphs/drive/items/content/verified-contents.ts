import { createHash } from 'node:crypto';
import { boundedCache } from '../../../../platform/bounded-cache.js';
import type { ContentRange, StoredFile } from './content-files.js';
import { DamagedContentError, type NamedContent } from './encrypted-format.js';

/** Maximum number of files to remember as verified. */
const maxFiles = 10_000;

/**
 * Verifies the SHA-256 of contents in unencrypted files; encrypted files are verified when they are decrypted. A
 * verified file is not hashed again until it changes.
 */
export class VerifiedContents {
  /** The state of each file when it was verified, by SHA-256. */
  readonly #states = boundedCache<string, string>(maxFiles);

  /**
   * Reads the bytes of a range. For a file that is not verified yet, a partial range is yielded only after the whole
   * file was verified, and the last bytes of a full range only after all bytes were verified, so no reader receives
   * damaged content completely.
   * @throws {DamagedContentError} if the file does not match its SHA-256
   */
  async *read(
    file: StoredFile,
    { content, range, signal }: { content: NamedContent; range: ContentRange; signal: AbortSignal },
  ): AsyncGenerator<Buffer> {
    const state = await file.state();
    const isWhole = range.start === 0 && range.end === content.size - 1;
    const isKnown = this.#states.get(content.sha256) === state;
    if (!isKnown && !isWhole) await this.verify(file, content, signal);
    const hash = isKnown || !isWhole ? undefined : createHash('sha256');
    let last: Buffer | undefined;
    for await (const part of bytesOf(file, range)) {
      if (last !== undefined) yield last;
      hash?.update(part);
      last = part;
    }
    // If the bytes were hashed as they were read, their hash decides. Otherwise, the file may have changed after it was
    // verified.
    if (hash !== undefined) this.#accept(content, { found: hash.digest('hex'), state });
    else if ((await file.state()) !== state) await this.verify(file, content, signal);
    if (last !== undefined) yield last;
  }

  /**
   * Verifies the SHA-256 of a file, unless it was verified before.
   * @throws {DamagedContentError} if the file does not match its SHA-256; {Error} if the signal aborts
   */
  async verify(file: StoredFile, content: NamedContent, signal?: AbortSignal): Promise<void> {
    const state = await file.state();
    if (this.#states.get(content.sha256) === state) return;
    const hash = createHash('sha256');
    for await (const part of bytesOf(file, { start: 0, end: content.size - 1 })) {
      signal?.throwIfAborted();
      hash.update(part);
    }
    this.#accept(content, { found: hash.digest('hex'), state });
  }

  #accept({ sha256 }: NamedContent, { found, state }: { found: string; state: string }): void {
    if (found !== sha256) throw new DamagedContentError('its content has a different SHA-256');
    this.#states.set(sha256, state);
  }
}

async function* bytesOf(file: StoredFile, range: ContentRange): AsyncGenerator<Buffer> {
  if (range.start <= range.end) yield* file.stream(range);
}
