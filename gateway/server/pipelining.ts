import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './admission.js';

/**
 * Maximum number of requests of a connection that are handled at the same time. Clients that pipeline send about as
 * many, and each of them can hold a whole response in memory.
 */
const maxConcurrentRequests = 16;
/**
 * Maximum number of requests of a connection that wait to be handled; beyond it, the connection is closed. 64 kB, which
 * are parsed before the connection can be paused, can contain thousands of requests, each of which takes 8 kB of
 * memory.
 */
const maxWaitingRequests = 64;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The requests of one connection that arrive before the responses to earlier ones have ended (RFC 9112, section 9.3.2).
 * At most 16 are handled at the same time; further ones wait, and nothing more is read from the connection. A request
 * with a body waits until all earlier responses have ended, so a connection occupies memory for at most one body.
 */
export class PipelinedRequests {
  /** Number of requests whose responses have not ended, including those that wait. */
  unfinished = 0;
  readonly #socket: Socket;
  readonly #handle: Handler;
  readonly #waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
  #isPaused = false;

  constructor(socket: Socket, handle: Handler) {
    this.#socket = socket;
    this.#handle = handle;
  }

  /** Handles a request that was counted in `unfinished`, now or later. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#socket.destroyed) return;
    this.#waiting.push({ request, response });
    this.#handleWaiting();
    if (this.#waiting.length > maxWaitingRequests) this.#abandon();
    else if (this.#waiting.length > 0) this.#pause();
  }

  /** Continues with the requests that wait, after a response has ended. */
  continue(): void {
    // Only afterwards does Node.js close a connection whose last response has ended.
    if (this.#waiting.length > 0) process.nextTick(() => this.#handleNext());
  }

  #handleNext(): void {
    // Requests after a response with `Connection: close` must not be processed (RFC 9112, section 9.6).
    if (!this.#socket.writable) this.#waiting.length = 0;
    this.#handleWaiting();
    if (this.#waiting.length > 0 || !this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  #handleWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const handled = this.unfinished - this.#waiting.length;
      if (handled >= (hasBody(next.request) ? 1 : maxConcurrentRequests)) return;
      this.#waiting.shift();
      this.#handle(next.request, next.response);
    }
  }

  #pause(): void {
    this.#isPaused = true;
    // Node.js resumes the connection at the end of the message that is being parsed, and when the client has read.
    process.nextTick(() => {
      if (this.#isPaused) this.#socket.pause();
    });
  }

  #abandon(): void {
    this.#waiting.length = 0;
    this.#socket.destroy();
  }
}
