import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { DamagedBackupError } from '../errors.js';
import type { Manifest, Section, SectionTotals, Summary } from '../manifest.js';
import { ByteReader } from './byte-reader.js';
import {
  compressions,
  type FrameType,
  frameTypes,
  type Header,
  lastFrameFlag,
  maxDataBytes,
  maxFrameBytes,
  readHeader,
  tagBytes,
} from './format.js';
import { FrameSeal, recoverKey } from './seal.js';

const decompress = promisify(zstdDecompress);

/** A section that is being read. */
export interface OpenSection {
  readonly section: Section;
  /** The data of the section; can be iterated once. Ends without an error only if the checksum matches. */
  readonly data: AsyncGenerator<Buffer>;
  /** Number of rows and bytes of the section, and its checksum; available after the data was read. */
  totals(): SectionTotals;
}

interface Frame {
  readonly type: FrameType;
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/**
 * Reads and verifies a backup from its beginning to its end. Callers must not commit anything before {@link
 * ArchiveReader.sections} has ended, because a backup may be truncated.
 */
export class ArchiveReader {
  readonly header: Header;
  readonly manifest: Manifest;
  readonly #frames: FrameReader;
  readonly #checksums = createHash('sha256');
  #summary: Summary | undefined;

  private constructor(parts: { header: Header; manifest: Manifest; frames: FrameReader }) {
    this.header = parts.header;
    this.manifest = parts.manifest;
    this.#frames = parts.frames;
  }

  /**
   * @param passphrases passphrases to try in this order
   * @throws {DamagedBackupError} if the file is not a backup, or is damaged
   * @throws {NewerBackupError} if a later release wrote the format
   * @throws {PassphraseError} if the passphrase is missing or wrong
   */
  static async open(source: AsyncIterable<Buffer>, passphrases: readonly string[]): Promise<ArchiveReader> {
    const bytes = new ByteReader(source);
    const { header, digest } = await readHeader((count) => bytes.read(count));
    const frames = new FrameReader(bytes, new FrameSeal(await recoverKey(header.key, passphrases), digest));
    const first = await frames.next();
    if (first.type !== frameTypes.manifest) throw new DamagedBackupError('its first frame is not the manifest');
    return new ArchiveReader({ header, manifest: parseContent<Manifest>(first), frames });
  }

  /**
   * The sections in order. Each section must be read before the next one. Ends without an error only if the whole
   * backup is intact.
   */
  async *sections(): AsyncGenerator<OpenSection> {
    for (;;) {
      const frame = await this.#frames.next();
      if (frame.type === frameTypes.summary) return await this.#end(frame);
      if (frame.type !== frameTypes.begin) throw new DamagedBackupError('its frames are out of order');
      yield* this.#section(parseContent<Section>(frame));
    }
  }

  /** The last frame of the backup; available after all sections were read. */
  get summary(): Summary {
    if (this.#summary === undefined) throw new Error('the backup was not read completely');
    return this.#summary;
  }

  /** Number of bytes of the file read so far. */
  get position(): number {
    return this.#frames.position;
  }

  async close(): Promise<void> {
    await this.#frames.close();
  }

  async *#section(section: Section): AsyncGenerator<OpenSection> {
    let totals: SectionTotals | undefined;
    const checksums = this.#checksums;
    const frames = this.#frames;
    async function* readData(): AsyncGenerator<Buffer> {
      const hash = createHash('sha256');
      let bytes = 0;
      for (let frame = await frames.next(); ; frame = await frames.next()) {
        if (frame.type === frameTypes.end) {
          const declaredTotals = parseContent<SectionTotals>(frame);
          if (declaredTotals.bytes !== bytes || declaredTotals.sha256 !== hash.digest('hex')) {
            throw new DamagedBackupError('a checksum does not match');
          }
          checksums.update(declaredTotals.sha256);
          totals = declaredTotals;
          return;
        }
        if (frame.type !== frameTypes.data) throw new DamagedBackupError('its frames are out of order');
        hash.update(frame.bytes);
        bytes += frame.bytes.length;
        yield frame.bytes;
      }
    }
    yield { section, data: readData(), totals: () => requireTotals(totals) };
    requireTotals(totals);
  }

  async #end(frame: Frame): Promise<void> {
    const summary = parseContent<Summary>(frame);
    const isComplete = frame.isLast && summary.sha256 === this.#checksums.digest('hex');
    if (!isComplete || !(await this.#frames.isAtEnd()))
      throw new DamagedBackupError('its summary does not match, or data follows the summary');
    this.#summary = summary;
  }
}

function requireTotals(totals: SectionTotals | undefined): SectionTotals {
  if (totals === undefined) throw new Error('a section of the backup was not read completely');
  return totals;
}

class FrameReader {
  readonly #bytes: ByteReader;
  readonly #seal: FrameSeal;

  constructor(bytes: ByteReader, seal: FrameSeal) {
    this.#bytes = bytes;
    this.#seal = seal;
  }

  get position(): number {
    return this.#bytes.position;
  }

  async next(): Promise<Frame> {
    const prefix = await this.#bytes.read(4);
    if (prefix.length < 4) throw this.#truncationError();
    const header = prefix.readUInt32BE(0);
    const isLast = header >= lastFrameFlag;
    const length = isLast ? header - lastFrameFlag : header;
    if (length < 2 + tagBytes || length > maxFrameBytes) {
      throw new DamagedBackupError(`it was changed at byte ${this.#bytes.position}`);
    }
    const sealed = await this.#bytes.read(length);
    if (sealed.length < length) throw this.#truncationError();
    return { ...(await unpack(this.#seal.open(sealed, isLast))), isLast };
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.#bytes.read(1)).length === 0;
  }

  async close(): Promise<void> {
    await this.#bytes.close();
  }

  #truncationError(): DamagedBackupError {
    return new DamagedBackupError(`it is truncated at byte ${this.#bytes.position}`);
  }
}

async function unpack(frame: Buffer): Promise<Pick<Frame, 'type' | 'bytes'>> {
  const [type, compression] = frame;
  const content = frame.subarray(2);
  const maxOutputLength = type === frameTypes.data ? maxDataBytes : maxFrameBytes;
  const bytes = compression === compressions.plain ? content : await decompress(content, { maxOutputLength });
  return { type: type as FrameType, bytes }; // The frame is authenticated, so the writer set its type.
}

function parseContent<Content>({ bytes }: Frame): Content {
  return JSON.parse(bytes.toString()) as Content; // The frame is authenticated, so the writer set its content.
}
