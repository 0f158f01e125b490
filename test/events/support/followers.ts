import { request } from 'node:http';
import { createClient } from 'graphql-ws';

const query = 'subscription { alertChanged(filter: { status: [OPEN] }) { id endpoint { hostname } } }';

/** The alerts that a subscriber has received, with the number of times. */
export class Inbox {
  readonly counts = new Map<string, number>();
  position = '';
  isOpen = false;

  record(id: string): void {
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }
}

/** Follows over server-sent events, and connects to the next server when a connection is lost. */
export function followEvents(inbox: Inbox, urls: readonly string[], signal: AbortSignal): void {
  let attempt = 0;
  const connect = (): void => {
    if (signal.aborted) return;
    const headers = {
      ...{ accept: 'text/event-stream', 'content-type': 'application/json' },
      ...(inbox.position && { 'last-event-id': inbox.position }),
    };
    const reconnect = (): void => void setTimeout(connect, 100);
    const outgoing = request(`${urls[attempt++ % urls.length]}/graphql`, {
      method: 'POST',
      headers,
      signal,
      agent: false,
    });
    outgoing.on('error', reconnect);
    outgoing.on('response', (response) => {
      if (response.statusCode !== 200) return void response.resume().on('end', reconnect);
      let buffered = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (buffered + chunk).split('\n\n');
        buffered = blocks.pop() ?? '';
        for (const block of blocks) readBlock(inbox, block);
      });
      response.on('close', reconnect).on('error', () => {});
    });
    outgoing.end(JSON.stringify({ query }));
  };
  connect();
}

/** Parses only the compared values, because a thousand clients share one processor with the server. */
function readBlock(inbox: Inbox, block: string): void {
  inbox.isOpen = true;
  inbox.position = /(?:^|\n)id: (.*)/.exec(block)?.[1] ?? inbox.position;
  const id = /"alertChanged":{"id":"([^"]+)"/.exec(block)?.[1];
  if (id !== undefined) inbox.record(id);
}

/** Follows the subscription with graphql-ws, and connects to the next server when a connection is lost. */
export function followSocket(inbox: Inbox, urls: readonly string[], signal: AbortSignal): void {
  let attempt = 0;
  const payload: { query: string; extensions: { after?: string } } = { query, extensions: {} };
  const client = createClient({
    url: () => `${urls[attempt++ % urls.length]?.replace(/^http/, 'ws')}/graphql`,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => !signal.aborted,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
    on: {
      ping(isReceived, pong) {
        const [position] = Object.values((pong?.positions ?? {}) as Record<string, string>);
        if (!isReceived || position === undefined) return;
        inbox.isOpen = true;
        payload.extensions.after = position;
      },
    },
  });
  signal.addEventListener('abort', () => void client.dispose());
  client.subscribe(payload, {
    next({ data, extensions }) {
      inbox.record((data as { alertChanged: { id: string } }).alertChanged.id); // The data of the document above.
      payload.extensions.after = (extensions as { position: string }).position;
    },
    error: () => {},
    complete: () => {},
  });
}
