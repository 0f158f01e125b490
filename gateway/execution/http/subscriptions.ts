import { type Dispatcher, Pool, errors as undiciErrors } from 'undici';
import type { ExecutionContext, FetchRequest, FetchResult } from '../data-source.js';
import { ExecutionError } from '../errors.js';
import { errorResult, isAccessDenied } from './error-result.js';
import { EventReader, EventTooLarge } from './event-reader.js';
import { readResponse } from './graphql-response.js';

export interface HttpSubscriptionsOptions<Context extends ExecutionContext = ExecutionContext> {
  /** Name of the subgraph in messages. */
  readonly name: string;
  readonly url: string;
  /** Creates additional headers for one request. */
  headers(context: Context): Readonly<Record<string, string>>;
  /** Timeout in milliseconds until the subgraph has accepted a subscription. */
  readonly timeoutMs: number;
  /** Maximum size of one event in bytes. */
  readonly maxEventBytes: number;
}

/** Time in milliseconds after which a server that does not accept a connection is treated as unreachable. */
const connectTimeoutMs = 3_000;
/** Maximum size in bytes of a response that is not an event stream. */
const maxRejectionBytes = 256 * 1024;

/**
 * Subscriptions of one subgraph over server-sent events (GraphQL over SSE Protocol, "Distinct connections mode"). Each
 * subscription has its own connection, separate from those of queries; TCP keep-alive probes detect within a few
 * minutes that the server has disappeared.
 */
export class HttpSubscriptions<Context extends ExecutionContext = ExecutionContext> {
  readonly #options: HttpSubscriptionsOptions<Context>;
  readonly #pool: Pool;
  readonly #path: string;

  constructor(options: HttpSubscriptionsOptions<Context>) {
    const { origin, pathname, search } = new URL(options.url);
    this.#options = options;
    this.#path = `${pathname}${search}`;
    this.#pool = new Pool(origin, {
      // The caller limits the number of subscriptions.
      connections: null,
      connect: { timeout: connectTimeoutMs, keepAlive: true },
      headersTimeout: options.timeoutMs,
      // The time between two events is unlimited.
      bodyTimeout: 0,
    });
  }

  /**
   * Opens a subscription, which lasts until the signal of the context aborts.
   * @returns the events, or the errors of a subscription that the subgraph rejects
   * @throws {ExecutionError} UPSTREAM_FAILED, UPSTREAM_TIMEOUT
   */
  async subscribe(request: FetchRequest<Context>): Promise<AsyncIterable<FetchResult> | FetchResult> {
    const response = await this.#send(request).catch((error: unknown) => {
      request.context.signal.throwIfAborted();
      const isLate =
        error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.ConnectTimeoutError;
      throw this.#failure(isLate ? 'did not accept the subscription in time' : 'cannot be reached', error, isLate);
    });
    const type = String(response.headers['content-type'] ?? '');
    if (response.statusCode === 200 && /^text\/event-stream\s*(;|$)/i.test(type)) {
      return this.#events(response.body, request.context.signal);
    }
    return await this.#rejection(request, response);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #send({ text: query, operationName, variables, context }: FetchRequest<Context>): Promise<Dispatcher.ResponseData> {
    return this.#pool.request({
      method: 'POST',
      path: this.#path,
      headers: {
        ...this.#options.headers(context),
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-request-id': context.requestId,
      },
      body: JSON.stringify({ query, operationName, variables }),
      signal: context.signal,
    });
  }

  /** The events of a response. The connection is closed when the iteration ends or the signal aborts. */
  async *#events(body: Dispatcher.ResponseData['body'], signal: AbortSignal): AsyncGenerator<FetchResult> {
    const reader = new EventReader(this.#options.maxEventBytes);
    try {
      for await (const chunk of body) {
        for (const { name, data } of reader.read(chunk as Buffer)) {
          if (name === 'complete') return;
          if (name === 'next') yield this.#resultOf(data);
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ExecutionError) throw error;
      throw this.#failure(
        error instanceof EventTooLarge ? 'sent an event that is too large' : 'was disconnected',
        error,
      );
    }
    throw this.#failure('ended the connection without completing the subscription');
  }

  #resultOf(data: string): FetchResult {
    const result = readResponse(data);
    if (result === undefined) throw this.#failure('sent an event that is not a GraphQL response');
    return result;
  }

  /**
   * The result of a response that is not an event stream: the subgraph's errors, or a failure if the response is not
   * GraphQL.
   */
  async #rejection(
    request: FetchRequest<Context>,
    { statusCode: status, body }: Dispatcher.ResponseData,
  ): Promise<FetchResult> {
    const result = readResponse(await readBounded(body));
    if (isAccessDenied(status)) return errorResult(request, { status, subgraph: this.#options.name, result });
    if (result?.errors !== undefined) return { errors: result.errors };
    throw this.#failure('did not return an event stream', new Error(`status ${status}`));
  }

  #failure(problem: string, cause?: unknown, isLate = false): ExecutionError {
    const { name } = this.#options;
    const code = isLate ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED';
    return new ExecutionError(`Subgraph "${name}" ${problem}`, { code, subgraph: name }, { cause });
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxRejectionBytes) break;
      chunks.push(chunk);
    }
  } catch {
    // An incomplete response may still contain the errors of the subgraph.
  }
  return Buffer.concat(chunks).toString('utf8');
}
