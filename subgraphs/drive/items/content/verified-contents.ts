import { createHash } from 'node:crypto';
import { boundedCache } from '../../../../platform/bounded-cache.js';
import { Semaphore } from '../../../../platform/semaphore.js';
import { untilAborted } from '../../../../platform/until-aborted.js';
import type { ContentRange, StoredFile } from './content-files.js';
import { DamagedContentError, type NamedContent } from './encrypted-format.js';

/** Maximum number of files to remember as verified. */
const maxFiles = 10_000;
/** Maximum number of files that are verified concurrently for readers of ranges; others wait. */
const maxConcurrent = 4;

/** The verification of a file, which all readers that need it share. */
interface Verification {
  /** The files of the readers that wait for the result. */
  readonly files: Set<StoredFile>;
  readonly result: Promise<void>;
}

/**
 * Verifies the SHA-256 of contents in unencrypted files; encrypted files are verified when they are decrypted. A
 * verified file is not hashed again until it changes.
 */
export class VerifiedContents {
  /** The state of each file when it was verified, by SHA-256. */
  readonly #states = boundedCache<string, string>(maxFiles);
  /** Verifications that wait or are in progress, by SHA-256 and state of the file. */
  readonly #verifications = new Map<string, Verification>();
  readonly #semaphore = new Semaphore(maxConcurrent);

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
   * Verifies the SHA-256 of a file, unless it was verified before. If the signal aborts, a verification in progress
   * continues, so readers that repeatedly time out can read a large file later.
   * @throws {DamagedContentError} if the file does not match its SHA-256; {Error} if the signal aborts
   */
  async verify(file: StoredFile, content: NamedContent, signal?: AbortSignal): Promise<void> {
    const state = await file.state();
    if (this.#states.get(content.sha256) === state) return;
    const key = `${content.sha256} ${state}`;
    const verification = this.#verifications.get(key) ?? this.#start({ key, file, content, state });
    verification.files.add(file);
    try {
      await (signal === undefined ? verification.result : untilAborted(signal, verification.result));
    } finally {
      verification.files.delete(file);
    }
  }

  #start(options: { key: string; file: StoredFile; content: NamedContent; state: string }): Verification {
    const { key, file, content, state } = options;
    const files = new Set([file]);
    const result = this.#semaphore.run(async () => {
      // If all readers have left before its turn, the file is not read.
      const [first] = files;
      try {
        if (first !== undefined) await this.#hash(first, content, state);
      } finally {
        this.#verifications.delete(key);
      }
    });
    result.catch(() => undefined); // If all readers have left, nobody handles the error.
    const verification = { files, result };
    this.#verifications.set(key, verification);
    return verification;
  }

  async #hash(file: StoredFile, content: NamedContent, state: string): Promise<void> {
    file.retain();
    try {
      const hash = createHash('sha256');
      for await (const part of bytesOf(file, { start: 0, end: content.size - 1 })) hash.update(part);
      this.#accept(content, { found: hash.digest('hex'), state });
    } finally {
      await file.close();
    }
  }

  #accept({ sha256 }: NamedContent, { found, state }: { found: string; state: string }): void {
    if (found !== sha256) throw new DamagedContentError('its content has a different SHA-256');
    this.#states.set(sha256, state);
  }
}

async function* bytesOf(file: StoredFile, range: ContentRange): AsyncGenerator<Buffer> {
  if (range.start <= range.end) yield* file.stream(range);
}
