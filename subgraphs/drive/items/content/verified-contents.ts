import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { DamagedContent, type NamedContent } from './encrypted-format.js';

const readBytes = 1 << 18;
/** Maximum number of files whose contents are remembered as verified. */
const maxFiles = 10_000;

/** A part of a content, from `start` to `end`, inclusive. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Verifies contents in clear files by their SHA-256, which encrypted files do by their seal. A file that was verified
 * is read again without that, until it changes.
 */
export class VerifiedContents {
  /** The state of the file of a content when it was verified. */
  readonly #states = new LRUCache<string, string>({ max: maxFiles });

  /**
   * The bytes of a part. A part of a file that is not verified yet is yielded after the whole file was read, and the
   * last bytes of a whole content after all of it was hashed: nobody gets all bytes of another content.
   * @throws {DamagedContent} if the file has another content
   */
  async *read(
    file: FileHandle,
    { content, range, signal }: { content: NamedContent; range: ContentRange; signal: AbortSignal },
  ): AsyncGenerator<Buffer> {
    const state = await stateOf(file);
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
    // Bytes that are hashed are those that were read. Others may have been changed after they were verified.
    if (hash !== undefined) this.#accept(content, { found: hash.digest('hex'), state });
    else if ((await stateOf(file)) !== state) await this.verify(file, content, signal);
    if (last !== undefined) yield last;
  }

  /** @throws {DamagedContent} if the file has another content; {Error} if the signal aborts */
  async verify(file: FileHandle, content: NamedContent, signal?: AbortSignal): Promise<void> {
    const state = await stateOf(file);
    if (this.#states.get(content.sha256) === state) return;
    const hash = createHash('sha256');
    for await (const part of bytesOf(file, { start: 0, end: content.size - 1 })) {
      signal?.throwIfAborted();
      hash.update(part);
    }
    this.#accept(content, { found: hash.digest('hex'), state });
  }

  #accept({ sha256 }: NamedContent, { found, state }: { found: string; state: string }): void {
    if (found !== sha256) throw new DamagedContent('its bytes have another SHA-256');
    this.#states.set(sha256, state);
  }
}

/** The time of the last change of a file cannot be set back, unlike that of its bytes. */
async function stateOf(file: FileHandle): Promise<string> {
  const { dev, ino, size, ctimeNs } = await file.stat({ bigint: true });
  return [dev, ino, size, ctimeNs].join(' ');
}

async function* bytesOf(file: FileHandle, { start, end }: ContentRange): AsyncGenerator<Buffer> {
  if (end < start) return;
  // The stream allocates this much memory at once, even for a small file.
  const highWaterMark = Math.min(readBytes, end - start + 1);
  yield* file.createReadStream({ start, end, highWaterMark, autoClose: false });
}
