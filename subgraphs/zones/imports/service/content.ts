import type { DelegationBatch } from '../rules/delegation-batch.js';
import { ZoneFileReader } from '../rules/zone-file-reader.js';
import { FileDigest } from './file-digest.js';
import { createProgress, readDelegations, type ZoneFile } from './zone-file.js';

/** A whole zone with delegations in any order. */
export interface DelegationReading {
  /** Numbers of bytes and resource records read so far. */
  readonly bytes: number;
  readonly records: number;
  /** Serial of the SOA record; undefined until it is read. */
  readonly serial: number | undefined;
  /** Reads the delegations, once. If this throws, even at the end, the import is rolled back. */
  batches(): AsyncGenerator<DelegationBatch>;
}

/** A zone that another server has sent. */
export interface ZoneTransfer {
  /** Starts reading the zone, which can be read several times. */
  read(): DelegationReading;
}

/** Differences between two serials of a zone, by label. */
export interface DelegationChanges {
  readonly fromSerial: number;
  readonly serial: number;
  readonly bytes: number;
  readonly records: number;
  readonly touched: ReadonlyMap<string, { readonly removed: ReadonlySet<string>; readonly added: ReadonlySet<string> }>;
}

/** The content of an import: a zone file, or a full or incremental zone transfer. */
export type ZoneContent =
  | { readonly kind: 'file'; readonly file: ZoneFile }
  | { readonly kind: 'transfer'; readonly transfer: ZoneTransfer }
  | { readonly kind: 'changes'; readonly changes: DelegationChanges };

/** A reading of a zone, with a digest that identifies equal files. */
export interface ContentReading extends DelegationReading {
  /** Returns the digest; must be called once, after the last batch. */
  digest(): Buffer;
}

/**
 * Starts a reading of a file or of a transfer.
 * @param options.zone name without a trailing dot; empty for the root
 * @param options.reference digest of the previous file; the digest of this file uses its key
 */
export function createReading(
  content: Exclude<ZoneContent, { kind: 'changes' }>,
  { zone, reference }: { zone: string; reference: Buffer | undefined },
): ContentReading {
  if (content.kind === 'file') return new FileReading(content.file, { zone, reference });
  return Object.assign(content.transfer.read(), { digest: placeholderDigest });
}

/**
 * The digest of content that is not a file: that of an empty input under a separate key, which no file's digest equals.
 */
export function placeholderDigest(): Buffer {
  return new FileDigest().digest();
}

class FileReading implements ContentReading {
  readonly #file: ZoneFile;
  readonly #reader: ZoneFileReader;
  readonly #progress: ReturnType<typeof createProgress>;

  constructor(file: ZoneFile, { zone, reference }: { zone: string; reference: Buffer | undefined }) {
    this.#file = file;
    this.#reader = new ZoneFileReader(zone);
    this.#progress = createProgress(reference);
  }

  get bytes(): number {
    return this.#progress.bytes;
  }

  get records(): number {
    return this.#reader.records;
  }

  get serial(): number | undefined {
    return this.#reader.serial;
  }

  batches(): AsyncGenerator<DelegationBatch> {
    return readDelegations({ file: this.#file, reader: this.#reader, progress: this.#progress });
  }

  digest(): Buffer {
    return this.#progress.digest.digest();
  }
}
