import { StreamReader } from './server-sent-events.js';
import { readToken } from './token-store.js';
import { Watchdog } from './watchdog.js';

/** `refused`: the server does not let this caller listen, so nothing is tried until somebody follows anew. */
export type StreamState = 'connecting' | 'live' | 'refused';

export interface FollowOptions {
  /** Such as `/events?types=alerts`. */
  readonly path: string;
  /** Hears the messages of the server, `ready`, `reset` and `end` too; `data` is parsed JSON. */
  onMessage(event: string, data: unknown): void;
  onState(state: StreamState): void;
}

const shortestPause = 500;
const maxPause = 30_000;

/**
 * Follows a stream of events of this server while the page is shown: a browser has few connections for all of its tabs. What
 * happened meanwhile comes when it is shown again, by the id of the last event.
 * @returns what ends that
 */
export function followEvents(options: FollowOptions): () => void {
  const follower = new Follower(options);
  const look = (): void => (document.visibilityState === 'visible' ? follower.start() : follower.stop());
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    follower.stop();
  };
}

class Follower {
  readonly #options: FollowOptions;
  #lastId = '';
  #running: AbortController | undefined;

  constructor(options: FollowOptions) {
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
    for (let pause = shortestPause; !signal.aborted; pause = Math.min(pause * 2, maxPause)) {
      this.#options.onState('connecting');
      const watchdog = new Watchdog(signal);
      try {
        const response = await watchdog.hear(this.#open(watchdog.signal));
        if ([400, 401, 403].includes(response.status)) {
          return this.#options.onState('refused');
        }
        if (response.ok && response.body !== null) {
          this.#options.onState('live');
          pause = shortestPause;
          await this.#read(response.body, watchdog);
        }
      } catch {
        // It broke off, fell silent, or this page ended it: what follows is the same.
      } finally {
        watchdog.end();
      }
      await wait(pause, signal);
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
    const pieces = body.getReader();
    const next = () => watchdog.hear(pieces.read());
    for (let piece = await next(); !piece.done; piece = await next()) {
      for (const { id, event, data } of stream.read(decoder.decode(piece.value, { stream: true }))) {
        this.#lastId = id ?? this.#lastId;
        if (data !== '') {
          const told: unknown = JSON.parse(data);
          if (event === 'ready') {
            watchdog.keepTo(told);
          }
          this.#options.onMessage(event, told);
        }
      }
    }
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      return resolve();
    }
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
