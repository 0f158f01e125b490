import { Kind, OperationTypeNode } from 'graphql';
import type { RequestContext } from '../../../platform/caller.js';
import { DomainError, type DomainErrorCode } from '../../../platform/domain-error.js';
import type { DataSource, FetchRequest, FetchResult } from '../data-source.js';
import { ConnectionFailure, Connections, type HttpAnswer } from './connections.js';

export interface HttpDataSourceOptions {
  /** For messages. */
  readonly name: string;
  readonly url: string;
  /** Headers for one request, for example the signed caller; `body` is what is sent. */
  readonly sign?: (request: {
    readonly body: string;
    readonly context: RequestContext;
  }) => Readonly<Record<string, string>>;
  /** What the subgraph's absence is to callers: another server's failure, unless it is a part of ourselves. */
  readonly absent?: { readonly code: DomainErrorCode; readonly what: string };
  /** Told once for each fetch. */
  onFetch?(outcome: FetchOutcome): void;
}

export type FetchOutcome = 'answered' | 'failed';

/**
 * A subgraph behind HTTP, over connections that stay open. Throws a DomainError (`UPSTREAM_FAILED` unless said otherwise) when
 * it cannot be reached or answers with something else than GraphQL over HTTP. A query whose connection broke is sent once
 * more: servers close connections that were idle.
 */
export class HttpDataSource implements DataSource {
  readonly #options: HttpDataSourceOptions;
  readonly #connections: Connections;
  readonly #path: string;

  constructor(options: HttpDataSourceOptions) {
    const url = new URL(options.url);
    this.#options = options;
    this.#connections = new Connections(url.origin);
    this.#path = `${url.pathname}${url.search}`;
  }

  async execute(request: FetchRequest): Promise<FetchResult> {
    try {
      const result = this.#read(await this.#send(request));
      this.#options.onFetch?.('answered');
      return result;
    } catch (error) {
      this.#options.onFetch?.('failed');
      throw error;
    }
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    await this.#connections.close();
  }

  async #send(request: FetchRequest): Promise<HttpAnswer> {
    const { text: query, operationName, variables, context } = request;
    const body = JSON.stringify({ query, operationName, variables });
    try {
      return await this.#post(body, context);
    } catch (error) {
      if (!(error instanceof ConnectionFailure)) throw error;
      if (!wasReset(error) || !isQuery(request)) throw this.#failure('cannot be reached', error);
    }
    try {
      return await this.#post(body, context);
    } catch (error) {
      throw error instanceof ConnectionFailure ? this.#failure('cannot be reached', error) : error;
    }
  }

  #post(body: string, context: RequestContext): Promise<HttpAnswer> {
    const headers = {
      ...this.#options.sign?.({ body, context }),
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'x-request-id': context.requestId,
    };
    return this.#connections.post({ path: this.#path, headers, body, signal: context.signal });
  }

  #read({ status, body }: HttpAnswer): FetchResult {
    const answer = parse(body);
    if (!isGraphqlAnswer(answer)) {
      throw this.#failure('did not answer as a subgraph', new Error(`status ${status}: ${body.slice(0, 200)}`));
    }
    return answer;
  }

  #failure(what: string, cause: unknown): DomainError {
    const { name, absent = { code: 'UPSTREAM_FAILED', what: `Subgraph "${name}"` } } = this.#options;
    return new DomainError(absent.code, `${absent.what} ${what}`, { subgraph: name }, { cause });
  }
}

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

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isGraphqlAnswer(answer: unknown): answer is FetchResult {
  if (typeof answer !== 'object' || answer === null) return false;
  const { data, errors } = answer as { data?: unknown; errors?: unknown }; // What they are is tested next.
  return (typeof data === 'object' && data !== undefined) || Array.isArray(errors);
}
