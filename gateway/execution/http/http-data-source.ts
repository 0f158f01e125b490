import { setTimeout as pause } from 'node:timers/promises';
import { Kind, OperationTypeNode } from 'graphql';
import type { DataSource, ExecutionContext, FetchRequest, FetchResult } from '../data-source.js';
import { ExecutionError } from '../errors.js';
import {
  ConnectionFailure,
  type ConnectionLimits,
  Connections,
  type FailureReason,
  type HttpAnswer,
} from './connections.js';
import { acceptedCodings, compressWithGzip } from './content-coding.js';
import { readResponse } from './graphql-answer.js';
import { isRefusal, refusedAnswer } from './refused-answer.js';
import { onceAfterReset, type Retries } from './retries.js';
import { SharedReads } from './shared-reads.js';

export interface HttpDataSourceOptions<Context extends ExecutionContext = ExecutionContext> {
  /** For messages. */
  readonly name: string;
  readonly url: string;
  /** Headers for one request, for example the signed caller; `body` is what is sent. */
  readonly sign?: (request: { readonly body: string; readonly context: Context }) => Readonly<Record<string, string>>;
  /** What the subgraph's absence is to callers: another server's failure, unless it is a part of ourselves. */
  readonly absent?: { readonly code: string; readonly late: string; readonly what: string };
  readonly limits?: ConnectionLimits;
  /** What a fetch may take, with all attempts; without: as long as the request's signal lets it. */
  readonly timeoutMilliseconds?: number;
  /** That time is one for all fetches of a request, from the request's start: none is left with what the others have used up. */
  readonly sharesTimeOfRequest?: boolean;
  /** Whether the subgraph is a part of ourselves, whose answers nobody needs to look through. */
  readonly keepsTheSchema?: boolean;
  /** When a query is sent once more; by default once, when its connection broke. */
  readonly retries?: Retries;
  /** Whether equal queries with equal headers of `sign` are sent once while one is under way. */
  readonly sharesReads?: boolean;
  /** Whether answers may be compressed, and whether requests are. */
  readonly compression?: { readonly responses: boolean; readonly requests: boolean };
  /** Whether the status 401 or 403 of an answer gives its errors the code UNAUTHENTICATED or FORBIDDEN. */
  readonly keepsRefusals?: boolean;
  /** Called around each request, for example to trace it: calls `send` once, with headers to add, and returns what that returns. */
  readonly wrapRequest?: WrapRequest | undefined;
  /** Told once for each fetch. */
  onFetch?(fetch: SubgraphFetch): void;
  /** Told of each answer, whatever its status; of a shared one for each request. */
  onResponse?(response: Pick<HttpAnswer, 'status' | 'headers'>, context: Context): void;
}

export type WrapRequest = (
  send: (headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

/** How one fetch went. `stopped`: the client was gone or its time was up before the subgraph had answered. */
export interface SubgraphFetch {
  readonly subgraph: string;
  readonly outcome: 'answered' | 'failed' | 'stopped';
  readonly seconds: number;
  /** How often it was sent once more. */
  readonly retries: number;
  /** Whether the answer of an equal fetch was used. */
  readonly isShared: boolean;
}

/** Requests that are shorter are not worth compressing. */
const minCompressedLength = 1024;

/**
 * A subgraph behind HTTP, over connections that stay open. Throws an {@link ExecutionError} (`UPSTREAM_FAILED` by default) when
 * it cannot be reached or answers with something else than GraphQL over HTTP.
 */
export class HttpDataSource<Context extends ExecutionContext = ExecutionContext> implements DataSource<Context> {
  readonly keepsTheSchema: boolean;
  readonly #options: HttpDataSourceOptions<Context>;
  readonly #connections: Connections;
  readonly #path: string;
  readonly #retries: Retries;
  readonly #reads = new SharedReads<HttpAnswer>();
  readonly #ownHeaders: Readonly<Record<string, string>>;

  constructor(options: HttpDataSourceOptions<Context>) {
    const url = new URL(options.url);
    this.#options = options;
    this.keepsTheSchema = options.keepsTheSchema === true;
    this.#connections = new Connections(url.origin, options.limits);
    this.#path = `${url.pathname}${url.search}`;
    this.#retries = options.retries ?? onceAfterReset;
    this.#ownHeaders = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      ...(options.compression?.responses && { 'accept-encoding': acceptedCodings }),
    };
  }

  async execute(request: FetchRequest<Context>): Promise<FetchResult> {
    const began = performance.now();
    const until = this.#endOf(request, began);
    const fetch: Fetch = { retries: 0, isShared: false, began };
    if (until <= began) {
      this.#tell('stopped', fetch);
      throw this.#connectionFailure(
        new ConnectionFailure('the request has reached its timeout', { reason: 'unasked' }),
      );
    }
    try {
      const answer = await this.#send(request, { until, fetch });
      this.#options.onResponse?.(answer, request.context);
      const result = this.#read(request, answer);
      this.#tell('answered', fetch);
      return result;
    } catch (error) {
      this.#tell(request.context.signal.aborted ? 'stopped' : 'failed', fetch);
      throw error instanceof ConnectionFailure ? this.#connectionFailure(error) : error;
    }
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    await this.#connections.close();
  }

  #tell(outcome: SubgraphFetch['outcome'], { began, retries, isShared }: Fetch): void {
    const { name: subgraph, onFetch } = this.#options;
    onFetch?.({ subgraph, outcome, seconds: (performance.now() - began) / 1000, retries, isShared });
  }

  /** By `performance.now()`. */
  #endOf({ context }: FetchRequest<Context>, began: number): number {
    const { timeoutMilliseconds = Number.POSITIVE_INFINITY, sharesTimeOfRequest } = this.#options;
    return (sharesTimeOfRequest ? (context.startedAt ?? began) : began) + timeoutMilliseconds;
  }

  async #send(request: FetchRequest<Context>, attempt: { until: number; fetch: Fetch }): Promise<HttpAnswer> {
    const { text: query, operationName, variables, context } = request;
    const { signal } = context;
    const body = JSON.stringify({ query, operationName, variables });
    const headers = this.#options.sign?.({ body, context }) ?? {};
    const sending: Sending = { body, headers, requestId: context.requestId, signal, ...attempt };
    if (!isQuery(request)) return this.#change(sending);
    if (!this.#options.sharesReads) {
      return this.#query(sending, () => this.#options.sign?.({ body, context }) ?? {});
    }
    const key = `${JSON.stringify(headers)}${body}`;
    const { answer, isShared } = await this.#reads.read(key, signal, (shared) =>
      this.#query({ ...sending, signal: shared }),
    );
    attempt.fetch.isShared = isShared;
    return answer;
  }

  /** What is read during a change and after it is not what was read before. */
  async #change(sending: Sending): Promise<HttpAnswer> {
    this.#reads.forget();
    try {
      return await this.#post(sending);
    } finally {
      this.#reads.forget();
    }
  }

  /** @param sign headers for a further attempt, where they may not be used twice */
  async #query(sending: Sending, sign?: () => Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { until, fetch, signal } = sending;
    this.#retries.begin();
    for (let headers = sending.headers; ; headers = sign?.() ?? headers) {
      const outcome = await this.#post({ ...sending, headers }).catch(connectionFailure);
      const delay = this.#retries.delay(outcome, fetch.retries);
      if (delay === undefined || performance.now() + delay >= until) {
        if (outcome instanceof ConnectionFailure) throw outcome;
        return outcome;
      }
      fetch.retries++;
      if (delay > 0) await pause(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  async #post({ body, headers, requestId, until, signal }: Sending): Promise<HttpAnswer> {
    const isCompressed = this.#options.compression?.requests === true && body.length >= minCompressedLength;
    const sent = isCompressed ? await compressWithGzip(body) : body;
    const timeoutMilliseconds = until === Number.POSITIVE_INFINITY ? undefined : until - performance.now();
    const coding = isCompressed ? { 'content-encoding': 'gzip' } : undefined;
    const request = {
      path: this.#path,
      headers: { ...headers, ...this.#ownHeaders, ...coding, 'x-request-id': requestId },
      body: sent,
      ...{ signal, timeoutMilliseconds },
    };
    const { wrapRequest } = this.#options;
    if (wrapRequest === undefined) return await this.#connections.post(request);
    return await wrapRequest((more) =>
      this.#connections.post({ ...request, headers: { ...request.headers, ...more } }),
    );
  }

  #read(request: FetchRequest<Context>, { status, body }: HttpAnswer): FetchResult {
    const result = readResponse(body);
    if (this.#options.keepsRefusals && isRefusal(status)) {
      return refusedAnswer(request, { status, subgraph: this.#options.name, result });
    }
    if (result === undefined) {
      throw this.#failure('did not answer as a subgraph', new Error(`status ${status}: ${body.slice(0, 200)}`));
    }
    return result;
  }

  #connectionFailure(error: ConnectionFailure): ExecutionError {
    return this.#failure(whatHappened[error.reason], error);
  }

  #failure(what: string, cause: unknown): ExecutionError {
    const { name, absent = { ...absentStranger, what: `Subgraph "${name}"` } } = this.#options;
    const isLate = cause instanceof ConnectionFailure && (cause.reason === 'late' || cause.reason === 'unasked');
    const code = isLate ? absent.late : absent.code;
    return new ExecutionError(`${absent.what} ${what}`, { code, subgraph: name }, { cause });
  }
}

/** What is told of a fetch when it has ended. */
interface Fetch {
  retries: number;
  isShared: boolean;
  /** By `performance.now()`. */
  readonly began: number;
}

interface Sending {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** When the answer must be there, by `performance.now()`. */
  readonly until: number;
  readonly fetch: Fetch;
}

const whatHappened: Readonly<Record<FailureReason, string>> = {
  unreachable: 'cannot be reached',
  late: 'did not answer in time',
  unasked: 'was not asked: others had used up the time of the request',
  long: 'answered with more than is taken',
  encoded: 'answered in an encoding that cannot be read',
};

const absentStranger = { code: 'UPSTREAM_FAILED', late: 'UPSTREAM_TIMEOUT' } as const;

/** @throws what is something else */
function connectionFailure(error: unknown): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  throw error;
}

function isQuery({ document }: FetchRequest): boolean {
  return document.definitions.every(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === OperationTypeNode.QUERY,
  );
}
