import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parquetWriterVersion, rowEncoder } from '../../../../platform/record-formats/index.js';
import type { ObservationRecord } from '../../search/index.js';
import { observationColumns } from '../rules/columns.js';
import type { ExportRequest } from '../rules/request.js';

const compress = promisify(gzip);

/**
 * Number of records that are encoded and compressed together, so the bytes do not depend on the pages that were read.
 */
export const recordsPerBatch = 5000;

/**
 * Names and versions of the software that determines the bytes of an export. Another process may resume the export only
 * with the same software, because the bytes would differ otherwise.
 */
export const encoderName = `rampart-1 zlib-${process.versions.zlib} hyparquet-writer-${parquetWriterVersion}`;

/** A part of an export. */
export interface EncodedBatch {
  readonly bytes: Uint8Array;
  /** Cursor after the last record of the batch; null for the header and for the end of the file. */
  readonly after: string | null;
}

/** Records with the cursor after the last one. */
export interface RecordBatch {
  readonly records: readonly ObservationRecord[];
  readonly after: string | null;
}

/**
 * Whether a batch of a format can be encoded without the previous ones. Parquet files cannot be divided, because they
 * end with an index of all batches.
 */
export function isDivisible({ format }: Pick<ExportRequest, 'format'>): boolean {
  return format !== 'parquet';
}

/**
 * Encodes batches. Each batch is a member of the gzip file (RFC 1952, section 2.2), so together they are one file.
 * @param options.isContinued whether to omit the header, because it was written before
 */
export async function* encodeBatches(
  batches: AsyncIterable<RecordBatch>,
  { format, isGzip, isContinued }: Pick<ExportRequest, 'format' | 'isGzip'> & { isContinued: boolean },
): AsyncGenerator<EncodedBatch> {
  const encoder = rowEncoder(format, observationColumns);
  const encode = async (part: string | Uint8Array): Promise<Uint8Array> =>
    isGzip && part.length > 0 ? await compress(part) : Buffer.from(part);
  const header = encoder.add([]);
  if (!isContinued) yield { bytes: await encode(header), after: null };
  for await (const { records, after } of batches) yield { bytes: await encode(encoder.add(records)), after };
  yield { bytes: await encode(encoder.end()), after: null };
}
