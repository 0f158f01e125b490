import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { DecompressedTooLong, decompress, isEncoded } from './content-coding.js';

/** A server that does not take a connection within this time is as good as gone. */
const connectMilliseconds = 3_000;
/** Shorter than servers keep idle connections: none is used just as it closes. */
const keepAliveMilliseconds = 30_000;
const maximumConnections = 256;
/** A megabyte is much for an answer; this much is a mistake. */
const maxResponseBytes = 256 * 1024 * 1024;

export interface ConnectionLimits {
  /** Of one answer's body. */
  readonly maxResponseBytes?: number | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: string;
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
  /** Until the end of the answer; without: as long as the signal lets it. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** Nothing came back, it did not come in time, there was no time to ask, it was more than is taken, or it could not be decompressed. */
export type FailureReason = 'unreachable' | 'late' | 'unasked' | 'long' | 'encoded';

/** The request reached nobody, or nobody's answer reached us. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly reason: FailureReason;

  constructor(message: string, options: ErrorOptions & { reason?: FailureReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'unreachable';
  }
}

/** Connections to one server that stay open between requests. */
export class Connections {
  readonly #pool: Pool;
  readonly #limits: ConnectionLimits;

  /** @param origin scheme, host and port */
  constructor(origin: string, limits: ConnectionLimits = {}) {
    this.#limits = limits;
    this.#pool = new Pool(origin, {
      connections: maximumConnections,
      connect: { timeout: connectMilliseconds },
      keepAliveTimeout: keepAliveMilliseconds,
      // Deadlines are the request's: its signal ends the wait.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws {ConnectionFailure}
   * @throws what the signal was aborted with
   */
  post({ path, headers, body, signal, timeoutMilliseconds }: PostRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader({ resolve, reject, signal, timeoutMilliseconds, ...this.#limits });
      this.#pool.dispatch({ method: 'POST', path, headers, body }, reader);
    });
  }

  /** The pool itself, for answers that leave in a stream. */
  get dispatcher(): Dispatcher {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

interface Waiting extends ConnectionLimits, Pick<PostRequest, 'signal' | 'timeoutMilliseconds'> {
  resolve(answer: HttpAnswer): void;
  reject(error: unknown): void;
}

/** Gathers an answer. Costs less than the ready-made forms, which make a stream of every body. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #waiting: Waiting;
  readonly #stop = (): void => this.#abort();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;
  /** A request that has no connection yet cannot be aborted; it is as soon as it gets one. */
  #isGivenUp = false;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
    waiting.signal.addEventListener('abort', this.#stop);
    const { timeoutMilliseconds } = waiting;
    if (timeoutMilliseconds !== undefined) this.#timer = setTimeout(() => this.#fail('late'), timeoutMilliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#waiting.signal.aborted) this.#abort();
    else if (this.#isGivenUp) controller.abort(new Error('the request was cancelled'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.#maxBytes) this.#fail('long');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only] = this.#chunks;
    const whole = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
    const coding = this.#headers['content-encoding'];
    if (whole.length > 0 && isEncoded(coding)) void this.#decompress(whole, coding);
    else this.#resolve(whole);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#forget();
    this.#waiting.reject(new ConnectionFailure(error.message, { cause: error }));
  }

  get #maxBytes(): number {
    return this.#waiting.maxResponseBytes ?? maxResponseBytes;
  }

  #resolve(body: Buffer): void {
    this.#forget();
    this.#waiting.resolve({ status: this.#status, headers: this.#headers, body: body.toString('utf8') });
  }

  async #decompress(body: Buffer, coding: string): Promise<void> {
    try {
      this.#resolve(await decompress(body, coding, this.#maxBytes));
    } catch (error) {
      if (error instanceof DecompressedTooLong) this.#fail('long');
      else this.#give(new ConnectionFailure(String(error), { reason: 'encoded', cause: error }));
    }
  }

  #abort(): void {
    this.#give(this.#waiting.signal.reason);
  }

  #fail(reason: 'late' | 'long'): void {
    this.#give(new ConnectionFailure(`the answer was too ${reason}`, { reason }));
  }

  /** The caller is answered at once: undici hears of an abort only when it is connected. */
  #give(reason: unknown): void {
    this.#forget();
    this.#waiting.reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error('the request was aborted'));
    this.#isGivenUp = true;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#waiting.signal.removeEventListener('abort', this.#stop);
  }
}
