import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { ImportDifference } from '../repository/apply-changes.js';
import type { ImportOutcome } from '../vocabulary.js';
import type { ZoneFile } from './zone-file.js';

/** What an import is doing: waiting for its turn, reading and comparing the file, or writing what was found. */
export type ImportPhase = 'waiting' | 'reading' | 'writing';

/** Where an import stands. */
export interface ImportProgress {
  readonly phase: ImportPhase;
  /** Of the file as it is handed over. */
  readonly bytes: number;
  readonly records: number;
  readonly domains: number;
}

/** What to import, and what to let pass. */
export interface ImportZoneInput {
  zone: string;
  file: ZoneFile;
  /** The time of observation; now when it is not given. */
  at?: Date | undefined;
  allowMissingSoa?: boolean | undefined;
  allowLoss?: boolean | undefined;
  /** A zone's first load is cut by label into tables of so many rows; 5,000,000 when not given. */
  rowsInLeaf?: number | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** One import under way. Times are Unix epoch milliseconds. */
export interface ImportAttempt extends Omit<ImportZoneInput, 'at'> {
  readonly id: string;
  /** As it is kept. */
  readonly zone: string;
  readonly at: number;
  readonly startedAt: number;
  /** Who imports. */
  readonly request: AuditRequest;
  /** What was read so far, also when it fails. */
  figures: { bytes: number; records: number; serial: number | null };
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
