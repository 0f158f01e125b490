import { createClient as createStreamClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** A response of a subscription. */
export interface Response {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type
  readonly data?: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: unknown;
    readonly extensions?: { code?: string };
  }[];
  readonly extensions?: { readonly position?: string };
}

/** A client's subscription with its responses. */
export interface Subscriber {
  readonly responses: Response[];
  /** The error of the transport that ended the subscription; undefined while it is active. */
  failure: unknown;
  isComplete: boolean;
  /** Positions in pings of the server. */
  readonly positions: string[];
  close(): void;
  /** Waits for this number of responses. */
  got(count: number): Promise<readonly Response[]>;
}

export interface SubscribeOptions {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly token?: string;
  /** The session cookie of a browser, sent as by a page of the server. */
  readonly cookie?: string;
  readonly after?: string;
}

type Transport = (url: string, options: SubscribeOptions) => Subscriber;

function subscriber(): Subscriber & {
  sink: { next(response: unknown): void; error(error: unknown): void; complete(): void };
} {
  const responses: Response[] = [];
  const self = {
    ...{ responses, failure: undefined as unknown, isComplete: false, positions: [] as string[] },
    close: (): void => {},
    got: async (count: number) => {
      await expect
        .poll(() => self.failure ?? responses.length, { timeout: 60_000, interval: 10 })
        .toSatisfy((state: unknown) => typeof state !== 'number' || state >= count);
      if (self.failure !== undefined) throw self.failure;
      return responses;
    },
    sink: {
      next: (response: unknown) => void responses.push(response as Response), // The format that the server sends.
      error: (error: unknown) => {
        self.failure = error;
      },
      complete: () => {
        self.isComplete = true;
      },
    },
  };
  return self;
}

/** The headers that a page of the server sends. */
function pageHeaders(cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? {} : { cookie, 'x-rampart-session': '1' };
}

/** Subscribes with the client of GraphQL over SSE. */
export const subscribeOverEvents: Transport = (url, { query, variables, token, cookie, after }) => {
  const self = subscriber();
  const client = createStreamClient({
    url: `${url}/graphql`,
    retryAttempts: 0,
    headers: {
      ...pageHeaders(cookie),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(after && { 'last-event-id': after }),
    },
  });
  onTestFinished(() => client.dispose());
  self.close = client.subscribe({ query, ...(variables && { variables }) }, self.sink);
  return self;
};

/** Subscribes with the client of GraphQL over WebSocket. */
export const subscribeOverWebSocket: Transport = (url, { query, variables, token, cookie, after }) => {
  const self = subscriber();
  const client = createSocketClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, { headers: pageHeaders(cookie) });
      }
    },
    retryAttempts: 0,
    ...(token && { connectionParams: { authorization: `Bearer ${token}` } }),
    on: {
      ping: (isReceived, payload) => {
        if (isReceived) self.positions.push(...(Object.values(payload?.positions ?? {}) as string[]));
      },
    },
  });
  onTestFinished(() => void client.dispose());
  self.close = client.subscribe(
    { query, ...(variables && { variables }), ...(after && { extensions: { after } }) },
    self.sink,
  );
  return self;
};

export const transports = [
  ['server-sent events', subscribeOverEvents],
  ['a WebSocket', subscribeOverWebSocket],
] as const satisfies readonly (readonly [string, Transport])[];
