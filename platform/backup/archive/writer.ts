import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Manifest, Section, SectionTotals, Summary } from '../manifest.js';
import {
  compressions,
  encodeHeader,
  type FrameType,
  frameTypes,
  lastFrameFlag,
  maxDataBytes,
  maxFrameBytes,
  tagBytes,
} from './format.js';
import { createKey, FrameSeal } from './seal.js';

/** The destination of the bytes of a backup. */
export interface Sink {
  write(parts: readonly Buffer[]): Promise<void>;
}

const compress = promisify(zstdCompress);
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** Minimum number of bytes that are compressed; shorter data is stored unchanged. */
const minCompressedBytes = 128;
/** Maximum number of frames compressed concurrently, each in a thread of libuv's pool. */
const maxPending = 3;

interface PendingFrame {
  readonly type: FrameType;
  readonly isLast: boolean;
  readonly packed: Promise<{ compression: number; bytes: Buffer }>;
}

/** Writes a backup: the manifest, the sections, and the summary. */
export class ArchiveWriter {
  readonly #sink: Sink;
  readonly #seal: FrameSeal;
  readonly #pending: PendingFrame[] = [];
  readonly #checksums = createHash('sha256');
  #summary = { tables: 0, rows: 0, jobs: 0, files: 0, bytes: 0 };

  private constructor(sink: Sink, seal: FrameSeal) {
    this.#sink = sink;
    this.#seal = seal;
  }

  /** @param options.passphrase encrypts everything except the version and the time */
  static async begin(options: {
    sink: Sink;
    manifest: Manifest;
    passphrase: string | undefined;
  }): Promise<ArchiveWriter> {
    const { sink, manifest, passphrase } = options;
    const { source, key } = await createKey(passphrase);
    const header = encodeHeader({ rampart: manifest.rampart, createdAt: manifest.createdAt, key: source });
    await sink.write([header.bytes]);
    const writer = new ArchiveWriter(sink, new FrameSeal(key, header.digest));
    await writer.#add(frameTypes.manifest, jsonBytes(manifest));
    return writer;
  }

  /** Writes a section and returns its totals. Rows end with a line feed. */
  async section(section: Section, data: AsyncIterable<Buffer>): Promise<SectionTotals> {
    await this.#add(frameTypes.begin, jsonBytes(section));
    const hash = createHash('sha256');
    const totals = { rows: 0, bytes: 0 };
    const chunker = new Chunker();
    for await (const bytes of data) {
      hash.update(bytes);
      totals.bytes += bytes.length;
      if (section.kind !== 'file') totals.rows += countLines(bytes);
      for (const chunk of chunker.push(bytes)) await this.#add(frameTypes.data, chunk);
    }
    const remainder = chunker.flush();
    if (remainder.length > 0) await this.#add(frameTypes.data, remainder);
    const sectionTotals = {
      bytes: totals.bytes,
      rows: section.kind === 'file' ? null : totals.rows,
      sha256: hash.digest('hex'),
    };
    await this.#add(frameTypes.end, jsonBytes(sectionTotals));
    this.#count(section, sectionTotals);
    return sectionTotals;
  }

  async finish(): Promise<Summary> {
    const summary = { ...this.#summary, sha256: this.#checksums.digest('hex') };
    await this.#add(frameTypes.summary, jsonBytes(summary), true);
    while (this.#pending.length > 0) await this.#writeOldest();
    return summary;
  }

  #count({ kind }: Section, { rows, bytes, sha256 }: SectionTotals): void {
    this.#checksums.update(sha256);
    this.#summary.bytes += bytes;
    if (kind === 'file') this.#summary.files++;
    else if (kind === 'jobs') this.#summary.jobs += rows ?? 0;
    else {
      this.#summary.tables++;
      this.#summary.rows += rows ?? 0;
    }
  }

  async #add(type: FrameType, bytes: Buffer, isLast = false): Promise<void> {
    const packing = pack(bytes);
    packing.catch(() => {}); // The writer reports the error.
    this.#pending.push({ type, isLast, packed: packing });
    if (this.#pending.length >= maxPending) await this.#writeOldest();
  }

  async #writeOldest(): Promise<void> {
    const frame = this.#pending.shift();
    if (frame === undefined) return;
    const { compression, bytes } = await frame.packed;
    const sealed = this.#seal.seal([Buffer.from([frame.type, compression]), bytes], frame.isLast);
    const length = 2 + bytes.length + tagBytes;
    if (length > maxFrameBytes) throw new Error('a frame of the backup is too large');
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(frame.isLast ? length + lastFrameFlag : length, 0);
    await this.#sink.write([prefix, ...sealed]);
  }
}

async function pack(bytes: Buffer): Promise<{ compression: number; bytes: Buffer }> {
  if (bytes.length >= minCompressedBytes) {
    const compressed = await compress(bytes, zstdOptions);
    if (compressed.length < bytes.length) return { compression: compressions.zstd, bytes: compressed };
  }
  return { compression: compressions.plain, bytes };
}

/** Splits a byte stream into chunks of the data size of a frame. */
class Chunker {
  #parts: Buffer[] = [];
  #length = 0;

  *push(bytes: Buffer): Generator<Buffer> {
    let remainder = bytes;
    while (this.#length + remainder.length >= maxDataBytes) {
      const end = maxDataBytes - this.#length;
      this.#parts.push(remainder.subarray(0, end));
      remainder = remainder.subarray(end);
      yield this.flush();
    }
    if (remainder.length === 0) return;
    this.#parts.push(remainder);
    this.#length += remainder.length;
  }

  /** Returns and clears the bytes that are not yet part of a chunk. */
  flush(): Buffer {
    const [first] = this.#parts;
    const buffer = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return buffer;
  }
}

const lineFeed = 0x0a;

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return count;
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
