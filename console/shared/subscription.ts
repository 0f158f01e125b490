import type { TypedDocumentString } from '../generated/operations.js';
import { activityHeaders } from './activity.js';
import { StreamReader } from './server-sent-events.js';
import { sessionHeaders, verifySession } from './session-store.js';
import { Watchdog } from './watchdog.js';

/** State of a subscription. `rejected`: the server rejects it for this caller; it is not retried. */
export type SubscriptionState = 'connecting' | 'live' | 'rejected';

export interface SubscriptionOptions<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Variables;
  /** Receives the data of each response. */
  onData(data: Data): void;
  /**
   * Called if responses may be missing: at the start, and if the server no longer has the changes since the last
   * response. The page must read its data again.
   */
  onGap(): void;
  onState(state: SubscriptionState): void;
}

interface SubscriptionResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

const minDelayMs = 500;
const maxDelayMs = 30_000;
/** Error codes for which a retry is useless, because it would get the same error. */
const rejections = ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'];

/**
 * Follows a subscription of this server's graph over server-sent events while the page is visible, because a browser
 * limits the connections of all its tabs. When the page becomes visible again, or the connection is lost, it resumes
 * after the last position.
 * @returns a function that ends the subscription
 */
export function followSubscription<Data, Variables>(options: SubscriptionOptions<Data, Variables>): () => void {
  const follower = new Follower(options);
  const update = (): void => (document.visibilityState === 'visible' ? follower.start() : follower.stop());
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    follower.stop();
  };
}

class Follower<Data, Variables> {
  readonly #options: SubscriptionOptions<Data, Variables>;
  #lastId = '';
  #running: AbortController | undefined;

  constructor(options: SubscriptionOptions<Data, Variables>) {
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
          verifySession();
          return this.#options.onState('rejected');
        }
        if (response.ok && response.body !== null) {
          watchdog.setHeartbeat(response.headers.get('x-heartbeat-seconds'));
          const isRejected = await this.#read(response.body, watchdog, () => {
            delayMs = minDelayMs;
          });
          if (isRejected) {
            verifySession();
            return this.#options.onState('rejected');
          }
        }
      } catch {
        // The connection failed, timed out, or was closed by this page; the loop continues only if the page did not
        // close it.
      } finally {
        watchdog.end();
      }
      await wait(delayMs, signal);
    }
  }

  async #open(signal: AbortSignal): Promise<Response> {
    const { document, variables } = this.#options;
    const headers: Record<string, string> = {
      ...sessionHeaders,
      ...activityHeaders(),
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    if (this.#lastId !== '') {
      headers['last-event-id'] = this.#lastId;
    }
    const body = JSON.stringify({ query: document.toString().trim(), variables });
    return await fetch('graphql', { method: 'POST', headers, body, signal });
  }

  /**
   * Reads the responses of a stream until it ends.
   * @returns whether the server rejects the subscription
   */
  async #read(body: ReadableStream<Uint8Array>, watchdog: Watchdog, onLive: () => void): Promise<boolean> {
    const stream = new StreamReader();
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    const next = () => watchdog.watch(chunks.read());
    let isLive = false;
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      for (const { id, event, data } of stream.read(decoder.decode(chunk.value, { stream: true }))) {
        // The first position indicates that the subscription is open.
        if (id !== undefined && !isLive) {
          isLive = true;
          onLive();
          this.#options.onState('live');
          if (this.#lastId === '') {
            this.#options.onGap();
          }
        }
        this.#lastId = id ?? this.#lastId;
        if (event === 'next' && this.#take(JSON.parse(data))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Calls the handlers for a response. Returns whether the server rejects the subscription. */
  #take({ data, errors = [] }: SubscriptionResponse<Data>): boolean {
    if (data !== undefined && data !== null) {
      this.#options.onData(data);
      return false;
    }
    const codes = errors.map(({ extensions }) => extensions?.code ?? '');
    if (codes.includes('GONE')) {
      this.#lastId = '';
    }
    return codes.some((code) => rejections.includes(code));
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
