import type { StoredDocument, StoredDocuments } from '../../documents/index.js';
import { DocumentSource } from '../../vocabulary.js';
import { type WatchedContent, type WatchOptions, watchContent } from './watched-content.js';

/** Returns the content in the database if there is one, otherwise the content of the file; never a mixture of both. */
export function preferStored<Content>(
  options: WatchOptions<Content> & { readonly documents: StoredDocuments },
): WatchedContent<Content> {
  const { kind, documents, empty, log, parse } = options;
  const file = watchContent(options);
  let read: { readonly of: StoredDocument; readonly content: Content; readonly problem: string | null } | undefined;

  function readStored(stored: StoredDocument, text: string) {
    if (read?.of !== stored) {
      // It was valid when it was stored, but another release may accept less of it.
      const { content = empty, problem } = parse(text);
      if (problem === undefined) log.info({ kind, version: stored.version }, `${kind} read from the database`);
      else log.error({ kind, version: stored.version, problem }, `${kind} in the database is only partly applied`);
      read = { of: stored, content, problem: problem ?? null };
    }
    return read;
  }

  return {
    current() {
      const stored = documents.get(kind);
      return typeof stored?.text === 'string' ? readStored(stored, stored.text).content : file.current();
    },
    status() {
      const stored = documents.get(kind);
      if (typeof stored?.text !== 'string') return file.status();
      const { path } = file.status();
      const { problem } = readStored(stored, stored.text);
      return { source: DocumentSource.DATABASE, path, loadedAt: new Date(stored.changedAt * 1000), problem };
    },
  };
}
