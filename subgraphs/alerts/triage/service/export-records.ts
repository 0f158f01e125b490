import {
  type RecordEncoder,
  type RecordSink,
  rowEncoder,
  rowFormats,
  writeRecords,
} from '../../../../platform/record-formats/index.js';
import type { AlertRequest } from '../../dependencies.js';
import { alertColumns, type ExportedAlert, exportedFields } from '../export/columns.js';
import { ocsfEncoder } from '../export/ocsf.js';
import { stixEncoder } from '../export/stix.js';
import type { AlertFilter } from '../types-list.js';
import { forEachPage } from './list-alerts.js';

export const recordFormats = [...rowFormats, 'stix', 'ocsf'] as const;
export type RecordFormat = (typeof recordFormats)[number];

interface RecordsOptions extends RecordSink {
  readonly filter: AlertFilter;
  readonly format: RecordFormat;
}

/**
 * Writes all alerts that match a filter, newest first, from one snapshot of the database. When the signal of the
 * request is aborted, no further page is read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function exportRecords(request: AlertRequest, { filter, format, ...sink }: RecordsOptions): Promise<void> {
  await writeRecords({ ...sink, encoder: encoderOf(format) }, (take) =>
    // All fields were requested.
    forEachPage(request, { filter, fields: exportedFields }, (alerts) => take(alerts as ExportedAlert[])),
  );
}

function encoderOf(format: RecordFormat): RecordEncoder<ExportedAlert> {
  if (format === 'stix') return stixEncoder();
  return format === 'ocsf' ? ocsfEncoder() : rowEncoder(format, alertColumns);
}
