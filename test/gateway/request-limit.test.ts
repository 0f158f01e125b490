import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { sessionSecretKind } from '../../gateway/sessions/session-cookie.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { createMigratedDatabase, testConfiguration } from '../support/index.js';
import { sendTls } from './support/tls-request.js';

const adminToken = 'the-administrator-of-these-tests-only';
const limit = 5;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let server: Rampart;

/** Behind a proxy, so each test can use separate client addresses. */
const behindProxy = { RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' };

async function start(settings: Record<string, string>): Promise<Rampart> {
  const configuration = testConfiguration({
    DATABASE_URL: database.url,
    RAMPART_AUTH_ALERTS: 'open open',
    RAMPART_AUTH_ADMIN_TOKEN: adminToken,
    RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: String(limit),
    ...settings,
  });
  return await startRampart({ configuration, clock: systemClock, log: silentLog });
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  server = await start(behindProxy);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** The clock is stopped, so quotas do not refill while a slow machine runs a test. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

interface SentRequest {
  readonly from?: string;
  readonly token?: string;
  readonly accept?: string;
  readonly query?: string;
  readonly to?: Rampart;
}

function originOf(to: Rampart, name = 'rest'): string {
  return to.addresses.find((address) => address.name === name)?.url ?? '';
}

async function send(path: string, { from, token, accept, query, to = server }: SentRequest = {}): Promise<Response> {
  const headers = {
    ...(from !== undefined && { 'x-forwarded-for': from }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(accept !== undefined && { accept }),
    ...(query !== undefined && { 'content-type': 'application/json' }),
  };
  const body = query === undefined ? {} : { method: 'POST', body: JSON.stringify({ query }) };
  return await fetch(`${originOf(to)}${path}`, { headers, ...body });
}

const sendRequest = (sent: SentRequest) => send('/graphql', { query: '{ alertStore { status } }', ...sent });

async function collectStatuses(times: number, request: () => Promise<Response>): Promise<number[]> {
  const received: number[] = [];
  for (let count = 0; count < times; count++) received.push((await request()).status);
  return received;
}

const okStatuses = (times: number) => Array<number>(times).fill(200);

describe('a caller', () => {
  test('receives the remaining number of requests per minute in a header, and 429 beyond the limit', async () => {
    const from = '192.0.2.1';
    for (let remaining = limit - 1; remaining >= 0; remaining--) {
      const { status, headers } = await sendRequest({ from });
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe(`"requests";q=${limit};w=60`);
      expect(headers.get('ratelimit')).toBe(`"requests";r=${remaining};t=${(limit - remaining) * 12}`);
      expect(headers.get('retry-after')).toBeNull();
    }
    const rejected = await sendRequest({ from });
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('ratelimit')).toBe('"requests";r=0;t=60');
    expect(rejected.headers.get('retry-after')).toBe('12');
  });

  test('is allowed another request every twelve seconds', async () => {
    const from = '192.0.2.2';
    expect(await collectStatuses(limit + 1, () => sendRequest({ from }))).toEqual([...okStatuses(limit), 429]);
    vi.advanceTimersByTime(11_900);
    expect(await collectStatuses(1, () => sendRequest({ from }))).toEqual([429]);
    vi.advanceTimersByTime(100);
    expect(await collectStatuses(2, () => sendRequest({ from }))).toEqual([200, 429]);
  });

  test('without a session can read the session and sign out only as often', async () => {
    const cookie = `rampart-session=${sessionSecretKind.create()}`;
    for (const [from, method, status] of [
      ['192.0.2.50', 'GET', 401],
      ['192.0.2.51', 'DELETE', 204],
    ] as const) {
      const headers = { 'x-forwarded-for': from, 'x-rampart-session': '1', cookie };
      const request = () => fetch(`${originOf(server)}/session`, { method, headers });
      expect(await collectStatuses(limit + 1, request)).toEqual([...Array(limit).fill(status), 429]);
    }
  });

  test('can open event streams only as often', async () => {
    const open = async () => {
      const stream = await send('/events', { from: '192.0.2.52' });
      await stream.body?.cancel();
      return stream;
    };
    expect(await collectStatuses(limit + 1, open)).toEqual([...okStatuses(limit), 429]);
  });

  test('has one quota for GraphQL and REST together', async () => {
    const from = '192.0.2.3';
    expect(await collectStatuses(3, () => sendRequest({ from }))).toEqual(okStatuses(3));
    expect(await collectStatuses(3, () => send('/alerts', { from }))).toEqual([200, 200, 429]);
  });

  test('without a token is identified by the address, or the /64 network for IPv6', async () => {
    expect(await collectStatuses(6, () => sendRequest({ from: '192.0.2.4' }))).toEqual([...okStatuses(limit), 429]);
    expect(await collectStatuses(1, () => sendRequest({ from: '192.0.2.5' }))).toEqual([200]);
    let host = 0;
    expect(await collectStatuses(6, () => sendRequest({ from: `2001:db8:0:1::${++host}` }))).toEqual([
      ...okStatuses(limit),
      429,
    ]);
    expect(await collectStatuses(1, () => sendRequest({ from: '2001:db8:0:2::1' }))).toEqual([200]);
    expect(await collectStatuses(1, () => sendRequest({ from: '::ffff:192.0.2.4' }))).toEqual([429]);
  });

  test('with a token is counted by the token, separately from anonymous callers', async () => {
    let host = 0;
    const withToken = () => sendRequest({ from: `198.51.100.${++host}`, token: adminToken });
    expect(await collectStatuses(6, withToken)).toEqual([...okStatuses(limit), 429]);
    expect(await collectStatuses(1, () => sendRequest({ from: '198.51.100.1' }))).toEqual([200]);
  });
});

describe('a rejected request', () => {
  async function rejection(path: string, sent: SentRequest & { from: string }): Promise<unknown> {
    await collectStatuses(limit, () => send(path, sent));
    const response = await send(path, sent);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '12']);
    return await response.json();
  }

  const message = `Too many requests: at most ${limit} per minute. Try again in 12 s.`;

  test.each(['application/json', 'application/graphql-response+json'])(
    'for GraphQL with %s has a GraphQL error',
    async (accept) => {
      const from = accept.includes('response') ? '192.0.2.20' : '192.0.2.21';
      expect(await rejection('/graphql', { from, accept, query: '{ alertStore { status } }' })).toEqual({
        errors: [
          {
            message,
            extensions: {
              ...{ code: 'RATE_LIMITED', limit, used: limit, retryAfterSeconds: 12 },
              resetsAt: expect.stringMatching(/Z$/),
            },
          },
        ],
      });
    },
  );

  test('for alerts has an error in the format of that service', async () => {
    expect(await rejection('/alerts', { from: '192.0.2.22' })).toEqual({ detail: message });
  });

  test('for zones has the documented object', async () => {
    const detail = { message, tier: 'trial', limit, used: limit, resets_at: expect.stringMatching(/Z$/) };
    expect(await rejection('/api/v1/zones/', { from: '192.0.2.23' })).toEqual({ detail });
  });

  test('for the document site has an error of Microsoft Graph', async () => {
    expect(await rejection('/v1.0/subscriptions', { from: '192.0.2.24' })).toMatchObject({
      error: { code: 'activityLimitReached', message },
    });
  });
});

describe('no rate limit applies to', () => {
  test.each(['/health', '/health/live', '/health/ready', '/openapi.json', '/'])('%s', async (path) => {
    const from = '192.0.2.30';
    const responses = await Promise.all(Array.from({ length: 3 * limit }, () => send(path, { from })));
    expect(responses.map(({ status }) => status)).toEqual(okStatuses(3 * limit));
    expect(responses[0]?.headers.get('ratelimit')).toBeNull();
    expect(await collectStatuses(1, () => sendRequest({ from: `192.0.2.3${path.length}` }))).toEqual([200]);
  });

  test('check-ins of one site behind one address', async () => {
    const url = `${originOf(server, 'licenses')}/api/get-licenses/`;
    const headers = { 'x-forwarded-for': '192.0.2.40' };
    for (let count = 0; count < 3 * limit; count++) expect((await sendTls(url, { headers })).status).toBe(403);
  });

  test('notifications of the document site', async () => {
    const from = '192.0.2.41';
    const request = () => send('/drive/notifications', { from, query: '' });
    expect(await collectStatuses(3 * limit, request)).toEqual(Array(3 * limit).fill(400));
  });

  test('loopback requests', async () => {
    expect(await collectStatuses(3 * limit, () => sendRequest({}))).toEqual(okStatuses(3 * limit));
    const { headers } = await sendRequest({});
    expect(headers.get('ratelimit')).toBe(`"requests";r=${limit};t=0`);
    expect(headers.get('ratelimit-policy')).toBe(`"requests";q=${limit};w=60`);
  });
});

describe('with other settings', () => {
  async function startWith(settings: Record<string, string>): Promise<Rampart> {
    const started = await start(settings);
    onTestFinished(() => started.close());
    return started;
  }

  test('a forwarded address is ignored without a trusted proxy', async () => {
    const to = await startWith({});
    let host = 0;
    expect(await collectStatuses(6, () => sendRequest({ to, from: `192.0.2.${++host}` }))).toEqual([
      ...okStatuses(limit),
      429,
    ]);
    expect(await collectStatuses(1, () => sendRequest({ to, from: '127.0.0.1' }))).toEqual([429]);
  });

  test('0 disables the limit and its headers', async () => {
    const to = await startWith({ ...behindProxy, RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '0' });
    const from = '192.0.2.50';
    expect(await collectStatuses(3 * limit, () => sendRequest({ to, from }))).toEqual(okStatuses(3 * limit));
    expect((await sendRequest({ to, from })).headers.get('ratelimit-policy')).toBeNull();
  });
});
