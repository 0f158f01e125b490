import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { failure } from './request-failure.js';

/** How a request names its document: by its text, by the hash of a trusted one, or as Apollo's clients do. */
export interface DocumentReference {
  readonly query: string | undefined;
  /** `sha256:<hex>` of a trusted document. */
  readonly documentId: string | undefined;
  /** `extensions.persistedQuery.sha256Hash`. */
  readonly persistedHash: string | undefined;
}

export interface DocumentStoreOptions {
  /** Whether nothing but trusted documents is executed, except for those who may send any. */
  readonly onlyTrusted: boolean;
  /** Texts of trusted documents. */
  readonly trusted: readonly string[];
}

/** Texts that clients registered, and how many characters they may have together. */
const persistedBounds = { max: 1000, maxSize: 4_000_000 };

/** Finds the text that a request refers to: trusted documents by hash, and those that clients have registered themselves. */
export class DocumentStore {
  readonly #onlyTrusted: boolean;
  readonly #trusted: ReadonlyMap<string, string>;
  readonly #trustedTexts: ReadonlySet<string>;
  readonly #persisted = new LRUCache<string, string>(persistedBounds);

  constructor(options: DocumentStoreOptions) {
    this.#onlyTrusted = options.onlyTrusted;
    this.#trusted = new Map(options.trusted.map((text) => [sha256(text), text]));
    this.#trustedTexts = new Set(options.trusted);
  }

  /**
   * The document's text.
   * @param mayUseAny whether the caller may send a document that is not trusted where only trusted ones are executed
   * @throws {RequestFailure} when there is none, or when it may not be used
   */
  text(reference: DocumentReference, mayUseAny: boolean): string {
    if (reference.documentId !== undefined) return this.#trustedText(reference.documentId);
    if (reference.persistedHash !== undefined) return this.#persistedText(reference, mayUseAny);
    if (reference.query === undefined) {
      throw failure(
        'BAD_REQUEST',
        'The request has no document: send query, documentId, or extensions.persistedQuery.',
      );
    }
    if (this.#onlyTrusted && !mayUseAny && !this.#trustedTexts.has(reference.query)) {
      throw failure(
        'UNTRUSTED_DOCUMENT',
        'Only trusted documents are executed. Specify the documentId of one, or add the document to the list.',
      );
    }
    return reference.query;
  }

  #trustedText(documentId: string): string {
    const text = this.#trusted.get(documentId.replace(/^sha256:/, '').toLowerCase());
    if (text === undefined) {
      throw failure(
        'UNTRUSTED_DOCUMENT',
        `No trusted document has the id ${JSON.stringify(documentId.slice(0, 100))}.`,
      );
    }
    return text;
  }

  #persistedText(reference: DocumentReference, mayUseAny: boolean): string {
    const hash = String(reference.persistedHash).toLowerCase();
    const trusted = this.#trusted.get(hash);
    if (trusted !== undefined) return trusted;
    if (this.#onlyTrusted && !mayUseAny) {
      // The words and the code are those that Apollo's clients look for.
      throw failure('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
    }
    const { query } = reference;
    if (query === undefined) {
      const known = this.#persisted.get(hash);
      if (known === undefined) throw failure('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
      return known;
    }
    if (this.#persisted.get(hash) === query) return query;
    if (sha256(query) !== hash)
      throw failure('BAD_REQUEST', 'The sha256Hash does not match the query: send the SHA-256 of its text.');
    this.#persisted.set(hash, query, { size: query.length + 1 });
    return query;
  }
}

/**
 * Reads the list of trusted documents: a JSON object from hash (`sha256:<hex>` or bare) to text.
 * @throws {Error} for a file that is no such object, or a hash that is not its text's; the message names it
 */
export function readTrustedDocuments(path: string): string[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${path}: expected a JSON object that maps SHA-256 hashes to documents`);
  }
  return Object.entries(content).map(([hash, text]) => {
    if (typeof text !== 'string') throw new Error(`${path}: the document of ${hash} is not a string`);
    if (hash.replace(/^sha256:/, '').toLowerCase() !== sha256(text)) {
      throw new Error(`${path}: ${hash} is not the SHA-256 of its document, which is sha256:${sha256(text)}`);
    }
    return text;
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
