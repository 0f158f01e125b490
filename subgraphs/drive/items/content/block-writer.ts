/** A multiple of the rows of quickXorHash, which are hashed word by word, and of the pages of the file system. */
export const blockBytes = 160 * 4096;

/** Blocks of a writer that are hashed and written while another one is filled: enough that no thread waits for another to be woken. */
const mostUnderWay = 6;

/** Memory of writers that are done: as many blocks as were in use at once. */
const freeBlocks: Buffer[] = [];

/** A block that threads can share. */
export function takeBlock(): Buffer {
  return freeBlocks.pop() ?? Buffer.from(new SharedArrayBuffer(blockBytes));
}

export function giveBlock(block: Buffer): void {
  freeBlocks.push(block);
}

/** The file that a writer writes to. */
interface BlockFile {
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/**
 * Gathers bytes and writes them to a file by blocks, because chunks of the network are small. A block is hashed and written while the
 * next ones are filled; there are never more than seven, of some 4 MB. Blocks are written one after the other, and none after one that
 * could not be: whatever stops the writing, all bytes up to the length of the file are there.
 */
export class BlockWriter {
  readonly #file: BlockFile;
  readonly #hash: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Of the first byte of the block in the file. */
  #position: number;
  #block: Buffer | undefined;
  #filled = 0;
  #hashed = 0;
  /** Parts of the block on their way to the hash. */
  #hashing: Promise<void>[] = [];
  /** Blocks before this one on their way to file and hash, the oldest first. */
  #underWay: Promise<void>[] = [];
  #lastWrite: Promise<void> = Promise.resolve();

  /** `hash` resolves when it has done with the bytes. */
  constructor(options: {
    file: BlockFile;
    position: number;
    hash: (bytes: Uint8Array) => Promise<void> | undefined;
  }) {
    this.#file = options.file;
    this.#position = options.position;
    this.#hash = options.hash;
  }

  /** Where the next byte goes. */
  get end(): number {
    return this.#position + this.#filled;
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let taken = 0; taken < chunk.length; ) {
      this.#block ??= takeBlock();
      const piece = chunk.subarray(taken, taken + blockBytes - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      taken += piece.length;
      if (this.#filled === blockBytes) await this.#turnOver();
    }
  }

  /** Hashes what has not been hashed. */
  hashRest(): void {
    if (this.#block === undefined || this.#hashed === this.#filled) return;
    const hashing = this.#hash(this.#block.subarray(this.#hashed, this.#filled));
    if (hashing !== undefined) this.#hashing.push(noted(hashing));
    this.#hashed = this.#filled;
  }

  /** Has everything in the file. */
  async flush(): Promise<void> {
    await this.#turnOver();
    while (this.#underWay.length > 0) await this.#oldest();
  }

  /** Lets go of the memory; what is not in the file is lost. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#underWay, ...this.#hashing]);
    this.#underWay = [];
    if (this.#block !== undefined) giveBlock(this.#block);
    this.#begin(this.end);
  }

  async #turnOver(): Promise<void> {
    const [block, length, position] = [this.#block, this.#filled, this.#position];
    if (block === undefined) return;
    this.hashRest();
    this.#lastWrite = noted(this.#lastWrite.then(() => this.#write(block.subarray(0, length), position)));
    const work = allSettled([this.#lastWrite, ...this.#hashing]).finally(() => giveBlock(block));
    this.#underWay.push(noted(work.then(() => undefined)));
    this.#begin(position + length);
    while (this.#underWay.length > mostUnderWay) await this.#oldest();
  }

  /** The next block, at this place in the file. */
  #begin(position: number): void {
    this.#block = undefined;
    this.#position = position;
    this.#filled = 0;
    this.#hashed = 0;
    this.#hashing = [];
  }

  async #oldest(): Promise<void> {
    await this.#underWay[0];
    this.#underWay.shift();
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, position + written);
      written += bytesWritten;
    }
  }
}

/** A failure is thrown to whoever waits for the work, and that may be later. */
function noted(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

/** What comes of the work, when nothing of it is under way any more; rejects then, if something failed. */
async function allSettled<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
