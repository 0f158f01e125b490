import { StreamReader } from './server-sent-events.js';
import { readToken } from './token-store.js';
import { Watchdog } from './watchdog.js';

/** `refused`: the server rejects the request of this caller, and the stream does not reconnect. */
export type StreamState = 'connecting' | 'live' | 'refused';

export interface EventStreamOptions {
  /** Such as `/events?types=alerts`. */
  readonly path: string;
  /** Receives every message, also `ready`, `reset` and `end`; `data` is parsed JSON. */
  onMessage(event: string, data: unknown): void;
  onState(state: StreamState): void;
}

const minDelayMs = 500;
const maxDelayMs = 30_000;

/**
 * Follows an event stream of this server while the page is visible, because a browser has few connections for all of its tabs. When
 * the page becomes visible again, the stream resumes after the last event id.
 * @returns a function that closes the stream
 */
export function followEvents(options: EventStreamOptions): () => void {
  const follower = new Follower(options);
  const update = (): void => (document.visibilityState === 'visible' ? follower.start() : follower.stop());
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    follower.stop();
  };
}

class Follower {
  readonly #options: EventStreamOptions;
  #lastId = '';
  #running: AbortController | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running === undefined) {
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    }
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let delayMs = minDelayMs; !signal.aborted; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      this.#options.onState('connecting');
      const watchdog = new Watchdog(signal);
      try {
        const response = await watchdog.watch(this.#open(watchdog.signal));
        if ([400, 401, 403].includes(response.status)) {
          return this.#options.onState('refused');
        }
        if (response.ok && response.body !== null) {
          this.#options.onState('live');
          delayMs = minDelayMs;
          await this.#read(response.body, watchdog);
        }
      } catch {
        // The connection failed, timed out, or was closed by this page; the loop continues only if the page did not close it.
      } finally {
        watchdog.end();
      }
      await wait(delayMs, signal);
    }
  }

  async #open(signal: AbortSignal): Promise<Response> {
    const token = readToken();
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (token !== null) {
      headers.authorization = `Bearer ${token}`;
    }
    if (this.#lastId !== '') {
      headers['last-event-id'] = this.#lastId;
    }
    return await fetch(this.#options.path, { headers, signal });
  }

  async #read(body: ReadableStream<Uint8Array>, watchdog: Watchdog): Promise<void> {
    const stream = new StreamReader();
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    const next = () => watchdog.watch(chunks.read());
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      for (const { id, event, data } of stream.read(decoder.decode(chunk.value, { stream: true }))) {
        this.#lastId = id ?? this.#lastId;
        if (data !== '') {
          const message: unknown = JSON.parse(data);
          if (event === 'ready') {
            watchdog.setHeartbeat(message);
          }
          this.#options.onMessage(event, message);
        }
      }
    }
  }
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      return resolve();
    }
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
