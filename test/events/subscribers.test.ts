import { request } from 'node:http';
import { createClient } from 'graphql-ws';
import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { alertDependencies, importInferences } from '../../subgraphs/alerts/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { inference } from './support/event-world.js';

/** `npm run subscribers` takes more of each. */
const { env } = process;
const subscribers = Number(env.RAMPART_TEST_SUBSCRIBERS ?? 20);
const changesPerSecond = Number(env.RAMPART_TEST_CHANGES_PER_SECOND ?? 60);
const seconds = Number(env.RAMPART_TEST_SECONDS ?? 3);
/** Of the subscribers, one in so many comes over a WebSocket. */
const shareOfSockets = 10;
const query = 'subscription { alertChanged(filter: { status: [OPEN] }) { id endpoint { hostname } } }';

/** What a subscriber has got: each alert with how often. */
class Inbox {
  readonly counts = new Map<string, number>();
  position = '';
  isOpen = false;

  take({ data, extensions }: { data: { alertChanged: { id: string } }; extensions: { position: string } }): void {
    const { id } = data.alertChanged;
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    this.position = extensions.position;
  }
}

/** Follows over server-sent events, and connects to the next server where one is gone. */
function followEvents(inbox: Inbox, urls: readonly string[], signal: AbortSignal): void {
  let attempt = 0;
  const connect = (): void => {
    if (signal.aborted) return;
    const headers = {
      ...{ accept: 'text/event-stream', 'content-type': 'application/json' },
      ...(inbox.position && { 'last-event-id': inbox.position }),
    };
    const again = (): void => void setTimeout(connect, 100);
    const outgoing = request(`${urls[attempt++ % urls.length]}/graphql`, {
      method: 'POST',
      headers,
      signal,
      agent: false,
    });
    outgoing.on('error', again);
    outgoing.on('response', (response) => {
      if (response.statusCode !== 200) return void response.resume().on('end', again);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          inbox.isOpen = true;
          inbox.position = /^id: (.*)$/m.exec(block)?.[1] ?? inbox.position;
          const data = /^data: (.+)$/m.exec(block)?.[1];
          if (data !== undefined) inbox.take(JSON.parse(data));
        }
      });
      response.on('close', again).on('error', () => {});
    });
    outgoing.end(JSON.stringify({ query }));
  };
  connect();
}

/** The same with the client of GraphQL over WebSocket. */
function followSocket(inbox: Inbox, urls: readonly string[], signal: AbortSignal): void {
  let attempt = 0;
  const payload: { query: string; extensions: { after?: string } } = { query, extensions: {} };
  const client = createClient({
    url: () => `${urls[attempt++ % urls.length]?.replace(/^http/, 'ws')}/graphql`,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => !signal.aborted,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
    on: {
      ping(isReceived, told) {
        const [position] = Object.values((told?.positions ?? {}) as Record<string, string>);
        if (!isReceived || position === undefined) return;
        inbox.isOpen = true;
        payload.extensions.after = position;
      },
    },
  });
  signal.addEventListener('abort', () => void client.dispose());
  client.subscribe(payload, {
    next(response) {
      inbox.take(response as unknown as Parameters<Inbox['take']>[0]); // Of this document.
      payload.extensions.after = inbox.position;
    },
    error: () => {},
    complete: () => {},
  });
}

test(`${subscribers} subscribers get each of ${changesPerSecond} changes a second although their server is killed`, {
  timeout: 60_000 + seconds * 5000,
}, async () => {
  const testDatabase = await openDatabaseForTest();
  const alerts = alertDependencies({ ...testDatabase, clock: systemClock });
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = {
    ...{ DATABASE_URL: testDatabase.url, RAMPART_SERVER_DATA_DIR: folder.path },
    ...{ RAMPART_EVENTS_MAX_STREAMS: '10000', RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '10000' },
    ...{ RAMPART_SERVER_MAX_CONNECTIONS_PER_SOURCE: '10000', RAMPART_EVENTS_HEARTBEAT_SECONDS: '5' },
  };
  const servers = await Promise.all([startServer(environment), startServer(environment)]);
  onTestFinished(async () => {
    for (const { command } of servers) command.process.kill('SIGTERM');
    await Promise.all(servers.map(({ command }) => command.result));
  });
  const [victim] = servers;
  const urls = servers.map(({ addresses }) => addresses.rest ?? '');
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const inboxes = Array.from({ length: subscribers }, () => new Inbox());
  for (const [index, inbox] of inboxes.entries()) {
    const follow = index % shareOfSockets === 0 ? followSocket : followEvents;
    // All of them begin at the server that is killed.
    follow(inbox, urls, stop.signal);
  }
  await expect.poll(() => inboxes.filter(({ isOpen }) => !isOpen).length, { timeout: 60_000 }).toBe(0);

  const opened: string[] = [];
  const began = performance.now();
  let slowest = 0;
  for (let change = 0; change < changesPerSecond * seconds; change++) {
    const due = began + (change * 1000) / changesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    if (change === Math.floor((changesPerSecond * seconds) / 2)) victim?.command.process.kill('SIGKILL');
    const { results } = await importInferences({ ...alerts, ...localRequest }, [
      inference(`tenant-${change % 3}`, `host-${change}`),
    ]);
    opened.push(...results.map(({ alertId }) => alertId ?? ''));
    slowest = Math.max(slowest, performance.now() - due);
  }
  const ended = performance.now();
  const missing = (): number => inboxes.reduce((sum, { counts }) => sum + opened.length - counts.size, 0);
  await expect.poll(missing, { timeout: 30_000 + seconds * 2000, interval: 50 }).toBe(0);
  const repeated = inboxes.reduce(
    (sum, { counts }) => sum + [...counts.values()].reduce((all, count) => all + count - 1, 0),
    0,
  );
  const rate = Math.round((opened.length / (ended - began)) * 1000);
  const behind = Math.round(performance.now() - ended);
  console.info(
    `${subscribers} subscribers, ${opened.length} changes at ${rate}/s: all received ${behind} ms after the last one, ${repeated} more than once`,
  );
  expect(opened).toHaveLength(changesPerSecond * seconds);
  expect(repeated).toBe(0);
});
