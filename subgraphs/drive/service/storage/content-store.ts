import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { QuickXorHash } from '../../rules/quick-xor-hash.js';

/** A file is named by what is in it, and by nothing that another server has told. */
const sha256Form = /^[0-9a-f]{64}$/;
const readBytes = 1 << 20;
/** Chunks of the network are small: so many bytes are written at once. */
const writeBytes = 1 << 18;
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
  const makeFolder = folderMaker();
  return {
    pathOf,
    read: (sha256, range = {}) => createReadStream(pathOf(sha256), { ...range, highWaterMark: 1 << 18 }),
    has: async ({ sha256, size }) => (await sizeOf(pathOf(sha256))) === size,
    async openPart(download) {
      await makeFolder(parts);
      const name = createHash('sha256').update(download.join('\0')).digest('hex');
      return await FilePart.open({ path: join(parts, name), finalPath: pathOf, makeFolder });
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

/** Memory of parts that are closed: as many as there were parts open at once. */
const freeBuffers: Buffer[] = [];

interface PartPlace {
  readonly path: string;
  readonly finalPath: (sha256: string) => string;
  readonly makeFolder: (path: string) => Promise<void>;
}

class FilePart implements ContentPart {
  readonly #place: PartPlace;
  #file: FileHandle;
  #sha256: Hash = createHash('sha256');
  #quickXor = new QuickXorHash();
  /** Hashed already, and still to be written behind what is in the file. */
  #unwritten: Buffer | undefined;
  #unwrittenBytes = 0;

  private constructor(place: PartPlace, file: FileHandle) {
    this.#place = place;
    this.#file = file;
  }

  static async open(place: PartPlace): Promise<FilePart> {
    // Kept for writing at our own positions: flag `a` would not let a part begin anew.
    const left = await open(place.path, 'r+', 0o600).catch(() => undefined);
    const part = new FilePart(place, left ?? (await openNew(place.path)));
    try {
      if (left !== undefined) await part.#hashWhatIsThere();
      return part;
    } catch (error) {
      await part.#file.close();
      throw error;
    }
  }

  get length(): number {
    return this.#quickXor.length;
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#sha256.update(chunk);
    this.#quickXor.update(chunk);
    this.#unwritten ??= freeBuffers.pop() ?? Buffer.allocUnsafeSlow(writeBytes);
    for (let taken = 0; taken < chunk.length; ) {
      const piece = chunk.subarray(taken, taken + writeBytes - this.#unwrittenBytes);
      this.#unwritten.set(piece, this.#unwrittenBytes);
      this.#unwrittenBytes += piece.length;
      taken += piece.length;
      if (this.#unwrittenBytes === writeBytes) await this.#write(this.length - chunk.length + taken);
    }
  }

  async clear(): Promise<void> {
    // Never by cutting: the file may bear its final name already.
    await this.#file.close();
    await this.discard();
    this.#file = await openNew(this.#place.path);
    this.#unwrittenBytes = 0;
    this.#sha256 = createHash('sha256');
    this.#quickXor = new QuickXorHash();
  }

  quickXorHash(): string {
    return this.#quickXor.digest();
  }

  async keep(): Promise<{ sha256: string; size: number; quickXorHash: string }> {
    const sha256 = this.#sha256.copy().digest('hex');
    const size = this.length;
    const path = this.#place.finalPath(sha256);
    if ((await sizeOf(path)) !== size) {
      await this.#write(size);
      await this.#file.sync();
      await this.#place.makeFolder(dirname(path));
      await giveName(this.#place.path, path);
    }
    return { sha256, size, quickXorHash: this.#quickXor.digest() };
  }

  async close(): Promise<void> {
    try {
      await this.#write(this.length);
    } finally {
      if (this.#unwritten !== undefined) freeBuffers.push(this.#unwritten);
      this.#unwritten = undefined;
      await this.#file.close();
    }
  }

  async discard(): Promise<void> {
    await unlink(this.#place.path).catch(() => undefined);
  }

  /** Writes what is gathered, so that the file reaches up to `end`. */
  async #write(end: number): Promise<void> {
    const length = this.#unwrittenBytes;
    this.#unwrittenBytes = 0;
    for (let written = 0; this.#unwritten !== undefined && written < length; ) {
      const position = end - length + written;
      const { bytesWritten } = await this.#file.write(this.#unwritten, written, length - written, position);
      written += bytesWritten;
    }
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

/** Makes folders that only we may enter, each once. */
function folderMaker(): (path: string) => Promise<void> {
  const made = new Set<string>();
  return async function makeFolder(path) {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
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
