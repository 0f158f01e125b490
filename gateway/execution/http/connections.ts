import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { DecompressedTooLarge, decompress, isEncoded } from './content-coding.js';

/** Time in milliseconds after which a server that does not accept a connection is treated as unreachable. */
export const connectTimeoutMs = 3_000;
/**
 * Idle timeout of connections in milliseconds; shorter than that of servers, so no connection is used while its server
 * closes it.
 */
const keepAliveTimeoutMs = 30_000;
const maxConnections = 256;
/** Maximum response size in bytes. Usual responses are far smaller. */
export const maxResponseBytes = 256 * 1024 * 1024;

export interface ConnectionLimits {
  /** Maximum size of a response body in bytes; default: {@link maxResponseBytes}. */
  readonly maxResponseBytes?: number | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The response body, decompressed. */
  readonly body: string;
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
  /** Timeout in milliseconds until the end of the response; default: only the signal limits the request. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The reason why a request failed: the server was unreachable, it did not respond in time, there was no time left to
 * send the request, or the response was too large or badly encoded.
 */
export type FailureReason = 'unreachable' | 'timeout' | 'not-sent' | 'too-large' | 'bad-encoding';

/** A request or response that failed in transport. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly reason: FailureReason;

  constructor(message: string, options: ErrorOptions & { reason?: FailureReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'unreachable';
  }
}

/** Persistent connections to one server. */
export class Connections {
  readonly #pool: Pool;
  readonly #limits: ConnectionLimits;

  /** @param origin scheme, host and port */
  constructor(origin: string, limits: ConnectionLimits = {}) {
    this.#limits = limits;
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveTimeoutMs,
      // The signal of the request limits the time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends a request and reads the whole response.
   * @throws {ConnectionFailure} if it fails
   * @throws the reason of the signal if it aborts
   */
  post({ path, headers, body, signal, timeoutMs }: PostRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader({ resolve, reject, signal, timeoutMs, ...this.#limits });
      this.#pool.dispatch({ method: 'POST', path, headers, body }, reader);
    });
  }

  /** The connection pool, for streamed responses. */
  get dispatcher(): Dispatcher {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

interface PendingRequest extends ConnectionLimits, Pick<PostRequest, 'signal' | 'timeoutMs'> {
  resolve(response: HttpResponse): void;
  reject(error: unknown): void;
}

/** Collects one response. Cheaper than undici's high-level API, which creates a stream for every body. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: PendingRequest;
  readonly #stop = (): void => this.#abort();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;
  /**
   * Whether the request was rejected. A rejected request that still waits for a connection is aborted when it obtains
   * one.
   */
  #isRejected = false;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(request: PendingRequest) {
    this.#request = request;
    request.signal.addEventListener('abort', this.#stop);
    const { timeoutMs } = request;
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#fail('timeout'), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#request.signal.aborted) this.#abort();
    else if (this.#isRejected) controller.abort(new Error('the request was cancelled'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.#maxBytes) this.#fail('too-large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [onlyChunk] = this.#chunks;
    const content = this.#chunks.length === 1 && onlyChunk !== undefined ? onlyChunk : Buffer.concat(this.#chunks);
    const coding = this.#headers['content-encoding'];
    if (content.length > 0 && isEncoded(coding)) void this.#decompress(content, coding);
    else this.#resolve(content);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#cleanUp();
    this.#request.reject(new ConnectionFailure(error.message, { cause: error }));
  }

  get #maxBytes(): number {
    return this.#request.maxResponseBytes ?? maxResponseBytes;
  }

  #resolve(body: Buffer): void {
    this.#cleanUp();
    this.#request.resolve({ status: this.#status, headers: this.#headers, body: body.toString('utf8') });
  }

  async #decompress(body: Buffer, coding: string): Promise<void> {
    try {
      this.#resolve(await decompress(body, coding, this.#maxBytes));
    } catch (error) {
      if (error instanceof DecompressedTooLarge) this.#fail('too-large');
      else this.#reject(new ConnectionFailure(String(error), { reason: 'bad-encoding', cause: error }));
    }
  }

  #abort(): void {
    this.#reject(this.#request.signal.reason);
  }

  #fail(reason: 'timeout' | 'too-large'): void {
    const message =
      reason === 'timeout'
        ? 'the response did not arrive in time'
        : `the response has more than ${this.#maxBytes} bytes`;
    this.#reject(new ConnectionFailure(message, { reason }));
  }

  /** Rejects the request immediately, because undici handles an abort only once it is connected. */
  #reject(reason: unknown): void {
    this.#cleanUp();
    this.#request.reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error('the request was aborted'));
    this.#isRejected = true;
  }

  #cleanUp(): void {
    clearTimeout(this.#timer);
    this.#request.signal.removeEventListener('abort', this.#stop);
  }
}
