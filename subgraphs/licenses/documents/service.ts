import { type Database, SharedRun } from '../../../platform/database/index.js';
import type { DocumentKind } from '../vocabulary.js';
import { selectDocuments, selectState } from './repository.js';

/** A document that has been edited at least once. `version` is the number of its changes. */
export type StoredDocument = Omit<Awaited<ReturnType<typeof selectDocuments>>[number], 'state'>;

/** The documents in the database, as this process last read them. */
export interface StoredDocuments {
  /** Returns a document; undefined if the document was never edited. */
  get(kind: DocumentKind): StoredDocument | undefined;
  /**
   * Reads the documents if their state differs from the state that this process last read. Returns a promise only if it
   * reads.
   * @param state value of `storedState` that the caller has just read
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  refreshIfChanged(state: string): Promise<void> | undefined;
  /**
   * Reads the documents that were committed before this call. Concurrent calls share a statement.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  refresh(): Promise<void>;
}

/** Creates the documents of a database. They are first read by `refresh` or `refreshIfChanged`. */
export function openStoredDocuments({ database }: { database: Database }): StoredDocuments {
  let documents = new Map<DocumentKind, StoredDocument>();
  let stateOfRead = '';
  // Reads run one at a time, so an older state never replaces a newer one.
  const reads = new SharedRun(async () => {
    const found = await database.urgent.guard((sql) => selectDocuments(sql, {}));
    documents = new Map(found.map((row) => [row.kind, row]));
    stateOfRead = found[0]?.state ?? '';
  });
  const checks = new SharedRun(async () => {
    const row = await database.urgent.guard((sql) => selectState(sql, {}));
    await refreshIfChanged(row?.state ?? '');
  });
  function refreshIfChanged(state: string): Promise<void> | undefined {
    return state === stateOfRead ? undefined : reads.run();
  }
  return { get: (kind) => documents.get(kind), refreshIfChanged, refresh: () => checks.run() };
}

/** Creates a fixed set of documents, which is never reread. */
export function documentsOf(documents: readonly StoredDocument[]): StoredDocuments {
  return {
    get: (kind) => documents.find((document) => document.kind === kind),
    refreshIfChanged: () => undefined,
    refresh: async () => {},
  };
}
