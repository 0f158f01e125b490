import { type Database, type Executor, SharedRun } from '../../../platform/database/index.js';
import type { DocumentKind } from '../vocabulary.js';
import { selectDocuments, selectVersion } from './repository.js';

export interface StoredDocument {
  readonly kind: DocumentKind;
  /** Number of changes, from 1. */
  readonly version: number;
  /** Null if the file is in force. */
  readonly text: string | null;
  /** Unix epoch seconds. */
  readonly changedAt: number;
  readonly changedBy: string;
}

/** The documents in the database, as this process last read them. */
export interface StoredDocuments {
  /** Undefined if it was never edited. */
  get(kind: DocumentKind): StoredDocument | undefined;
  /**
   * Reads the documents if the database has a newer version than this process. Returns a promise only then.
   * @param version of `storedVersion`, which the caller has just read
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  use(version: number): Promise<void> | undefined;
  /**
   * Reads the documents that were committed before this call. Concurrent callers share a statement.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  refresh(): Promise<void>;
}

export function openStoredDocuments({ database }: { database: Database }): StoredDocuments {
  let documents = new Map<DocumentKind, StoredDocument>();
  let known = 0;
  // One at a time, so an older state never replaces a newer one.
  const reads = new SharedRun(async () => {
    const found = await database.urgent.guard((sql) => selectDocuments(sql, {}));
    documents = new Map(found.map((row) => [row.kind, row]));
    known = found.reduce((sum, { version }) => sum + version, 0);
  });
  const checks = new SharedRun(async () => {
    const row = await database.urgent.guard((sql) => selectVersion(sql, {}));
    await use(row?.version ?? 0);
  });
  function use(version: number): Promise<void> | undefined {
    return version <= known ? undefined : reads.run();
  }
  return { get: (kind) => documents.get(kind), use, refresh: () => checks.run() };
}

/** All documents that were ever edited, for a process that does not serve controllers. */
export async function readStoredDocuments(sql: Executor): Promise<StoredDocument[]> {
  return await selectDocuments(sql, {});
}

/** Documents that do not change. */
export function documentsOf(documents: readonly StoredDocument[]): StoredDocuments {
  return { get: (kind) => documents.find((each) => each.kind === kind), use: () => undefined, refresh: async () => {} };
}
