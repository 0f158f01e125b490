import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { quoted } from '../../platform/quoted.js';
import { failure, type RequestFailure } from './request-failure.js';

/**
 * How a request identifies its document: by its text, the hash of a trusted document, or the hash of an Apollo
 * persisted query.
 */
export interface DocumentReference {
  readonly query: string | undefined;
  /** `sha256:<hex>` of a trusted document; undefined if the request has none. */
  readonly documentId: string | undefined;
  /** `extensions.persistedQuery.sha256Hash`; undefined if the request has none. */
  readonly persistedHash: string | undefined;
}

export interface DocumentStoreOptions {
  /** Whether only trusted documents are executed; callers who may send untrusted documents are exempt. */
  readonly onlyTrusted: boolean;
  /** Texts of the trusted documents; their ids are the SHA-256 of the texts. */
  readonly trusted: readonly string[];
}

/** Maximum number and maximum total length, in characters, of the documents that clients have registered. */
const persistedLimits = { max: 1000, maxSize: 4_000_000 };

/**
 * Finds the document that a request refers to: a trusted document by its hash, or a document that a client has
 * registered.
 */
export class DocumentStore {
  readonly #onlyTrusted: boolean;
  readonly #trusted: ReadonlyMap<string, string>;
  readonly #trustedTexts: ReadonlySet<string>;
  readonly #persisted = new LRUCache<string, string>(persistedLimits);

  constructor(options: DocumentStoreOptions) {
    this.#onlyTrusted = options.onlyTrusted;
    this.#trusted = new Map(options.trusted.map((text) => [sha256(text), text]));
    this.#trustedTexts = new Set(options.trusted);
  }

  /**
   * The text of the referenced document.
   * @throws {RequestFailure} if there is no such document, or the caller may not execute it
   * @param mayUseUntrusted whether the caller may send untrusted documents even if `onlyTrusted` is set
   */
  text(reference: DocumentReference, mayUseUntrusted: boolean): string {
    if (reference.documentId !== undefined) return this.#findTrusted(reference.documentId);
    if (reference.persistedHash !== undefined) return this.#findPersisted(reference, mayUseUntrusted);
    if (reference.query === undefined) {
      throw failure(
        'BAD_REQUEST',
        'The request contains no document: send query, documentId, or extensions.persistedQuery.',
      );
    }
    if (this.#onlyTrusted && !mayUseUntrusted && !this.#trustedTexts.has(reference.query)) {
      throw failure(
        'UNTRUSTED_DOCUMENT',
        'Only trusted documents are executed. Send the documentId of a trusted document, or ask an administrator to add the document to [graphql] trusted_documents_file.',
      );
    }
    return reference.query;
  }

  #findTrusted(documentId: string): string {
    const text = this.#trusted.get(documentId.replace(/^sha256:/, '').toLowerCase());
    if (text === undefined) {
      throw failure(
        'UNTRUSTED_DOCUMENT',
        `No trusted document has the id ${quoted(documentId)}. Send the SHA-256 hash of a trusted document, or ask an administrator to add the document to [graphql] trusted_documents_file.`,
      );
    }
    return text;
  }

  #findPersisted(reference: DocumentReference, mayUseUntrusted: boolean): string {
    const hash = String(reference.persistedHash).toLowerCase();
    const trusted = this.#trusted.get(hash);
    if (trusted !== undefined) {
      if (reference.query !== undefined && reference.query !== trusted) throw mismatch();
      return trusted;
    }
    if (this.#onlyTrusted && !mayUseUntrusted) {
      // Apollo's clients expect this message and code.
      throw failure('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
    }
    const { query } = reference;
    if (query === undefined) {
      const persisted = this.#persisted.get(hash);
      if (persisted === undefined) throw failure('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
      return persisted;
    }
    if (this.#persisted.get(hash) === query) return query;
    if (sha256(query) !== hash) throw mismatch();
    this.#persisted.set(hash, query, { size: query.length + 1 });
    return query;
  }
}

function mismatch(): RequestFailure {
  return failure('BAD_REQUEST', 'The sha256Hash does not match the query: send the SHA-256 of its text.');
}

/**
 * Reads the trusted documents from a JSON object with hashes (`sha256:<hex>` or plain) as keys and documents as values.
 * @throws {Error} if the file cannot be read or has an invalid format, or a hash does not match; then the message
 * contains the hash
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
