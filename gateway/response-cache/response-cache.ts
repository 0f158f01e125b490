import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/caller.js';
import type { ChangeWatch } from '../../platform/database/change-watch.js';
import { untilAborted } from '../../platform/until-aborted.js';
import type { CacheableFields } from './cacheable-fields.js';

/** The stored body of a response without errors. */
export class StoredResponse {
  readonly body: Buffer;
  #etag: string | undefined;

  constructor(text: string) {
    this.body = Buffer.from(text);
  }

  /** Strong entity tag (RFC 9110, section 8.8.3), equal for equal bodies in all processes. */
  get etag(): string {
    this.#etag ??= `"${hash('sha256', this.body, 'base64url')}"`;
    return this.#etag;
  }
}

/**
 * Adds the entity tag of a stored response to the reply. If the client already has the response (RFC 9110, section
 * 13.1.2), sends 304 and returns true.
 */
export function sendNotModified(reply: FastifyReply, { etag }: StoredResponse): boolean {
  reply.header('etag', etag);
  const condition = reply.request.headers['if-none-match'];
  if (condition === undefined || !matchesEtag(condition, etag)) return false;
  reply.code(304).send();
  return true;
}

/**
 * Whether the value of `If-None-Match` includes an entity tag. Compares weakly, because a proxy that compresses a
 * response makes its tag weak.
 */
export function matchesEtag(condition: string, etag: string): boolean {
  return condition.split(',').some((member) => {
    const tag = member.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** The cache entry for the response to a request, which may still be empty. */
export interface ResponseSlot {
  /** The stored response; undefined if an execution could now return another response. */
  readonly response: StoredResponse | undefined;
  /** Stores the response of an execution that started after this slot was returned. */
  store(text: string): StoredResponse;
}

/**
 * The key of an operation with its variables; undefined for numbers such as 1e999, which are infinite after parsing,
 * because the key would contain them as null.
 */
export function keyOfOperation({ id }: { readonly id: number }, variables: object): string | undefined {
  const text = JSON.stringify(variables);
  return text.includes('null') && hasInfiniteNumber(variables) ? undefined : `${id} ${text}`;
}

function hasInfiniteNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfiniteNumber);
}

/** The inputs that, together with the data of the domain, determine a response. */
export interface CacheableRequest {
  readonly domain: string;
  readonly caller: Caller;
  /** Key of the operation and its variables, serialized by the interface that responds. */
  readonly key: string;
  readonly signal: AbortSignal;
}

interface Entry {
  readonly response: StoredResponse;
  /** Version of the domain's data, read before the data itself. */
  readonly version: number;
}

/** Estimated memory in bytes of an entry, in addition to its body and key. */
const entryOverheadBytes = 300;

/**
 * Caches responses until a change of the data is committed. Each request first checks for changes in PostgreSQL, so no
 * response is older than its request (docs/decisions/0064).
 */
export class ResponseCache {
  readonly fields: CacheableFields;
  readonly #watch: ChangeWatch;
  readonly #entries: LRUCache<string, Entry>;
  /** Number of requests for which the stored response was up to date. */
  hits = 0;
  /** Number of requests for which the stored response was missing or outdated. */
  misses = 0;

  constructor(options: { watch: ChangeWatch; fields: CacheableFields; maxBytes: number }) {
    this.fields = options.fields;
    this.#watch = options.watch;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      maxEntrySize: Math.ceil(options.maxBytes / 8),
      sizeCalculation: ({ response }, key) => response.body.length + 2 * key.length + entryOverheadBytes,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * Finds the cache entry for a request. The entry has a response only if the data of the domain has not changed since
   * the response was stored.
   * @throws the reason of the signal if it aborts
   */
  async find({ domain, caller, key, signal }: CacheableRequest): Promise<ResponseSlot> {
    const entryKey = `${JSON.stringify(caller)}\n${key}`;
    const entry = this.#entries.get(entryKey);
    if (entry !== undefined && (await this.#isCurrent(entry, domain, signal))) {
      this.hits++;
      return { response: entry.response, store: (text) => new StoredResponse(text) };
    }
    this.misses++;
    const version = this.#watch.version(domain);
    // Data that is read before the first check has no version.
    if (version === undefined) this.#watch.check().catch(() => {});
    return {
      response: undefined,
      store: (text) => {
        const response = new StoredResponse(text);
        if (version !== undefined) this.#entries.set(entryKey, { response, version });
        return response;
      },
    };
  }

  async #isCurrent({ version }: Entry, domain: string, signal: AbortSignal): Promise<boolean> {
    try {
      await untilAborted(signal, this.#watch.check());
    } catch (error) {
      if (signal.aborted) throw error;
      // The execution reports the error of the database.
      return false;
    }
    return version === this.#watch.version(domain);
  }
}
