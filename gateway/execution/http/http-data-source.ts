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
import { readResponse } from './graphql-answer.js';

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
  /** Told once for each fetch. */
  onFetch?(fetch: SubgraphFetch): void;
}

/** How one fetch went. `stopped`: the client was gone or its time was up before the subgraph had answered. */
export interface SubgraphFetch {
  readonly subgraph: string;
  readonly outcome: 'answered' | 'failed' | 'stopped';
  readonly seconds: number;
}

/**
 * A subgraph behind HTTP, over connections that stay open. Throws an {@link ExecutionError} (`UPSTREAM_FAILED` by default) when
 * it cannot be reached or answers with something else than GraphQL over HTTP. A query whose connection broke is sent once
 * more: servers close connections that were idle.
 */
export class HttpDataSource<Context extends ExecutionContext = ExecutionContext> implements DataSource<Context> {
  readonly keepsTheSchema: boolean;
  readonly #options: HttpDataSourceOptions<Context>;
  readonly #connections: Connections;
  readonly #path: string;

  constructor(options: HttpDataSourceOptions<Context>) {
    const url = new URL(options.url);
    this.#options = options;
    this.keepsTheSchema = options.keepsTheSchema === true;
    this.#connections = new Connections(url.origin, options.limits);
    this.#path = `${url.pathname}${url.search}`;
  }

  async execute(request: FetchRequest<Context>): Promise<FetchResult> {
    const began = performance.now();
    const until = this.#endOf(request, began);
    if (until <= began) {
      this.#tell('stopped', began);
      throw this.#connectionFailure(
        new ConnectionFailure('the request has reached its timeout', { reason: 'unasked' }),
      );
    }
    try {
      const result = this.#read(await this.#send(request, until));
      this.#tell('answered', began);
      return result;
    } catch (error) {
      this.#tell(request.context.signal.aborted ? 'stopped' : 'failed', began);
      throw error;
    }
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    await this.#connections.close();
  }

  #tell(outcome: SubgraphFetch['outcome'], began: number): void {
    const { name: subgraph, onFetch } = this.#options;
    onFetch?.({ subgraph, outcome, seconds: (performance.now() - began) / 1000 });
  }

  /** By `performance.now()`. */
  #endOf({ context }: FetchRequest<Context>, began: number): number {
    const { timeoutMilliseconds = Number.POSITIVE_INFINITY, sharesTimeOfRequest } = this.#options;
    return (sharesTimeOfRequest ? (context.startedAt ?? began) : began) + timeoutMilliseconds;
  }

  async #send(request: FetchRequest<Context>, until: number): Promise<HttpAnswer> {
    const { text: query, operationName, variables, context } = request;
    const body = JSON.stringify({ query, operationName, variables });
    try {
      return await this.#post({ body, context, until });
    } catch (error) {
      if (!(error instanceof ConnectionFailure)) throw error;
      if (!wasReset(error) || !isQuery(request)) throw this.#connectionFailure(error);
    }
    try {
      return await this.#post({ body, context, until });
    } catch (error) {
      throw error instanceof ConnectionFailure ? this.#connectionFailure(error) : error;
    }
  }

  #post({ body, context, until }: Sending<Context>): Promise<HttpAnswer> {
    const timeoutMilliseconds = until === Number.POSITIVE_INFINITY ? undefined : until - performance.now();
    const headers = {
      ...this.#options.sign?.({ body, context }),
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'x-request-id': context.requestId,
    };
    return this.#connections.post({ path: this.#path, headers, body, signal: context.signal, timeoutMilliseconds });
  }

  #read({ status, body }: HttpAnswer): FetchResult {
    const answer = readResponse(body);
    if (answer === undefined) {
      throw this.#failure('did not answer as a subgraph', new Error(`status ${status}: ${body.slice(0, 200)}`));
    }
    return answer;
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

interface Sending<Context> {
  readonly body: string;
  readonly context: Context;
  /** When the answer must be there, by `performance.now()`. */
  readonly until: number;
}

const whatHappened: Readonly<Record<FailureReason, string>> = {
  unreachable: 'cannot be reached',
  late: 'did not answer in time',
  unasked: 'was not asked: others had used up the time of the request',
  long: 'answered with more than is taken',
};

const absentStranger = { code: 'UPSTREAM_FAILED', late: 'UPSTREAM_TIMEOUT' } as const;

/** A connection that the other side had closed already, or closed before it answered. */
function wasReset({ cause }: ConnectionFailure): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

function isQuery({ document }: FetchRequest): boolean {
  return document.definitions.every(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === OperationTypeNode.QUERY,
  );
}
