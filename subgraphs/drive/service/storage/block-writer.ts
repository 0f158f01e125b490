import type { FileHandle } from 'node:fs/promises';

/** A multiple of the rows of quickXorHash, which are hashed word by word, and of the pages of the file system. */
export const blockBytes = 160 * 4096;

/** Memory of writers that are done: as many blocks as were in use at once. */
const freeBlocks: Buffer[] = [];

/**
 * Gathers bytes and writes them to a file by blocks, because chunks of the network are small. A block is hashed and the next one
 * filled while the one before it is written; there are never more than two.
 */
export class BlockWriter {
  readonly #file: FileHandle;
  readonly #hash: (bytes: Uint8Array) => void;
  /** Of the first byte of the block in the file. */
  #position: number;
  #block: Buffer | undefined;
  #filled = 0;
  #hashed = 0;
  /** The block before this one on its way to the file. */
  #writing: Promise<void> | undefined;

  constructor(options: { file: FileHandle; position: number; hash: (bytes: Uint8Array) => void }) {
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
      this.#block ??= freeBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
      const piece = chunk.subarray(taken, taken + blockBytes - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      taken += piece.length;
      if (this.#filled === blockBytes) await this.#turnOver();
    }
  }

  /** Hashes what has not been hashed. */
  hashRest(): void {
    if (this.#block !== undefined && this.#hashed < this.#filled) {
      this.#hash(this.#block.subarray(this.#hashed, this.#filled));
    }
    this.#hashed = this.#filled;
  }

  /** Has everything in the file. */
  async flush(): Promise<void> {
    await this.#turnOver();
    await this.#written();
  }

  /** Lets go of the memory; what is not in the file is lost. */
  async abandon(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    if (this.#block !== undefined) freeBlocks.push(this.#block);
    this.#block = undefined;
    this.#position = this.end;
    this.#filled = 0;
    this.#hashed = 0;
  }

  async #turnOver(): Promise<void> {
    const [block, length, position] = [this.#block, this.#filled, this.#position];
    if (block === undefined) return;
    this.hashRest();
    await this.#written();
    this.#writing = this.#write(block.subarray(0, length), position).finally(() => freeBlocks.push(block));
    this.#writing.catch(() => undefined); // Thrown to whoever waits for it next.
    this.#block = undefined;
    this.#position += length;
    this.#filled = 0;
    this.#hashed = 0;
  }

  async #written(): Promise<void> {
    await this.#writing;
    this.#writing = undefined;
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, position + written);
      written += bytesWritten;
    }
  }
}
