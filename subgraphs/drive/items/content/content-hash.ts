import { createHash, type Hash } from 'node:crypto';
import { blockBytes } from './block-writer.js';
import { type ContentProfile, ProfileSampler } from './content-profile.js';
import { beginThreadHash, type ThreadHash } from './hash-thread.js';
import { QuickXorHash } from './quick-xor-hash.js';

/** Computes quickXorHash, SHA-256 and profile of content block by block. */
export class ContentHash {
  readonly #quickXor = new QuickXorHash();
  readonly #profile = new ProfileSampler();
  #sha256: Hash | ThreadHash | undefined;

  /** Number of bytes hashed so far. */
  get length(): number {
    return this.#quickXor.length;
  }

  /**
   * Adds a block, which must not change until the returned promise resolves; undefined if it was hashed immediately.
   */
  update(block: Uint8Array): Promise<void> | undefined {
    // Content that fills a block is large enough for a separate thread.
    this.#sha256 ??= (block.length >= blockBytes ? beginThreadHash() : undefined) ?? createHash('sha256');
    this.#quickXor.update(block);
    this.#profile.update(block);
    if ('release' in this.#sha256) return this.#sha256.update(block);
    this.#sha256.update(block);
    return undefined;
  }

  quickXorHash(): string {
    return this.#quickXor.digest();
  }

  profile(): ContentProfile {
    return this.#profile.profile();
  }

  /** The SHA-256 of all bytes so far, in hexadecimal. */
  async sha256(): Promise<string> {
    const hash = this.#sha256 ?? createHash('sha256');
    return 'release' in hash ? await hash.digest() : hash.copy().digest('hex');
  }

  release(): void {
    if (this.#sha256 !== undefined && 'release' in this.#sha256) this.#sha256.release();
    this.#sha256 = undefined;
  }
}
