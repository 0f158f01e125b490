import type { BackupProgress, Manifest, Summary } from '../../platform/backup/index.js';
import { type NamedValue, printNamedValues } from '../output.js';

/** Returns the properties of a backup for the JSON output. */
export function backupReport(options: { manifest: Manifest; summary: Summary; isEncrypted: boolean }) {
  const { manifest, summary, isEncrypted } = options;
  const { tables, rows, jobs, files, bytes: dataBytes, sha256 } = summary;
  const { rampart: version, postgresql, createdAt, leftOut } = manifest;
  return {
    ...{ version, postgresql, createdAt, isEncrypted, hasSecrets: leftOut === null, leftOut: leftOut ?? [] },
    ...{ tables, rows, jobs, files, dataBytes, sha256 },
  };
}

/** Prints the properties as a table. */
export function printBackup(report: ReturnType<typeof backupReport>, furtherValues: readonly NamedValue[]): void {
  printNamedValues([
    ['time', report.createdAt],
    ['version', report.version],
    ['PostgreSQL', report.postgresql],
    ['tables', report.tables],
    ['rows', report.rows],
    ['jobs', report.jobs],
    ['files', report.files],
    ['bytes of data', report.dataBytes],
    ['secrets', report.hasSecrets ? 'included' : 'omitted'],
    ['encrypted', report.isEncrypted ? 'yes' : 'no'],
    ...furtherValues,
  ]);
}

export function formatProgress(verb: string, { name, bytes, rows, expectedRows }: BackupProgress): string {
  const rowCounts = expectedRows === undefined || rows === undefined ? '' : `, ${rows} of about ${expectedRows} rows`;
  return `${verb} ${name}: ${Math.floor(bytes / 1e6)} MB${rowCounts}`;
}
