import { type RecordEncoder, rowEncoder, rowFormats } from '../../../../platform/record-formats/index.js';
import type { AlertRequest } from '../../dependencies.js';
import { alertColumns, exportedFields } from '../export/columns.js';
import { ocsfEncoder } from '../export/ocsf.js';
import { stixEncoder } from '../export/stix.js';
import type { AlertRow } from '../repository/alerts.js';
import { forEachPage } from './list-alerts.js';
import type { AlertFilterInput } from './scoped-filter.js';

export const recordFormats = [...rowFormats, 'stix', 'ocsf'] as const;
export type RecordFormat = (typeof recordFormats)[number];

interface RecordsOptions {
  readonly filter: AlertFilterInput;
  readonly format: RecordFormat;
  /** Takes the next part of the export. The export waits for it. */
  write(part: string | Uint8Array): Promise<void>;
  /** Called after each page with the number of alerts so far. */
  onProgress?(alerts: number): void;
}

/**
 * Writes all alerts of a filter, newest first, from one snapshot of the database. If the signal of the request aborts,
 * no further page is read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function exportRecords(
  request: AlertRequest,
  { filter, format, write, onProgress }: RecordsOptions,
): Promise<void> {
  const encoder = encoderOf(format);
  let count = 0;
  await forEachPage(request, { filter, fields: exportedFields }, async (alerts) => {
    const part = encoder.add(alerts as AlertRow[]); // All fields were requested.
    if (part.length > 0) await write(part);
    count += alerts.length;
    onProgress?.(count);
  });
  const last = encoder.end();
  if (last.length > 0) await write(last);
}

function encoderOf(format: RecordFormat): RecordEncoder<AlertRow> {
  if (format === 'stix') return stixEncoder();
  return format === 'ocsf' ? ocsfEncoder() : rowEncoder(format, alertColumns);
}
