import { writeAll } from '../../../../platform/write-all.js';

/**
 * Size of a block in bytes: a multiple of 160, so quickXorHash can process whole rows, and of the page size of file
 * systems.
 */
export const blockBytes = 160 * 4096;

/**
 * Maximum number of blocks that are being hashed and written while another one is filled; large enough to hide the
 * latency of waking a thread.
 */
const maxPendingBlocks = 6;

/** Released blocks, for reuse. */
const freeBlocks: Buffer[] = [];

/** Returns a block in shared memory, reused if possible. */
export function acquireBlock(): Buffer {
  return freeBlocks.pop() ?? Buffer.from(new SharedArrayBuffer(blockBytes));
}

export function releaseBlock(block: Buffer): void {
  freeBlocks.push(block);
}

/** The file that a writer writes to. */
interface BlockFile {
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/**
 * Collects small chunks and writes them to a file in blocks. A block is hashed and written while the next ones are
 * filled; a writer has at most seven blocks, about 4.6 MB. Blocks are written in order, and none is written after a
 * failed one, so even after an interruption the file has no gaps.
 */
export class BlockWriter {
  readonly #file: BlockFile;
  readonly #hash: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Position in the file of the first byte of the current block. */
  #position: number;
  #block: Buffer | undefined;
  #filled = 0;
  #hashed = 0;
  /** Pending hash operations on parts of the current block. */
  #hashing: Promise<void>[] = [];
  /** Pending writes and hash operations of earlier blocks, oldest first. */
  #pending: Promise<void>[] = [];
  #lastWrite: Promise<void> = Promise.resolve();

  /** Creates a writer that starts at `position` in the file. `hash` must resolve when it no longer needs the bytes. */
  constructor(options: {
    file: BlockFile;
    position: number;
    hash: (bytes: Uint8Array) => Promise<void> | undefined;
  }) {
    this.#file = options.file;
    this.#position = options.position;
    this.#hash = options.hash;
  }

  /** Position in the file at which the next appended byte will be written. */
  get end(): number {
    return this.#position + this.#filled;
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.length; ) {
      this.#block ??= acquireBlock();
      const piece = chunk.subarray(offset, offset + blockBytes - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      offset += piece.length;
      if (this.#filled === blockBytes) await this.#startNextBlock();
    }
  }

  /** Hashes the bytes of the current block that are not hashed yet. */
  hashRemaining(): void {
    if (this.#block === undefined || this.#hashed === this.#filled) return;
    const hashing = this.#hash(this.#block.subarray(this.#hashed, this.#filled));
    if (hashing !== undefined) this.#hashing.push(deferRejection(hashing));
    this.#hashed = this.#filled;
  }

  /** Writes all appended bytes to the file. */
  async flush(): Promise<void> {
    await this.#startNextBlock();
    while (this.#pending.length > 0) await this.#awaitOldest();
  }

  /** Releases the memory; bytes that were not written to the file are lost. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#pending, ...this.#hashing]);
    this.#pending = [];
    if (this.#block !== undefined) releaseBlock(this.#block);
    this.#begin(this.end);
  }

  async #startNextBlock(): Promise<void> {
    const [block, length, position] = [this.#block, this.#filled, this.#position];
    if (block === undefined) return;
    this.hashRemaining();
    this.#lastWrite = deferRejection(
      this.#lastWrite.then(() => writeAll(this.#file, block.subarray(0, length), position)),
    );
    const work = settleAll([this.#lastWrite, ...this.#hashing]).finally(() => releaseBlock(block));
    this.#pending.push(deferRejection(work.then(() => undefined)));
    this.#begin(position + length);
    while (this.#pending.length > maxPendingBlocks) await this.#awaitOldest();
  }

  /** Starts the next block, at `position` in the file. */
  #begin(position: number): void {
    this.#block = undefined;
    this.#position = position;
    this.#filled = 0;
    this.#hashed = 0;
    this.#hashing = [];
  }

  async #awaitOldest(): Promise<void> {
    await this.#pending[0];
    this.#pending.shift();
  }
}

/** Marks a promise as handled, so a rejection is reported only where the promise is awaited later. */
function deferRejection(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

/** Waits until all promises are settled, and rejects if any of them was rejected. */
async function settleAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
