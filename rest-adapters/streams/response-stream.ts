import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { exemptFromStallLimit, matchesEtag } from '../../gateway/index.js';
import { DomainError } from '../../platform/domain-error.js';

/**
 * Maximum number of response bytes that are buffered, for clients that send the whole request before they read the
 * response. When this number is reached, the import waits for the client.
 */
const maxBufferedBytes = 16 * 1024 * 1024;
/**
 * Size in bytes of the chunks in which parts are sent, because the progress of a client is visible only between chunks.
 */
const chunkBytes = 64 * 1024;
const progressCheckMs = 100;
/** Time in milliseconds of waiting for the client over which its transfer rate is measured. */
const rateWindowMs = 60_000;
/**
 * Minimum transfer rate, below that of any line in use. Without it, a client could hold a stream for ever with a byte
 * from time to time.
 */
const minBytesPerSecond = 4096;
/** Maximum time in milliseconds in which the client of an interrupted stream neither sends nor reads. */
const interruptedMs = 1000;

export interface ResponseStreamOptions {
  readonly reply: FastifyReply;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum time in seconds in which the client neither sends nor reads. */
  readonly timeoutSeconds: number;
  /**
   * Called after each {@link rateWindowMs} of waiting for the client: whether a client below the minimum transfer rate
   * must leave the stream to others. Absent: never.
   */
  readonly requiresMinRate?: () => boolean;
}

/**
 * A streamed response. The head is sent with the first part or by `begin`; until then, an error can have its own
 * status. The signal aborts when the client disconnects.
 */
export class ResponseStream {
  readonly #options: ResponseStreamOptions;
  readonly #socket: Socket;
  readonly #body = new PassThrough({ writableHighWaterMark: maxBufferedBytes });
  readonly #controller = new AbortController();
  /** Functions that reject the calls waiting for the client. */
  readonly #waiting = new Set<(reason: DomainError) => void>();
  #interruption: DomainError | undefined;
  /** The wait for the client since the last measurement of its transfer rate. */
  #rateWindow = { checks: 0, bytes: 0 };
  #hasStarted = false;
  #headers: Readonly<Record<string, string>>;
  #entityTag: string | undefined;
  #isNotModified = false;

  constructor(options: ResponseStreamOptions) {
    this.#options = options;
    this.#headers = options.headers;
    const { raw, request } = options.reply;
    this.#socket = request.raw.socket;
    exemptFromStallLimit(raw);
    this.#rateWindow.bytes = this.#contentTransferred();
    raw.once('close', () => {
      if (!raw.writableFinished) this.#abort(new DomainError('TIMEOUT', 'The client closed the connection'));
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /**
   * Sets the entity tag of the response. If the client has it (RFC 9110, section 13.1.2), the response is 304.
   * @returns whether the client has it
   */
  isKnown(entityTag: string): boolean {
    const condition = this.#options.reply.request.headers['if-none-match'];
    this.#entityTag = entityTag;
    this.#isNotModified = condition !== undefined && matchesEtag(condition, entityTag);
    return this.#isNotModified;
  }

  /**
   * Sends the head of the response immediately, with these additional headers, because the first part may take minutes.
   */
  begin(headers: Readonly<Record<string, string>>): void {
    this.signal.throwIfAborted();
    this.#headers = { ...this.#headers, ...headers };
    const { raw } = this.#options.reply;
    // At the event `pipe`, Fastify has set the headers; without this, it sends them only with the first part.
    raw.once('pipe', () => raw.flushHeaders());
    this.#start();
  }

  /** Makes reading the request body fail with this reason. Data that was written is still sent. */
  interrupt(reason: DomainError): void {
    if (this.#interruption !== undefined) return;
    this.#interruption = reason;
    this.#rejectWaiting(reason);
  }

  throwIfInterrupted(): void {
    if (this.#interruption !== undefined) throw this.#interruption;
  }

  /** Sends a part. Waits while the client does not read, unless the stream is interrupted. */
  async write(part: string | Uint8Array): Promise<void> {
    this.signal.throwIfAborted();
    this.#start();
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    let isFull = false;
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      isFull = !this.#body.write(bytes.subarray(start, start + chunkBytes));
    }
    if (!isFull || this.#interruption !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#body.once('drain', resolve);
    await this.#untilClientActs(promise).catch((error: unknown) => {
      if (error !== this.#interruption) throw error;
    });
  }

  /** Ends the response, and waits until the client has read it. */
  async end(): Promise<void> {
    this.#start();
    const { raw } = this.#options.reply;
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    raw.once('finish', resolve);
    this.#body.end();
    await this.#untilClientActs(finished).catch(async (error: unknown) => {
      if (error !== this.#interruption) throw error;
      await this.#untilClientActs(finished);
    });
  }

  /** Closes the connection before the end of the response, so the client recognizes that the response is incomplete. */
  destroy(): void {
    this.#body.destroy();
    const { raw, request } = this.#options.reply;
    // In HTTP/1.0, every response ends with its connection. The listener that serves streams has no TLS.
    if (request.raw.httpVersionMinor === 0) this.#socket.resetAndDestroy();
    raw.destroy();
  }

  /** Reads the body of the request. Fails if the client acts too slowly, or the stream is interrupted. */
  async *read(source: Readable): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    for (;;) {
      this.throwIfInterrupted();
      const chunk = await this.#untilClientActs(chunks.next());
      if (chunk.done) return;
      yield chunk.value;
    }
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { reply } = this.#options;
    const headers = this.#headers;
    // No proxy may buffer or store the stream.
    const tag = this.#entityTag;
    void reply.headers({
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...(tag !== undefined && { etag: tag }),
    });
    if (this.#isNotModified)
      void reply
        .code(304)
        .header('vary', headers.vary ?? '')
        .send();
    else void reply.code(200).headers(headers).send(this.#body);
  }

  #abort(reason: DomainError): void {
    this.#controller.abort(reason);
    this.#rejectWaiting(reason);
    this.#body.destroy();
  }

  #rejectWaiting(reason: DomainError): void {
    for (const reject of this.#waiting) reject(reason);
  }

  /**
   * Waits for an action that depends on the client, such as the next chunk of the request.
   * @throws {DomainError} TIMEOUT if the client neither sends nor reads within the time limit; the reason of an
   * interruption
   */
  async #untilClientActs<Result>(action: Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const idleMs = this.#interruption === undefined ? this.#options.timeoutSeconds * 1000 : interruptedMs;
    const fail = (error: DomainError): void => {
      this.interrupt(error);
      reject(error);
    };
    let transferred = this.#bytesTransferred();
    // Counted in checks, not in seconds: a time in which this process was too busy for checks is not attributed to the
    // client.
    let idleChecks = 0;
    const timer = setInterval(() => {
      const bytes = this.#bytesTransferred();
      idleChecks = bytes === transferred ? idleChecks + 1 : 0;
      transferred = bytes;
      if (idleChecks * progressCheckMs >= idleMs) fail(idleError(idleMs / 1000));
      else if (this.#isTooSlow()) fail(tooSlowError());
    }, progressCheckMs);
    this.#waiting.add(reject);
    try {
      return await Promise.race([action, failed]);
    } finally {
      clearInterval(timer);
      this.#waiting.delete(reject);
    }
  }

  /**
   * Measures the transfer rate after each minute of waiting for the client, at a check of its progress. Time in which
   * the stream waits for the database does not count.
   */
  #isTooSlow(): boolean {
    this.#rateWindow.checks++;
    if (this.#rateWindow.checks * progressCheckMs < rateWindowMs) return false;
    const bytes = this.#contentTransferred();
    const isSlow = bytes - this.#rateWindow.bytes < (minBytesPerSecond * rateWindowMs) / 1000;
    this.#rateWindow = { checks: 0, bytes };
    // Always called, because it measures the same windows.
    const isRequired = this.#options.requiresMinRate?.() ?? false;
    return isSlow && isRequired;
  }

  /** Like {@link #bytesTransferred}, without what the client sends during a response to a request without a body. */
  #contentTransferred(): number {
    return this.#options.reply.request.method === 'GET' ? this.#socket.bytesWritten : this.#bytesTransferred();
  }

  /** Number of bytes that were received from the client and written to its connection. */
  #bytesTransferred(): number {
    return this.#socket.bytesRead + this.#socket.bytesWritten;
  }
}

function idleError(seconds: number): DomainError {
  const message = `The client has neither sent nor read for ${seconds} s. Read the response while sending.`;
  return new DomainError('TIMEOUT', message, { reason: 'idle' });
}

function tooSlowError(): DomainError {
  const rate = `${minBytesPerSecond / 1024} KiB per second over ${rateWindowMs / 1000} s`;
  const message = `The client has transferred less than ${rate}. Send or read faster, because the number of streams is limited.`;
  return new DomainError('TIMEOUT', message, { reason: 'slow' });
}
