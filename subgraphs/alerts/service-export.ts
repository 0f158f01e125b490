import type { RecordSink } from '../../platform/record-formats/index.js';
import type { AlertRequest } from './dependencies.js';
import { navigatorLayer } from './metrics/service-navigator-layer.js';
import { exportRecords, type RecordFormat, recordFormats } from './triage/service/export-records.js';
import type { AlertFilter } from './triage/types-list.js';

export const exportFormats = [...recordFormats, 'navigator'] as const;
export type ExportFormat = RecordFormat | 'navigator';

export interface AlertExport extends RecordSink {
  readonly filter: AlertFilter;
  readonly format: ExportFormat;
}

/**
 * Writes the alerts that match a filter in a file format, or counts of their techniques as a layer of ATT&CK Navigator.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function exportAlerts(request: AlertRequest, { format, ...options }: AlertExport): Promise<void> {
  if (format !== 'navigator') return await exportRecords(request, { ...options, format });
  await options.write(await navigatorLayer(request, options));
}
