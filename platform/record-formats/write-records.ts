import type { WritePart } from './gzip.js';
import type { RecordEncoder } from './record-column.js';

/** The destination of an export. */
export interface RecordSink {
  /** Writes the next part of the export. The export waits until it resolves. */
  readonly write: WritePart;
  /** Called after each batch with the number of records exported so far. */
  readonly onProgress?: ((records: number) => void) | undefined;
}

/** Writes records in batches, as the source provides them. */
export async function writeRecords<Row>(
  { encoder, write, onProgress }: RecordSink & { readonly encoder: RecordEncoder<Row> },
  forEachBatch: (writeBatch: (rows: readonly Row[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  let count = 0;
  async function send(part: string | Uint8Array): Promise<void> {
    if (part.length > 0) await write(part);
  }
  await forEachBatch(async (rows) => {
    await send(encoder.add(rows));
    count += rows.length;
    onProgress?.(count);
  });
  await send(encoder.end());
}
