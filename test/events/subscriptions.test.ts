import { connect } from 'node:net';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type EventDeployment, openEventDeployment, type Replica } from './support/event-deployment.js';
import { type Subscriber, subscribeOverEvents, subscribeOverWebSocket, transports } from './support/subscribe.js';

let deployment: EventDeployment;
/** Two servers on one database, and one that requires tokens. */
let one: Replica;
let other: Replica;
let closed: Replica;

beforeAll(async () => {
  deployment = await openEventDeployment();
  one = await deployment.replica({ RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.5' });
  other = await deployment.replica({ RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '2' });
  closed = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token' });
});
afterAll(() => deployment.close());

const ids = 'subscription ($filter: AlertFilter) { alertChanged(filter: $filter) { id } }';

function idsOf({ responses }: Subscriber): string[] {
  return responses.map(({ data }) => data.alertChanged.id);
}

/** Describes how a subscription ended: an error of the transport, its close code, or GraphQL errors. */
function describeEnd({ failure, responses }: Subscriber): string {
  const code = failure instanceof Object && 'code' in failure ? String(failure.code) : '';
  const message = failure instanceof Object && 'message' in failure ? String(failure.message) : '';
  return `${code} ${message} ${JSON.stringify(failure ?? responses)}`;
}

/** Waits until a subscription is open: until it receives an alert, because earlier ones are not sent. */
async function openSubscription(subscriber: Subscriber, tenantId = 'probe'): Promise<Subscriber> {
  await expect
    .poll(
      async () => {
        await deployment.alert(tenantId, 'probe');
        return subscriber.failure ?? subscriber.responses.length;
      },
      { timeout: 60_000, interval: 50 },
    )
    .not.toBe(0);
  return subscriber;
}

/** Opens a connection to the first server, and collects what it receives. */
function connectRaw() {
  const { hostname, port } = new URL(one.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data) => (received += data));
  return {
    socket,
    host: `Host: ${hostname}:${port}`,
    received: () => received,
    statuses: () => received.match(/HTTP\/1.1 \d+/g),
  };
}

test.each([
  ['a response that ends', 'GET /health/live HTTP/1.1', 1],
  ['a response that has no end', 'GET /events HTTP/1.1', 0],
])('the server ignores an upgrade that is pipelined behind %s', async (_, firstRequest, rejections) => {
  const { host, socket, statuses } = connectRaw();
  const upgrade = `GET /graphql HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  socket.write(`${firstRequest}\r\n${host}\r\n\r\n${upgrade}`);
  await expect.poll(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'].slice(0, 1 + rejections));
  expect((await fetch(`${one.url}/health/live`)).status).toBe(200);
});

test('a connection becomes a WebSocket after the end of an earlier response', async () => {
  const { host, socket, statuses, received } = connectRaw();
  socket.write(`GET /health/live HTTP/1.1\r\n${host}\r\n\r\n`);
  await expect.poll(received).toContain('{"status":"ok"}');
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: graphql-transport-ws';
  socket.write(`GET /graphql HTTP/1.1\r\n${host}\r\n${upgrade}\r\n${key}\r\n\r\n`);
  await expect.poll(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 101']);
});

describe.each(transports)('a subscription over %s', (_, subscribe) => {
  test('sends each alert that is opened, with fields of other domains and the position to resume at', async () => {
    const query = `subscription { changed: alertChanged(filter: { tenantId: "acme" }) {
      ...what ... on Alert { endpoint { hostname openAlerts domain { name } } } evidence { notes }
    } } fragment what on Alert { __typename id status }`;
    const subscriber = subscribe(one.url, { query });
    const { responses } = await openSubscription(subscriber, 'acme');
    const responseCount = responses.length;
    const expected = await deployment.alert('acme', 'ws-1.example.com', 'ws-2.example.com');
    await subscriber.got(responseCount + 2);
    const last = responses.slice(-2);
    expect(last.map(({ data }) => data?.changed?.id).sort()).toEqual(expected.sort());
    expect(last[0]).toMatchObject({
      data: { changed: { __typename: 'Alert', status: 'OPEN', endpoint: { openAlerts: 1 }, evidence: null } },
      errors: expect.arrayContaining([
        expect.objectContaining({ path: ['changed', 'evidence'], extensions: { code: 'UNAUTHENTICATED' } }),
      ]),
    });
    expect(last[1]?.extensions?.position).toMatch(/^[0-9a-z]+-/);
  });

  test('sends the errors of fields of another domain with each alert', async () => {
    const query = `subscription ($day: Date) {
      alertChanged(filter: { tenantId: "acme" }) { id brandHits { brand { days(to: $day) { date } } } }
    }`;
    const subscriber = subscribe(one.url, { query, variables: { day: 'someday' } });
    const { responses } = await openSubscription(subscriber, 'acme');
    expect(responses[0]).toMatchObject({
      data: { alertChanged: { id: expect.any(String), brandHits: null } },
      errors: [{ message: expect.stringContaining('"someday"'), extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  test('sends only alerts that match the filter after the change', async () => {
    const variables = { filter: { status: ['ACKNOWLEDGED'] } };
    const subscriber = subscribe(one.url, { query: ids, variables });
    const [id = '', quiet = ''] = await deployment.alert('acme', 'filter-1', 'filter-2');
    await expect
      .poll(
        async () => {
          const headers = { 'content-type': 'application/json' };
          await fetch(`${one.url}/alerts/${id}`, { method: 'PATCH', headers, body: '{"status":"open"}' });
          await fetch(`${one.url}/alerts/${id}`, { method: 'PATCH', headers, body: '{"status":"acknowledged"}' });
          return subscriber.responses.length;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    expect(idsOf(subscriber)).toContain(id);
    expect(idsOf(subscriber)).not.toContain(quiet);
  });

  test('resumes on another server after a position, and misses nothing', async () => {
    const first = await openSubscription(subscribe(one.url, { query: ids }));
    first.close();
    const after = first.responses.at(-1)?.extensions?.position ?? '';
    const seenCount = idsOf(first).length;
    const missed = await deployment.alert('acme', 'resume-1', 'resume-2');
    const late = await deployment.alert('globex', 'resume-3');
    const second = subscribe(other.url, { query: ids, after });
    const expected = [...missed, ...late].sort();
    const receivedIds = (): string[] => idsOf(second).filter((id) => expected.includes(id));
    await expect.poll(() => receivedIds().sort()).toEqual(expected);
    expect(idsOf(first)).toHaveLength(seenCount);
    const lost = subscribe(one.url, { query: ids, after: `unknown-${'0'.repeat(3)}` });
    await expect
      .poll(() => lost.failure ?? lost.responses[0]?.errors)
      .toMatchObject([{ extensions: { code: 'GONE' } }]);
  });

  test('ends with an error after reads that time out, and can resume without missing the change', async () => {
    const { url } = await deployment.replica({ RAMPART_GRAPHQL_TIMEOUT_SECONDS: '2' });
    const query = 'subscription { alertChanged(filter: { tenantId: "hanging" }) { id } }';
    const first = await openSubscription(subscribe(url, { query }), 'hanging');
    const [id = ''] = await deployment.alert('hanging', 'hanging-1');
    await expect.poll(() => idsOf(first)).toContain(id);
    const after = first.responses.at(-1)?.extensions?.position ?? '';
    const { sql } = deployment.test.database;
    const data = { ids: [id] };
    await sql.begin(async (locking) => {
      await locking`lock table alerts.alert in access exclusive mode`;
      await sql`insert into platform.event (type, tenant_id, data) values ('alerts', 'hanging', ${sql.json(data)})`;
      await expect
        .poll(() => first.failure ?? first.responses.at(-1)?.errors, { timeout: 60_000 })
        .toMatchObject([{ extensions: { code: 'TIMEOUT' } }]);
    });
    const second = subscribe(url, { query, after });
    await expect.poll(() => idsOf(second)).toEqual([id]);
  });

  test('sends an analyst of one tenant only alerts of that tenant, regardless of the request', async () => {
    const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const ownSubscription = await openSubscription(subscribe(closed.url, { query: ids, token }), 'acme');
    const foreign = subscribe(closed.url, { query: ids, token, variables: { filter: { tenantId: 'globex' } } });
    const all = await openSubscription(
      subscribe(closed.url, { query: ids, token: await deployment.token({ role: 'analyst' }) }),
      'globex',
    );
    const [hidden = ''] = await deployment.alert('globex', 'isolated-1');
    const [visibleAlert = ''] = await deployment.alert('acme', 'isolated-2');
    await expect.poll(() => idsOf(all)).toEqual(expect.arrayContaining([hidden, visibleAlert]));
    await expect.poll(() => idsOf(ownSubscription)).toContain(visibleAlert);
    expect(idsOf(ownSubscription)).not.toContain(hidden);
    expect(foreign.responses).toEqual([]);
    // The caller may not receive events of types without a tenant.
    const rejected = subscribe(closed.url, { query: 'subscription { controllerCheckedIn { guid } }', token });
    await expect.poll(() => rejected.failure ?? rejected.responses).not.toEqual([]);
    expect(describeEnd(rejected)).toMatch(/403|FORBIDDEN/);
  });

  test('is rejected if the caller has the maximum number of subscriptions, or the document or its variables are invalid', async () => {
    const openSubscriptions = [await openSubscription(subscribe(other.url, { query: ids }))];
    if (subscribe === subscribeOverEvents)
      openSubscriptions.push(await openSubscription(subscribe(other.url, { query: ids })));
    const tooMany = subscribe(other.url, { query: ids });
    await expect.poll(() => tooMany.failure).toBeDefined();
    // WebSocket clients do not get the status of a rejected handshake.
    if (subscribe === subscribeOverEvents) expect(describeEnd(tooMany)).toContain('429');
    for (const subscription of openSubscriptions) subscription.close();
    const faults: [string, Record<string, unknown>, string][] = [
      ['subscription { alertChanged { nothing } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { alertChanged { id } driveSynced { id } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
      [ids, { filter: { status: 7 } }, 'BAD_USER_INPUT'],
      [ids, { filter: { notes: 'x'.repeat(5000) } }, 'BAD_USER_INPUT'],
    ];
    for (const [query, variables, code] of faults) {
      const rejected = subscribe(one.url, { query, variables });
      await expect
        .poll(() => rejected.failure ?? rejected.responses[0]?.errors)
        .toMatchObject([{ extensions: { code } }]);
    }
  });
});

test('a stream reports its position while no events occur', async () => {
  const subscriber = subscribeOverWebSocket(one.url, {
    query: 'subscription { alertChanged(filter: { tenantId: "" }) { id } }',
  });
  await expect.poll(() => new Set(subscriber.positions).size).toBeGreaterThan(0);
  await deployment.alert('acme', 'position-1');
  await expect.poll(() => new Set(subscriber.positions).size).toBeGreaterThan(1);
  expect(subscriber.responses).toEqual([]);
});

test.each([
  ['revoked', 'revoked_at'],
  ['expired', 'expires_at'],
])('a token that is %s ends the subscriptions that were opened with it', async (_, column) => {
  const { sql } = deployment.test.database;
  const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
  const overStream = await openSubscription(subscribeOverEvents(closed.url, { query: ids, token }), 'acme');
  const overSocket = await openSubscription(subscribeOverWebSocket(closed.url, { query: ids, token }), 'acme');
  await sql`update gateway.operator_tokens set ${sql(column)} = now() where revoked_at is null`;
  const ends = () => [overStream.responses.at(-1)?.errors, overStream.isComplete, overSocket.failure];
  await expect.poll(ends).toMatchObject([[{ extensions: { code: 'UNAUTHENTICATED' } }], true, { code: 4403 }]);
});

test('a client that reads nothing is disconnected, without an effect on others', async () => {
  // With short heartbeats, a slow machine would not fill the buffers in time.
  const { url } = await deployment.replica({ RAMPART_EVENTS_HEARTBEAT_SECONDS: '10' });
  const [id = ''] = await deployment.alert('slow', 'slow-1');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ status: 'open', notes: 'x'.repeat(9000) });
  await fetch(`${url}/alerts/${id}`, { method: 'PATCH', headers, body });
  // More than the sockets' buffers hold.
  const notes = Array.from({ length: 15 }, (_, index) => `notes${index}: notes`).join(' ');
  const query = `subscription { alertChanged(filter: { tenantId: "slow" }) { id ${notes} } }`;
  const quick = await openSubscription(subscribeOverWebSocket(url, { query }), 'slow');
  const { hostname, port } = new URL(url);
  const slowStream = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  const path = `/graphql?query=${encodeURIComponent(query)}`;
  const preflight = 'Accept: text/event-stream\r\nApollo-Require-Preflight: true';
  slowStream.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${preflight}\r\n\r\n`);
  slowStream.once('data', () => slowStream.pause());
  const slowSocket = new WebSocket(`ws://${hostname}:${port}/graphql`, ['graphql-transport-ws']);
  slowSocket.on('open', () => slowSocket.send('{"type":"connection_init"}'));
  slowSocket.once('message', () => {
    slowSocket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
    slowSocket.once('message', () => slowSocket.pause());
  });
  onTestFinished(() => {
    slowStream.destroy();
    slowSocket.terminate();
  });
  await expect.poll(() => slowStream.isPaused() && slowSocket.isPaused).toBe(true);
  const responseCount = quick.responses.length;
  // More than a server buffers for a client, so it closes the connection before a ping times out.
  await deployment.test.database.sql`insert into platform.event (type, tenant_id, data)
    select 'alerts', 'slow', jsonb_build_object('ids', array[${id}]) from generate_series(1, 250)`;
  const fetchMetrics = async (): Promise<string> => await (await fetch(`${url}/metrics`)).text();
  const expectMetrics = expect.poll(fetchMetrics, { timeout: 90_000 });
  await expectMetrics.toMatch(/rampart_event_streams_ended_total\{reason="slow"\} 2\n/);
  await quick.got(responseCount + 250);
  // A WebSocket counts as one stream, and so does each of its subscriptions.
  await expect.poll(fetchMetrics, { timeout: 90_000 }).toMatch(/rampart_event_streams 2\n/);
});

test('a server that stops ends its streams, and clients reconnect', async () => {
  const stopping = await deployment.replica();
  const overStream = await openSubscription(subscribeOverEvents(stopping.url, { query: ids }));
  const overSocket = await openSubscription(subscribeOverWebSocket(stopping.url, { query: ids }));
  await stopping.close();
  await expect
    .poll(() => [overStream.failure, overSocket.failure])
    .toMatchObject([{ name: 'NetworkError' }, { code: 1012 }]);
});

test('a subscription requires a stream, and a stream also accepts queries', async () => {
  const post = async (query: string, accept: string): Promise<[number, string]> => {
    const headers = { accept, 'content-type': 'application/json' };
    const response = await fetch(`${one.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return [response.status, await response.text()];
  };
  const [status, body] = await post('subscription { alertChanged { id } }', 'application/json');
  expect([status, JSON.parse(body)]).toMatchObject([406, { errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] }]);
  const client = createClient({ url: `${one.url}/graphql` });
  onTestFinished(() => client.dispose());
  const results = [];
  for await (const result of client.iterate({ query: '{ alertAccess { canChange } }' })) results.push(result);
  expect(results).toEqual([{ data: { alertAccess: { canChange: true } } }]);
});

describe('a WebSocket', () => {
  function connect(options: { origin?: string; protocols?: string[]; url?: string } = {}): WebSocket {
    const { origin, protocols = ['graphql-transport-ws'], url = one.url } = options;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols, { ...(origin && { origin }) });
    onTestFinished(() => socket.terminate());
    return socket;
  }
  /** The status of a rejected handshake, or the close code. */
  async function endOf(socket: WebSocket, messages: readonly object[] = []): Promise<number | undefined> {
    socket.on('open', () => {
      for (const message of messages) socket.send(JSON.stringify(message));
    });
    return await new Promise((resolve) => {
      socket.on('error', () => {});
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('close', resolve);
    });
  }

  test('rejects pages of other sites, other paths, and clients without the subprotocol', async () => {
    expect(await endOf(connect({ origin: 'https://elsewhere.example' }))).toBe(403);
    expect(await endOf(connect({ url: `${one.url}/elsewhere` }))).toBe(404);
    expect(await endOf(connect({ protocols: [] }))).toBe(4406);
  });

  test('is closed for an invalid token, an invalid message, and a message that is too large', async () => {
    const unauthorized = { type: 'connection_init', payload: { authorization: 'Bearer nobody' } };
    expect(await endOf(connect(), [unauthorized])).toBe(4401);
    expect(await endOf(connect(), [{ type: 'nonsense' }])).toBe(4400);
    expect(await endOf(connect(), [{ type: 'connection_init', payload: { x: 'x'.repeat(2_000_000) } }])).toBe(1009);
    expect(await endOf(connect(), [{ type: 'subscribe', id: '1', payload: { query: ids } }])).toBe(4401);
  });

  test.each([
    ['before it was open', false],
    ['while it was open', true],
  ])('can reuse the id of a subscription that the client completed %s', async (_, isOpen) => {
    const socket = connect();
    const received: { type: string; id?: string; payload?: Subscriber['responses'][number] }[] = [];
    const send = (message: object): void => socket.send(JSON.stringify(message));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      // The server closes the connection of a client that does not respond.
      if (message.type === 'ping') send({ type: 'pong' });
      else received.push(message);
    });
    const subscribe = (tenantId: string): void => {
      const payload = { query: ids, variables: { filter: { tenantId } } };
      send({ type: 'subscribe', id: '1', payload });
    };
    const messagesOfFirst = () => received.filter(({ id }) => id === '1');
    /** Opens alerts of both tenants until the subscription sends one. */
    const openUntilSent = async (): Promise<void> => {
      const open = async () => {
        await Promise.all(['first', 'second'].map((tenant) => deployment.alert(tenant, `again-${isOpen}`)));
        return messagesOfFirst().length;
      };
      await expect.poll(open, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    };
    socket.on('open', () => send({ type: 'connection_init' }));
    await expect.poll(() => received.length).toBe(1);
    subscribe('first');
    if (isOpen) await openUntilSent();
    send({ type: 'complete', id: '1' });
    subscribe('second');
    received.length = 0;
    await openUntilSent();
    const [expected] = await deployment.alert('second', `last-${isOpen}`);
    const receivedIds = () => messagesOfFirst().map(({ payload }) => payload?.data?.alertChanged?.id);
    await expect.poll(receivedIds).toContain(expected);
    expect(messagesOfFirst().filter(({ type }) => type !== 'next')).toEqual([]);
    const positions = messagesOfFirst().map(({ payload }) => payload?.extensions?.position);
    expect(new Set(positions).size).toBe(positions.length);
  });

  test('serves subscriptions only', async () => {
    const subscriber = subscribeOverWebSocket(one.url, { query: '{ alertAccess { canChange } }' });
    await expect.poll(() => subscriber.failure).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  });
});
