import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { QuickXorHash } from '../../rules/quick-xor-hash.js';

/** A file is named by what is in it, and by nothing that another server has told. */
const sha256Form = /^[0-9a-f]{64}$/;
const readBytes = 1 << 20;
/** What nobody has come back to for so long is not resumed any more. */
const staleMilliseconds = 14 * 86_400_000;

/** Contents under their SHA-256, and parts of contents that are on their way. */
export interface ContentStore {
  /** Where a content lies. Throws when the text is no SHA-256. */
  pathOf(sha256: string): string;
  /** The bytes from `start` up to and with `end`; fails on first read when the content is not there. */
  read(sha256: string, range?: { start?: number; end?: number }): ReadStream;
  /** Whether the content lies there in full. */
  has(content: { sha256: string; size: number }): Promise<boolean>;
  /** The part that belongs to this download, with what an earlier try has left of it. */
  openPart(download: readonly string[]): Promise<ContentPart>;
  /** Makes the places of these contents survive a loss of power. */
  flushPlaces(contents: readonly string[]): Promise<void>;
  /** Removes parts that nobody has come back to. `now` in milliseconds. */
  sweepParts(now: number): Promise<void>;
}

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

/** The store below `data_dir`/drive. */
export function createContentStore(dataDir: string): ContentStore {
  const contents = join(dataDir, 'drive', 'content');
  const parts = join(dataDir, 'drive', 'incoming');
  const folderOf = (sha256: string): string => join(contents, checked(sha256).slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  return {
    pathOf,
    read: (sha256, range = {}) => createReadStream(pathOf(sha256), { ...range, highWaterMark: 1 << 18 }),
    has: async ({ sha256, size }) => (await sizeOf(pathOf(sha256))) === size,
    async openPart(download) {
      await mkdir(parts, { recursive: true, mode: 0o700 });
      const name = createHash('sha256').update(download.join('\0')).digest('hex');
      return await FilePart.open(join(parts, name), pathOf);
    },
    async flushPlaces(sha256s) {
      for (const folder of new Set(sha256s.map(folderOf))) await flushFolder(folder);
    },
    async sweepParts(now) {
      for (const name of await readdir(parts).catch(() => [])) {
        const path = join(parts, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
        if (mtimeMs < now - staleMilliseconds) await unlink(path).catch(() => undefined);
      }
    },
  };
}

function checked(sha256: string): string {
  if (!sha256Form.test(sha256)) throw new Error('a content is named by its SHA-256');
  return sha256;
}

class FilePart implements ContentPart {
  readonly #path: string;
  readonly #finalPath: (sha256: string) => string;
  #file: FileHandle;
  #sha256: Hash = createHash('sha256');
  #quickXor = new QuickXorHash();

  private constructor(options: { path: string; finalPath: (sha256: string) => string; file: FileHandle }) {
    this.#path = options.path;
    this.#finalPath = options.finalPath;
    this.#file = options.file;
  }

  static async open(path: string, finalPath: (sha256: string) => string): Promise<FilePart> {
    // Kept for appending at our own positions: flag `a` would not let a part begin anew by writing.
    const file = await open(path, 'r+', 0o600).catch(() => openNew(path));
    const part = new FilePart({ path, finalPath, file });
    try {
      await part.#hashWhatIsThere();
      return part;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get length(): number {
    return this.#quickXor.length;
  }

  async append(chunk: Uint8Array): Promise<void> {
    let written = 0;
    while (written < chunk.length) {
      const position = this.length + written;
      const { bytesWritten } = await this.#file.write(chunk, written, chunk.length - written, position);
      written += bytesWritten;
    }
    this.#sha256.update(chunk);
    this.#quickXor.update(chunk);
  }

  async clear(): Promise<void> {
    // Never by cutting: the file may bear its final name already.
    await this.#file.close();
    await this.discard();
    this.#file = await openNew(this.#path);
    this.#sha256 = createHash('sha256');
    this.#quickXor = new QuickXorHash();
  }

  quickXorHash(): string {
    return this.#quickXor.digest();
  }

  async keep(): Promise<{ sha256: string; size: number; quickXorHash: string }> {
    const sha256 = this.#sha256.copy().digest('hex');
    const size = this.length;
    const path = this.#finalPath(sha256);
    if ((await sizeOf(path)) !== size) {
      await this.#file.sync();
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
      await giveName(this.#path, path);
    }
    return { sha256, size, quickXorHash: this.#quickXor.digest() };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async discard(): Promise<void> {
    await unlink(this.#path).catch(() => undefined);
  }

  async #hashWhatIsThere(): Promise<void> {
    const buffer = Buffer.allocUnsafe(readBytes);
    for (;;) {
      const { bytesRead } = await this.#file.read(buffer, 0, readBytes, this.length);
      if (bytesRead === 0) return;
      this.#sha256.update(buffer.subarray(0, bytesRead));
      this.#quickXor.update(buffer.subarray(0, bytesRead));
    }
  }
}

/** A second name for the same file: complete from its first moment. Where the file system has none, the name moves. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch {
    // Also where something of another size bears the name, cut by a broken disk: the whole one takes its place.
    await rename(part, path);
  }
}

async function openNew(path: string): Promise<FileHandle> {
  return await open(path, 'wx+', 0o600);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
