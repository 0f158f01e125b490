/** What became of an attempt to import a zone file. */
export const ImportOutcome = {
  /** It is the newest state of its zone. */
  APPLIED: 'applied',
  /** The file is the one that was imported last. */
  UNCHANGED: 'unchanged',
  /** The file must not become the state. */
  REFUSED: 'refused',
  /** Something broke on the way. */
  FAILED: 'failed',
} as const;
export type ImportOutcome = (typeof ImportOutcome)[keyof typeof ImportOutcome];

/** A zone as lists show it. */
export interface ZoneRecord {
  /** Without the suffix `.zone`. */
  name: string;
  /** Domains in the zone now. */
  domains: number;
  /** Active (domain, nameserver) pairs now. */
  observations: number;
  lastImportAt: Date;
}

/** How a zone differs from what it was before an import. */
export interface ImportDifference {
  addedDomains: number;
  removedDomains: number;
  /** Domains that stayed, with other nameservers. */
  changedDomains: number;
  addedObservations: number;
  removedObservations: number;
}

/** What was read, and what it came to. */
export interface ImportCounts extends ImportDifference {
  /** Of the file as it was handed over, compressed where it is. */
  bytes: number;
  records: number;
  /** In the zone afterwards; of a failed import: seen so far. */
  domains: number;
  observations: number;
}

/** One attempt to import a zone file. */
export interface ImportRecord extends ImportCounts {
  id: string;
  zone: string;
  outcome: ImportOutcome;
  at: Date;
  startedAt: Date;
  endedAt: Date;
  reason: string | null;
  serial: number | null;
}
