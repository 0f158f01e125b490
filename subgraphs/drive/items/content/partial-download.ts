import { unlink } from 'node:fs/promises';
import { acquireBlock, BlockWriter, releaseBlock } from './block-writer.js';
import type { ContentFiles } from './content-files.js';
import { ContentHash } from './content-hash.js';
import type { ContentProfile } from './content-profile.js';
import type { DiskSpace } from './disk-space.js';
import { DamagedContentError, type NamedContent } from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';
import { openPartFile, type PartFile } from './part-file.js';
import { isStored } from './stored-file.js';
import type { VerifiedContents } from './verified-contents.js';

/** Stored content with its hashes and profile. */
export interface HashedContent extends ContentProfile {
  readonly sha256: string;
  readonly size: number;
  readonly quickXorHash: string;
}

interface PartPaths {
  readonly path: string;
  readonly files: ContentFiles;
  readonly keys: EncryptionKeys;
  readonly verified: VerifiedContents;
  readonly space: DiskSpace;
}

/**
 * Content that is being downloaded to a file. Appended bytes are hashed and written in blocks; a block is hashed while
 * the previous one is written. Only complete content gets its final name.
 */
export class PartialDownload {
  readonly #paths: PartPaths;
  #file: PartFile;
  #writer: BlockWriter;
  #hash = new ContentHash();
  #endReservation: () => void = () => {};

  private constructor(paths: PartPaths, file: PartFile) {
    this.#paths = paths;
    this.#file = file;
    this.#writer = this.#writerAt(0);
  }

  /** Opens a part, with the bytes that earlier attempts received. */
  static async open(paths: PartPaths): Promise<PartialDownload> {
    const part = new PartialDownload(paths, await openPartFile(paths.path, paths.keys));
    try {
      await part.#hashExisting().catch(async (error: unknown) => {
        if (!(error instanceof DamagedContentError)) throw error;
        await part.clear();
      });
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

  /**
   * Reserves the disk space for content of `size` bytes until the part is closed.
   * @throws an error with a `fullDiskReason` if the content does not fit
   */
  async reserve(size: number): Promise<void> {
    this.#endReservation();
    this.#endReservation = await this.#paths.space.reserve({ size, part: this });
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.#writer.append(chunk);
  }

  /** Discards all bytes, so the download starts over. */
  async clear(): Promise<void> {
    await this.#writer.abandon();
    // Not truncated: the same file may already have its final name.
    await this.#file.close().catch(() => undefined); // Bytes that could not be flushed are discarded.
    await this.discard();
    this.#file = await openPartFile(this.#paths.path, this.#paths.keys);
    this.#hash.release();
    this.#hash = new ContentHash();
    this.#writer = this.#writerAt(0);
  }

  /** quickXorHash of all bytes so far, in base64. */
  quickXorHash(): string {
    this.#writer.hashRemaining();
    return this.#hash.quickXorHash();
  }

  /**
   * Stores the content under its final name. The part remains until `discard` is called, so a crash in between loses
   * nothing.
   */
  async finish(): Promise<HashedContent> {
    const quickXorHash = this.quickXorHash();
    const sha256 = await this.#hash.sha256();
    const size = this.length;
    const { path, files } = this.#paths;
    // Stored content is renewed, because its removal may be pending.
    if (!((await this.#isIntact({ sha256, size })) && (await files.renew(sha256)))) {
      await this.#writer.flush();
      await this.#file.complete({ sha256, size });
      await files.put(sha256, path);
    }
    return { sha256, size, quickXorHash, ...this.#hash.profile() };
  }

  /**
   * Closes the part; its bytes remain for the next attempt. If some of them could not be flushed to disk, rejects and
   * discards the part.
   */
  async close(): Promise<void> {
    try {
      await this.#writer.flush();
    } finally {
      await this.#writer.abandon();
      this.#hash.release();
      this.#endReservation();
      await this.#file.close().catch(async (error: unknown) => {
        await this.discard();
        throw error;
      });
    }
  }

  /** Deletes the part; content that was stored under its final name remains. */
  async discard(): Promise<void> {
    await unlink(this.#paths.path).catch(() => undefined);
  }

  /** Whether the content is already stored and undamaged. */
  async #isIntact(content: NamedContent): Promise<boolean> {
    return await isStored({ ...this.#paths, content }).catch((error: unknown) => {
      if (!(error instanceof DamagedContentError)) throw error;
      return false;
    });
  }

  #writerAt(position: number): BlockWriter {
    return new BlockWriter({ file: this.#file, position, hash: (bytes) => this.#hash.update(bytes) });
  }

  async #hashExisting(): Promise<void> {
    const block = acquireBlock();
    try {
      for (;;) {
        const length = await this.#file.read(block, this.#hash.length);
        if (length === 0) break;
        await this.#hash.update(block.subarray(0, length));
      }
    } finally {
      releaseBlock(block);
    }
    this.#writer = this.#writerAt(this.#hash.length);
  }
}
