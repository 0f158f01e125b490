import type { StoredDocument, StoredDocuments } from '../../documents/index.js';
import { DocumentSource } from '../../vocabulary.js';
import { type WatchedContent, type WatchOptions, watchContent } from './watched-content.js';

/** Returns the content in the database if there is one, otherwise the content of the file; never a mixture of both. */
export function preferStored<Content>(
  options: WatchOptions<Content> & { readonly documents: StoredDocuments },
): WatchedContent<Content> {
  const { kind, documents, empty, log, parse } = options;
  const file = watchContent(options);
  let cached:
    | { readonly document: StoredDocument; readonly content: Content; readonly problem: string | null }
    | undefined;

  function readStored(document: StoredDocument, text: string) {
    if (cached?.document !== document) {
      // The text was valid when it was stored, but a different release may reject parts of it.
      const { content, problem } = parse(text);
      if (problem === undefined) log.info({ kind, version: document.version }, `${kind} read from the database`);
      else log.error({ kind, version: document.version, problem }, invalidMessage(kind, content === undefined));
      cached = { document, content: content ?? empty, problem: problem ?? null };
    }
    return cached;
  }

  return {
    current() {
      const document = documents.get(kind);
      return typeof document?.text === 'string' ? readStored(document, document.text).content : file.current();
    },
    status() {
      const document = documents.get(kind);
      if (typeof document?.text !== 'string') return file.status();
      const { path } = file.status();
      const { problem } = readStored(document, document.text);
      return { source: DocumentSource.DATABASE, path, loadedAt: new Date(document.changedAt * 1000), problem };
    },
  };
}

function invalidMessage(kind: string, isUnusable: boolean): string {
  const effect = isUnusable ? 'nothing is applied' : 'only its valid part is applied';
  return `invalid ${kind} in the database: ${effect}; store a corrected version`;
}
