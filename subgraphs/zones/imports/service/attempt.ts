import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { Clock } from '../../../../platform/clock.js';
import type { ImportDifference } from '../repository/apply-changes.js';
import type { NewestImport } from '../rules/rejection.js';
import type { ImportOutcome } from '../vocabulary.js';
import type { ZoneContent } from './content.js';
import type { ZoneFile } from './zone-file.js';

/** Phase of an import: waiting for the lock of its zone, reading and comparing the file, or writing the changes. */
export type ImportPhase = 'waiting' | 'reading' | 'writing';

/** Phase of an import, and the numbers of bytes, records and domains that it has read so far. */
export interface ImportProgress {
  readonly phase: ImportPhase;
  /** Number of bytes read, before decompression. */
  readonly bytes: number;
  readonly records: number;
  readonly domains: number;
}

export interface ImportZoneInput {
  zone: string;
  file: ZoneFile;
  /** Snapshot time. Default: when the import starts to write. */
  at?: Date | undefined;
  allowMissingSoa?: boolean | undefined;
  allowLoss?: boolean | undefined;
  allowOlderSerial?: boolean | undefined;
  /** Maximum number of rows per partition of a new zone. Default: 5,000,000. */
  maxRowsPerPartition?: number | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Input of an import of content of any kind. */
export interface ImportContentInput extends Omit<ImportZoneInput, 'file'> {
  content: ZoneContent;
}

/** An import in progress. Times are Unix epoch milliseconds. */
export interface ImportAttempt extends Omit<ImportContentInput, 'at'> {
  readonly id: string;
  /** Normalized name of the zone, as stored. */
  readonly zone: string;
  /** Snapshot time. If none was requested, {@link updateTime} changes it while the import proceeds. */
  at: number;
  readonly isTimeRequested: boolean;
  readonly startedAt: number;
  readonly request: AuditRequest;
  /** Counts of the records that were read, even if the import fails. */
  counts: { bytes: number; records: number; serial: number | null };
}

/**
 * Sets the snapshot time to now, unless a time was requested; after an import while the clock was ahead, to the
 * millisecond after that import, because the times of a zone's imports increase. Observations become visible only when
 * the import commits. A client that reads one window after the other would miss observations with a time in a window
 * that it has already read, so the time should be as late as possible.
 */
export function updateTime(attempt: ImportAttempt, clock: Clock, newest?: Pick<NewestImport, 'lastImportAt'>): number {
  if (!attempt.isTimeRequested) attempt.at = Math.max(attempt.at, clock.now(), (newest?.lastImportAt ?? 0) + 1);
  return attempt.at;
}

export interface AttemptResult {
  outcome: ImportOutcome;
  endedAt: number;
  domains: number;
  observations: number;
  difference: ImportDifference;
}

export const noDifference: ImportDifference = {
  addedDomains: 0,
  removedDomains: 0,
  changedDomains: 0,
  addedObservations: 0,
  removedObservations: 0,
};
