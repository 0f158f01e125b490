import { describe, expect, test } from 'vitest';
import { adminToken } from './support/serve-services.js';
import { startZonesServer } from './support/zones-server.js';

const server = await startZonesServer();
const { clock } = server;
const hourMs = 3_600_000;
const nameservers = ['ns1.example.net.', 'ns2.example.net.'];

clock.advance(-6 * hourMs);
await server.importZone('com', {
  'alpha.com': nameservers,
  'beta.com': ['ns1.example.net.'],
  'gamma.com': nameservers,
});
await server.importZone('net', { 'alpha.net': ['ns1.example.net.'], 'xn--bcher-kva.net': ['ns1.example.net.'] });
const many = Array.from({ length: 1200 }, (_, index) => [`name${index}.org`, ['ns1.example.net.']] as const);
await server.importZone('org', Object.fromEntries(many));
clock.advance(hourMs);
const changed = clock.now();
await server.importZone('com', {
  'alpha.com': nameservers,
  'gamma.com': ['ns1.example.net.'],
  'delta.com': nameservers,
});
clock.advance(5 * hourMs);

const enterprise = await server.openAccount('an-enterprise', { tier: 'ENTERPRISE' });
const basic = await server.openAccount('a-basic', { tier: 'BASIC' });
const trial = await server.openAccount('a-trial');
const expired = await server.openAccount('a-late-one', { expiresAt: '2026-03-01T11:00:00Z' });

interface Page {
  results: { domain: string; status: string; data?: string; timestamp: number }[];
  pit: string;
  next_cursor?: string;
}

async function search(zone: string, query: Record<string, string> | string, key = enterprise) {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const response = await server.fetch(`/api/v1/download/${zone}?${text}`, { key });
  const body = (await response.json()) as Page & { detail?: unknown };
  const remaining = Number(response.headers.get('ratelimit-remaining') ?? Number.NaN);
  return { status: response.status, body, remaining, headers: response.headers };
}

function pairs({ results }: Page): string[] {
  return results.map(({ domain, data, status }) => `${domain} ${data} ${status}`);
}

describe('a page', () => {
  test('contains observations with their documented fields and the pit, and no cursor if it is the last one', async () => {
    const response = await server.fetch('/api/v1/download/net.zone?search=alpha', { key: enterprise });
    const text = await response.text();
    const { pit } = JSON.parse(text) as Page;
    expect(text).toBe(
      `{"results":[{"domain":"alpha.net","status":"active","data":"ns1.example.net.","timestamp":${changed - hourMs}}],"pit":"${pit}"}`,
    );
  });

  test('is continued with its cursor and the same pit, and does not count as a query', async () => {
    const first = await search('com', 'limit=2');
    expect(first.body.next_cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    const firstPairs = pairs(first.body);
    let { body } = first;
    while (body.next_cursor !== undefined) {
      const next = await search('com', { limit: '3', pit: body.pit, after: body.next_cursor });
      expect([next.status, next.remaining, next.body.pit]).toEqual([200, first.remaining, first.body.pit]);
      body = next.body;
      firstPairs.push(...pairs(body));
    }
    expect(firstPairs).toEqual([
      'alpha.com ns1.example.net. active',
      'alpha.com ns2.example.net. active',
      'beta.com ns1.example.net. inactive',
      'delta.com ns1.example.net. active',
      'delta.com ns2.example.net. active',
      'gamma.com ns1.example.net. active',
      'gamma.com ns2.example.net. inactive',
    ]);
  });

  test('is continued with a cursor in standard base64, even if + was decoded as a space', async () => {
    const { body } = await search('com', 'limit=1');
    const cursor = Buffer.from(body.next_cursor ?? '', 'base64url').toString('base64');
    for (const after of [encodeURIComponent(cursor), cursor]) {
      expect((await search('com', `limit=1&pit=${body.pit}&after=${after}`)).body.results).toHaveLength(1);
    }
  });

  test('contains the changes of a window, the oldest first', async () => {
    const window = { start: new Date(changed).toISOString(), end: new Date(changed + 1).toISOString() };
    const { body } = await search('com.zone', window);
    expect(pairs(body).sort()).toEqual([
      'beta.com ns1.example.net. inactive',
      'delta.com ns1.example.net. active',
      'delta.com ns2.example.net. active',
      'gamma.com ns2.example.net. inactive',
    ]);
    expect(new Set(body.results.map(({ timestamp }) => timestamp))).toEqual(new Set([changed]));
  });

  test('of a window accepts a UTC offset in which + was decoded as a space', async () => {
    // The second import was at 07:00 UTC.
    for (const start of ['2026-03-01T09:00:00+02:00', '2026-03-01T09:00:00%2B02:00']) {
      expect(pairs((await search('com', `search=beta&start=${start}`)).body)).toEqual([
        'beta.com ns1.example.net. inactive',
      ]);
    }
  });

  test('expires after two minutes', async () => {
    const { body } = await search('com', 'limit=1');
    const next = { limit: '1', pit: body.pit, after: body.next_cursor ?? '' };
    clock.advance(120_000 - 1);
    expect((await search('com', next)).status).toBe(200);
    clock.advance(120_000);
    expect(await search('com', next)).toMatchObject({
      status: 410,
      body: { detail: 'The pit has expired; restart from page 1' },
    });
  });
});

describe('a search', () => {
  test.each(['com', 'com.zone', 'COM', 'Com.ZONE'])('covers the zone %s', async (zone) => {
    expect(pairs((await search(zone, 'search=delta')).body)).toHaveLength(2);
  });

  test.each(['*', '*.zone', '%2A', '%2a.zone'])('covers all zones: %s', async (zone) => {
    const { body } = await search(zone, 'search=alpha');
    expect(body.results.map(({ domain }) => domain)).toEqual(['alpha.com', 'alpha.com', 'alpha.net']);
  });

  test.each(['ALPHA', 'alpha.com', 'al*.com', '*pha.c*', 'a*****.com'])('matches %s', async (pattern) => {
    const { body } = await search('com', { search: pattern });
    expect(body.results.map(({ domain }) => domain)).toEqual(['alpha.com', 'alpha.com']);
  });

  test.each(['', 'search=', 'search=*'])('returns everything: %j', async (query) => {
    expect((await search('net', query)).body.results).toHaveLength(2);
  });

  test('is silently limited to the maximum page size of the tier', async () => {
    const { body } = await search('org', 'search=name&start=2026-03-01&limit=10000', trial);
    expect([body.results.length, typeof body.next_cursor]).toEqual([1000, 'string']);
  });

  test.each([
    ['limit=0', 'limit must be an integer from 1 to 10000'],
    ['limit=10001', 'limit must be an integer from 1 to 10000'],
    ['limit=ten', 'limit must be an integer from 1 to 10000'],
    ['skip=0', 'skip is no longer supported: page with after and pit instead'],
    ['search=a_b', expect.stringContaining('Invalid search pattern')],
    ['search=a..b', expect.stringContaining('Invalid search pattern')],
    ['search=-a', expect.stringContaining('Invalid search pattern')],
    ['search=b%C3%BCcher', expect.stringContaining('Punycode')],
    ['search=a%00', expect.stringContaining('Invalid search pattern')],
    ['start=yesterday', expect.stringContaining('ISO 8601')],
    ['start=', expect.stringContaining('ISO 8601')],
    ['start=2026-03-02T00:00:00Z', expect.stringContaining('future')],
    ['end=2026-03-02T00:00:00Z', expect.stringContaining('future')],
    ['start=2026-02-01&end=2026-02-20', expect.stringContaining('10 days')],
    ['start=2026-02-20&end=2026-02-20', expect.stringContaining('before end')],
    ['pit=00000000-0000-4000-8000-000000000000', expect.stringContaining('after')],
    ['after=WyJhIl0', expect.stringContaining('pit')],
    ['after=%00&pit=%00', expect.any(String)],
  ])('is rejected if it is invalid, and does not count as a query: %s', async (query, detail) => {
    const before = await search('com', 'search=alpha');
    const rejected = await search('com', query);
    expect(rejected).toMatchObject({ status: 400, body: { detail }, remaining: before.remaining });
    expect(rejected.headers.get('content-type')).toBe('application/json');
  });

  test('requires the same parameters for all pages, except for the limit and omitted parameters', async () => {
    const { body } = await search('com', 'search=a&limit=1');
    const next = `pit=${body.pit}&after=${body.next_cursor}`;
    expect((await search('com', `${next}&limit=5`)).status).toBe(200);
    expect((await search('com', `${next}&search=b`)).status).toBe(400);
    expect((await search('net', `${next}&search=a`)).status).toBe(400);
  });
});

describe('the first error determines the response:', () => {
  const wrongKey = 'zf_live_0000000000000000000000000000000000000';

  test.each<[what: string, zone: string, query: string, key: string | undefined, status: number]>([
    ['a missing key is reported before all other errors', 'nowhere', 'limit=0', undefined, 401],
    ['a wrong key is reported before unsupported parameters', 'nowhere', 'skip=1', wrongKey, 401],
    ['an expired subscription is reported before invalid parameters', 'nowhere', 'limit=0', expired, 403],
    ['invalid parameters are reported before the zone', 'nowhere', 'limit=0', trial, 400],
    ['the zone is reported before the tier', 'nowhere', 'search=a*', trial, 404],
    ['the tier is reported before the search starts', 'com', 'search=a*&start=2026-03-01', trial, 403],
  ])('%s', async (_what, zone, query, key, status) => {
    const response = await server.fetch(`/api/v1/download/${zone}?${query}`, key === undefined ? {} : { key });
    expect(response.status).toBe(status);
    expect(response.headers.has('ratelimit-remaining')).toBe(status !== 401 && key !== expired);
  });
});

describe('a trial account', () => {
  test.each([
    ['without start', 'search=alpha', /must include start/],
    ['with a wildcard', 'search=al*a&start=2026-03-01', /Wildcard search is not available/],
    ['without a search term', 'start=2026-03-01', /Browsing without a search term is not available/],
    ['more than a week back', 'search=alpha&start=2026-02-22&end=2026-02-25', /Data window exceeded/],
  ])('may not search %s', async (_what, query, detail) => {
    const before = await search('com', 'search=alpha&start=2026-03-01', trial);
    const rejected = await search('com', query, trial);
    expect(rejected).toMatchObject({ status: 403, body: { detail: expect.stringMatching(detail) } });
    expect(rejected.remaining).toBe(before.remaining);
  });

  test('may search all zones by a prefix', async () => {
    expect((await search('*.zone', 'search=alpha&start=2026-03-01', trial)).status).toBe(200);
  });
});

describe('the quota', () => {
  test('counts successful queries, even without results', async () => {
    const key = await server.openAccount('a-counter', { tier: 'BASIC' });
    const readRemaining = async (zone: string, query: string) => (await search(zone, query, key)).remaining;
    expect([
      await readRemaining('com', 'search=alpha'),
      await readRemaining('com', 'search=nobody'),
      await readRemaining('nowhere', 'search=alpha'),
      await readRemaining('com', 'limit=0'),
      await readRemaining('com', 'search=beta'),
    ]).toEqual([999, 998, 998, 998, 997]);
  });

  test('is reported with its limit and the seconds until it is reset', async () => {
    const { headers } = await search('com', 'search=alpha', basic);
    const remainingMs = Date.UTC(2026, 3, 1, 12) - clock.now();
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual([
      '1000',
      String(Math.ceil(remainingMs / 1000)),
    ]);
  });

  test('is exact under concurrency', async () => {
    const key = await server.openAccount('a-crowd');
    const sendRequest = () => search('com', 'search=alpha&start=2026-03-01', key);
    const statuses = (await Promise.all(Array.from({ length: 130 }, sendRequest))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('does not apply to operators', async () => {
    const { status, headers } = await search('com', 'search=alpha', adminToken);
    expect([status, headers.has('ratelimit-limit')]).toEqual([200, false]);
  });
});
