import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../platform/domain-error.js';

/**
 * Response bytes that are buffered for a client that sends its whole request before it reads the response. Then the
 * import waits for the client.
 */
const maxBufferedBytes = 16 * 1024 * 1024;

export interface ResponseStreamOptions {
  readonly reply: FastifyReply;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum time for which the client may neither send nor read. */
  readonly timeoutSeconds: number;
}

/**
 * A streamed response. Its head is sent with the first part, so an error before that can have its own status. The
 * signal aborts when the client disconnects or has neither sent nor read for too long.
 */
export class ResponseStream {
  readonly #options: ResponseStreamOptions;
  readonly #body = new PassThrough({ writableHighWaterMark: maxBufferedBytes });
  readonly #controller = new AbortController();
  #hasStarted = false;

  constructor(options: ResponseStreamOptions) {
    this.#options = options;
    const { raw } = options.reply;
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

  /** Sends a part; waits while the client does not read. */
  async write(text: string): Promise<void> {
    this.signal.throwIfAborted();
    this.#start();
    if (this.#body.write(text)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#body.once('drain', resolve);
    await this.#untilClientActs(promise);
  }

  end(): void {
    this.#start();
    this.#body.end();
  }

  /** Closes the connection within the response, which the client recognises as incomplete. */
  destroy(): void {
    this.#body.destroy();
    this.#options.reply.raw.destroy();
  }

  /** The body of the request. It fails if the client sends nothing for too long. */
  async *read(source: Readable): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    for (;;) {
      const chunk = await this.#untilClientActs(chunks.next());
      if (chunk.done) return;
      yield chunk.value;
    }
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { reply, headers } = this.#options;
    // Nothing in between may collect or store the stream.
    void reply.code(200).headers({ ...headers, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    void reply.send(this.#body);
  }

  #abort(reason: DomainError): void {
    this.#controller.abort(reason);
    this.#body.destroy();
  }

  async #untilClientActs<Result>(action: Promise<Result>): Promise<Result> {
    const { timeoutSeconds } = this.#options;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(this.signal.reason);
    const timer = setTimeout(() => {
      const message = `The client has neither sent nor read for ${timeoutSeconds} s. Read the response while sending.`;
      reject(new DomainError('TIMEOUT', message, { reason: 'idle' }));
    }, timeoutSeconds * 1000);
    this.signal.addEventListener('abort', onAbort);
    try {
      if (this.signal.aborted) onAbort();
      return await Promise.race([action, aborted]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', onAbort);
    }
  }
}
