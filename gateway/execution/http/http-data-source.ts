import { setTimeout as pause } from 'node:timers/promises';
import { Kind, OperationTypeNode } from 'graphql';
import type { DataSource, ExecutionContext, FetchRequest, FetchResult } from '../data-source.js';
import { ExecutionError } from '../errors.js';
import { serializedResult } from '../serialized-result.js';
import {
  ConnectionFailure,
  type ConnectionLimits,
  Connections,
  type FailureReason,
  type HttpResponse,
} from './connections.js';
import { acceptedCodings, compressWithGzip } from './content-coding.js';
import { errorResult, isAccessDenied } from './error-result.js';
import { readResponse } from './graphql-response.js';
import { RequestDeduplicator } from './request-deduplicator.js';
import { type RetryPolicy, retryOnceAfterReset } from './retry-policy.js';

export interface HttpDataSourceOptions<Context extends ExecutionContext = ExecutionContext> {
  /** Name of the subgraph in messages. */
  readonly name: string;
  readonly url: string;
  /** Creates additional headers for one request, for example with the signed caller; `body` is the body as sent. */
  readonly sign?: (request: { readonly body: string; readonly context: Context }) => Readonly<Record<string, string>>;
  /**
   * Error codes, and the subject of error messages, if the subgraph is unavailable or does not respond in time;
   * default: those of an external server.
   */
  readonly failures?: { readonly code: string; readonly timeoutCode: string; readonly subject: string };
  readonly limits?: ConnectionLimits;
  /** Sends the requests; default: HTTP connections with the configured limits. */
  readonly connections?: Pick<Connections, 'post' | 'close'>;
  /** Timeout in milliseconds of a fetch including retries; default: only the request's signal limits the fetch. */
  readonly timeoutMs?: number;
  /** Whether all fetches of a request share one timeout, from the start of the request. */
  readonly sharesTimeOfRequest?: boolean;
  /** Whether the subgraph is part of the product and trusted, so its results are not validated. */
  readonly isTrusted?: boolean;
  /**
   * Whether responses contain `errors` before `data`, and no extensions. Responses without errors are then parsed only
   * when their data is read; see `serializedText`.
   */
  readonly writesErrorsFirst?: boolean;
  /** When to retry a query; default: once, if the connection broke. */
  readonly retryPolicy?: RetryPolicy;
  /** Whether to deduplicate concurrent equal queries. The headers of `sign` must be equal, too. */
  readonly sharesReads?: boolean;
  /**
   * The queries in progress of all subgraphs of a supergraph: a mutation of one subgraph may change what another one
   * returns. Default: those of this subgraph.
   */
  readonly reads?: RequestDeduplicator<HttpResponse>;
  /** Whether to accept compressed responses, and to compress requests. */
  readonly compression?: { readonly responses: boolean; readonly requests: boolean };
  /** Whether the errors of a 401 or 403 response have the code UNAUTHENTICATED or FORBIDDEN. */
  readonly preservesRejections?: boolean;
  /**
   * Wraps each request, for example to trace it. Must call `send` once with additional headers, and return its result.
   */
  readonly wrapRequest?: WrapRequest | undefined;
  /** Called once for each fetch. */
  onFetch?(fetch: SubgraphFetch): void;
  /** Called for each response, regardless of its status; for a shared response, once for each fetch that uses it. */
  onResponse?(response: Pick<HttpResponse, 'status' | 'headers'>, context: Context): void;
}

export type WrapRequest = (
  send: (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>,
) => Promise<HttpResponse>;

/**
 * The outcome of a fetch. `stopped` means that the client disconnected or the request timed out before the response.
 */
export interface SubgraphFetch {
  readonly subgraph: string;
  readonly outcome: 'completed' | 'failed' | 'stopped';
  readonly seconds: number;
  /** Number of retries before the final response or failure. */
  readonly retries: number;
  /** Whether the fetch used the response of an equal concurrent fetch. */
  readonly isShared: boolean;
}

/** Minimum length, in characters, of a request body that is compressed. */
const minCompressedLength = 1024;

/**
 * A subgraph over HTTP, by default with persistent connections. Fetches throw an {@link ExecutionError} (by default
 * `UPSTREAM_FAILED`) if it is unavailable, or its response is not GraphQL over HTTP.
 */
export class HttpDataSource<Context extends ExecutionContext = ExecutionContext> implements DataSource<Context> {
  readonly isTrusted: boolean;
  readonly #options: HttpDataSourceOptions<Context>;
  readonly #connections: Pick<Connections, 'post' | 'close'>;
  readonly #path: string;
  readonly #retryPolicy: RetryPolicy;
  readonly #reads: RequestDeduplicator<HttpResponse>;
  readonly #fixedHeaders: Readonly<Record<string, string>>;

  constructor(options: HttpDataSourceOptions<Context>) {
    const url = new URL(options.url);
    this.#options = options;
    this.isTrusted = options.isTrusted === true;
    this.#connections = options.connections ?? new Connections(url.origin, options.limits);
    this.#path = `${url.pathname}${url.search}`;
    this.#retryPolicy = options.retryPolicy ?? retryOnceAfterReset;
    this.#reads = options.reads ?? new RequestDeduplicator();
    this.#fixedHeaders = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      ...(options.compression?.responses && { 'accept-encoding': acceptedCodings }),
    };
  }

  async execute(request: FetchRequest<Context>): Promise<FetchResult> {
    const startedAt = performance.now();
    const deadline = this.#deadlineOf(request, startedAt);
    const fetch: Fetch = { retries: 0, isShared: false, startedAt };
    if (deadline <= startedAt) {
      this.#report('stopped', fetch);
      throw this.#connectionFailure(new ConnectionFailure('the request timed out', { reason: 'not-sent' }));
    }
    try {
      const received = await this.#send(request, { deadline, fetch });
      this.#options.onResponse?.(received, request.context);
      const result = this.#read(request, received);
      this.#report('completed', fetch);
      return result;
    } catch (error) {
      this.#report(request.context.signal.aborted ? 'stopped' : 'failed', fetch);
      throw error instanceof ConnectionFailure ? this.#connectionFailure(error) : error;
    }
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#connections.close();
  }

  #report(outcome: SubgraphFetch['outcome'], { startedAt, retries, isShared }: Fetch): void {
    const { name: subgraph, onFetch } = this.#options;
    onFetch?.({ subgraph, outcome, seconds: (performance.now() - startedAt) / 1000, retries, isShared });
  }

  /** Deadline of a fetch by `performance.now()`. */
  #deadlineOf({ context }: FetchRequest<Context>, startedAt: number): number {
    const { timeoutMs = Number.POSITIVE_INFINITY, sharesTimeOfRequest } = this.#options;
    return (sharesTimeOfRequest ? (context.startedAt ?? startedAt) : startedAt) + timeoutMs;
  }

  async #send(request: FetchRequest<Context>, attempt: { deadline: number; fetch: Fetch }): Promise<HttpResponse> {
    const { text: query, operationName, variables, context } = request;
    const { signal } = context;
    const body = JSON.stringify({ query, operationName, variables });
    const headers = this.#options.sign?.({ body, context }) ?? {};
    const outgoing: OutgoingRequest = { body, headers, requestId: context.requestId, signal, ...attempt };
    if (!isQuery(request)) return this.#sendMutation(outgoing);
    if (!this.#options.sharesReads) {
      return this.#sendQuery(outgoing, () => this.#options.sign?.({ body, context }) ?? {});
    }
    return await this.#sendShared(`${JSON.stringify([this.#options.name, headers])}${body}`, outgoing, request.eventAt);
  }

  /** Sends a query, or shares an equal one in progress. If that one times out first, the query is sent after all. */
  async #sendShared(key: string, outgoing: OutgoingRequest, since: number | undefined): Promise<HttpResponse> {
    for (;;) {
      let isOwn = false;
      const send = (signal: AbortSignal): Promise<HttpResponse> => {
        isOwn = true;
        return this.#sendQuery({ ...outgoing, signal });
      };
      try {
        const { result, isShared } = await this.#reads.read(key, outgoing.signal, send, since);
        outgoing.fetch.isShared = isShared;
        return result;
      } catch (error) {
        if (isOwn || !isLate(error) || performance.now() >= outgoing.deadline) throw error;
      }
    }
  }

  /**
   * Sends a mutation. Queries that are sent during and after the mutation must not share the responses of earlier
   * queries.
   */
  async #sendMutation(outgoing: OutgoingRequest): Promise<HttpResponse> {
    this.#reads.forget();
    try {
      return await this.#post(outgoing);
    } finally {
      this.#reads.forget();
    }
  }

  /**
   * Sends a query, and retries it if necessary.
   * @param sign creates the headers of a retry; absent if the headers of the first attempt can be reused
   */
  async #sendQuery(outgoing: OutgoingRequest, sign?: () => Readonly<Record<string, string>>): Promise<HttpResponse> {
    const { deadline, fetch, signal } = outgoing;
    this.#retryPolicy.begin();
    for (let headers = outgoing.headers; ; headers = sign?.() ?? headers) {
      const outcome = await this.#post({ ...outgoing, headers }).catch(connectionFailure);
      const delay = this.#retryPolicy.delay(outcome, fetch.retries);
      if (delay === undefined || performance.now() + delay >= deadline) {
        if (outcome instanceof ConnectionFailure) throw outcome;
        return outcome;
      }
      fetch.retries++;
      if (delay > 0) await pause(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  async #post({ body, headers, requestId, deadline, signal }: OutgoingRequest): Promise<HttpResponse> {
    const isCompressed = this.#options.compression?.requests === true && body.length >= minCompressedLength;
    const requestBody = isCompressed ? await compressWithGzip(body) : body;
    const timeoutMs = deadline === Number.POSITIVE_INFINITY ? undefined : deadline - performance.now();
    const coding = isCompressed ? { 'content-encoding': 'gzip' } : undefined;
    const request = {
      path: this.#path,
      headers: { ...headers, ...this.#fixedHeaders, ...coding, 'x-request-id': requestId },
      body: requestBody,
      ...{ signal, timeoutMs },
    };
    const { wrapRequest } = this.#options;
    if (wrapRequest === undefined) return await this.#connections.post(request);
    return await wrapRequest((additionalHeaders) =>
      this.#connections.post({ ...request, headers: { ...request.headers, ...additionalHeaders } }),
    );
  }

  #read(request: FetchRequest<Context>, { status, body }: HttpResponse): FetchResult {
    const serialized = this.#options.writesErrorsFirst && status === 200 ? serializedResult(body) : undefined;
    if (serialized !== undefined) return serialized;
    const result = readResponse(body);
    if (this.#options.preservesRejections && isAccessDenied(status)) {
      return errorResult(request, { status, subgraph: this.#options.name, result });
    }
    if (result === undefined) {
      throw this.#failure(
        'did not return a valid subgraph response',
        new Error(`status ${status}: ${body.slice(0, 200)}`),
      );
    }
    return result;
  }

  #connectionFailure(error: ConnectionFailure): ExecutionError {
    return this.#failure(failureDescriptions[error.reason], error);
  }

  #failure(problem: string, cause: unknown): ExecutionError {
    const { name, failures = { ...externalErrorCodes, subject: `Subgraph "${name}"` } } = this.#options;
    const code = isLate(cause) ? failures.timeoutCode : failures.code;
    return new ExecutionError(`${failures.subject} ${problem}`, { code, subgraph: name }, { cause });
  }
}

/** A fetch in progress, with the data that is reported when it ends. */
interface Fetch {
  retries: number;
  isShared: boolean;
  /** Start time by `performance.now()`. */
  readonly startedAt: number;
}

interface OutgoingRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Deadline of the response by `performance.now()`. */
  readonly deadline: number;
  readonly fetch: Fetch;
}

const failureDescriptions: Readonly<Record<FailureReason, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'did not respond in time',
  'not-sent': 'was not called: earlier fetches used up the request timeout',
  'too-large': 'returned a response that is too large',
  'bad-encoding': 'returned a response whose content coding is unsupported or invalid',
};

const externalErrorCodes = { code: 'UPSTREAM_FAILED', timeoutCode: 'UPSTREAM_TIMEOUT' } as const;

/**
 * Returns the error if it is a {@link ConnectionFailure}.
 * @throws {unknown} any other error, unchanged
 */
function connectionFailure(error: unknown): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  throw error;
}

/** Whether a request failed because of its deadline. */
function isLate(error: unknown): boolean {
  return error instanceof ConnectionFailure && (error.reason === 'timeout' || error.reason === 'not-sent');
}

function isQuery({ document }: FetchRequest): boolean {
  return document.definitions.every(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === OperationTypeNode.QUERY,
  );
}
