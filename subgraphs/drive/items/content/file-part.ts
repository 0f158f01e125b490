import { type FileHandle, link, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BlockWriter, blockBytes, giveBlock, takeBlock } from './block-writer.js';
import { ContentHash } from './content-hash.js';

/** A content on its way: bytes are appended and hashed; only a complete one gets its final name. */
export interface ContentPart {
  readonly length: number;
  append(chunk: Uint8Array): Promise<void>;
  /** Begins anew. */
  clear(): Promise<void>;
  /** Hash of what is there, as the document site tells it. */
  quickXorHash(): string;
  /** Writes all to disk and gives it its final name. The part stays until it is discarded, so that nothing is lost between. */
  keep(): Promise<{ sha256: string; size: number; quickXorHash: string }>;
  /** Lets go of the file; what is there stays for the next try. */
  close(): Promise<void>;
  discard(): Promise<void>;
}

interface PartPlace {
  readonly path: string;
  readonly finalPath: (sha256: string) => string;
  readonly makeFolder: (path: string) => Promise<void>;
}

/** A part in a file: it is hashed and written by blocks, each hashed while the one before it is written. */
export class FilePart implements ContentPart {
  readonly #place: PartPlace;
  #file: FileHandle;
  #writer: BlockWriter;
  #hash = new ContentHash();

  private constructor(place: PartPlace, file: FileHandle) {
    this.#place = place;
    this.#file = file;
    this.#writer = this.#writerAt(0);
  }

  /** The part of this place, with what an earlier try has left of it. */
  static async open(place: PartPlace): Promise<FilePart> {
    const fresh = await open(place.path, 'wx+', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (fresh !== undefined) return new FilePart(place, fresh);
    // Kept for writing at our own positions: flag `a` would not let a part begin anew.
    const part = new FilePart(place, await open(place.path, 'r+'));
    try {
      await part.#hashWhatIsThere();
      return part;
    } catch (error) {
      part.#hash.release();
      await part.#file.close();
      throw error;
    }
  }

  get length(): number {
    return this.#writer.end;
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.#writer.append(chunk);
  }

  async clear(): Promise<void> {
    await this.#writer.abandon();
    // Never by cutting: the file may bear its final name already.
    await this.#file.close();
    await this.discard();
    this.#file = await open(this.#place.path, 'wx+', 0o600);
    this.#hash.release();
    this.#hash = new ContentHash();
    this.#writer = this.#writerAt(0);
  }

  quickXorHash(): string {
    this.#writer.hashRest();
    return this.#hash.quickXorHash();
  }

  async keep(): Promise<{ sha256: string; size: number; quickXorHash: string }> {
    const quickXorHash = this.quickXorHash();
    const sha256 = await this.#hash.sha256();
    const size = this.length;
    const path = this.#place.finalPath(sha256);
    if ((await sizeOf(path)) !== size) {
      await this.#writer.flush();
      await this.#file.sync();
      await this.#place.makeFolder(dirname(path));
      await giveName(this.#place.path, path);
    }
    return { sha256, size, quickXorHash };
  }

  async close(): Promise<void> {
    try {
      await this.#writer.flush();
    } finally {
      await this.#writer.abandon();
      this.#hash.release();
      await this.#file.close();
    }
  }

  async discard(): Promise<void> {
    await unlink(this.#place.path).catch(() => undefined);
  }

  #writerAt(position: number): BlockWriter {
    return new BlockWriter({ file: this.#file, position, hash: (bytes) => this.#hash.update(bytes) });
  }

  async #hashWhatIsThere(): Promise<void> {
    const block = takeBlock();
    try {
      for (;;) {
        const { bytesRead } = await this.#file.read(block, 0, blockBytes, this.#hash.length);
        if (bytesRead === 0) break;
        await this.#hash.update(block.subarray(0, bytesRead));
      }
    } finally {
      giveBlock(block);
    }
    this.#writer = this.#writerAt(this.#hash.length);
  }
}

/** Bytes of a file; undefined where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** A second name for the same file: complete from its first moment. Where the file system has none, the name moves. */
export async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch {
    // Also where something of another size bears the name, cut by a broken disk: the whole one takes its place.
    await rename(part, path);
  }
}
