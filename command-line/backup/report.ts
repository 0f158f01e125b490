import type { BackupProgress, Manifest, NamedSecret, Summary } from '../../platform/backup/index.js';
import { type Fact, printFacts } from '../output.js';

/** Properties of a backup, for JSON output. */
export interface BackupFacts {
  readonly version: string;
  readonly postgresql: string;
  readonly createdAt: string;
  readonly isEncrypted: boolean;
  readonly hasSecrets: boolean;
  readonly leftOut: readonly NamedSecret[];
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
  readonly files: number;
  readonly dataBytes: number;
  readonly sha256: string;
}

export function factsOf(options: { manifest: Manifest; summary: Summary; isEncrypted: boolean }): BackupFacts {
  const { manifest, summary, isEncrypted } = options;
  const { tables, rows, jobs, files, bytes: dataBytes, sha256 } = summary;
  const { rampart: version, postgresql, createdAt, leftOut } = manifest;
  return {
    ...{ version, postgresql, createdAt, isEncrypted, hasSecrets: leftOut === null, leftOut: leftOut ?? [] },
    ...{ tables, rows, jobs, files, dataBytes, sha256 },
  };
}

/** Prints the properties as a table. */
export function printBackup(facts: BackupFacts, more: readonly Fact[]): void {
  printFacts([
    ['time', facts.createdAt],
    ['version', facts.version],
    ['PostgreSQL', facts.postgresql],
    ['tables', facts.tables],
    ['rows', facts.rows],
    ['jobs', facts.jobs],
    ['files', facts.files],
    ['bytes of data', facts.dataBytes],
    ['secrets', facts.hasSecrets ? 'included' : 'omitted'],
    ['encrypted', facts.isEncrypted ? 'yes' : 'no'],
    ...more,
  ]);
}

export function progressText(verb: string, { name, bytes, rows, expectedRows }: BackupProgress): string {
  const counted = expectedRows === undefined || rows === undefined ? '' : `, ${rows} of about ${expectedRows} rows`;
  return `${verb} ${name}: ${Math.floor(bytes / 1e6)} MB${counted}`;
}
