import { beforeAll, describe, expect, test } from 'vitest';
import { startZonesServer } from './support/zones-server.js';

/** Requests of existing scripts, which the specification allows or does not define. */
const server = await startZonesServer();
const { clock } = server;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = clock.now();
const nameservers = ['ns1.example.net.'];

const windows = [
  { tier: 'TRIAL', days: 7 },
  { tier: 'BASIC', days: 30 },
  { tier: 'ENTERPRISE', days: 180 },
] as const;
const earliestOf = (days: number) => now - days * dayMs - hourMs;
const keys: Record<string, string> = {};

beforeAll(async () => {
  // The zone gets a domain at the earliest readable time of each tier, and one at the start of the
  // longest range, of ten days.
  const domains: Record<string, readonly string[]> = {};
  for (const days of [180, 30, 10, 7]) {
    domains[`first-of-${days}-days.edge`] = nameservers;
    await importAt(earliestOf(days), 'edge', domains);
  }
  await importAt(now - hourMs, 'com', {
    'paypal.com': nameservers,
    'paypal-login.com': nameservers,
    'paypal.shop.com': nameservers,
    'paypals.com': nameservers,
    // Their cursors contain the characters that differ between the two base64 alphabets.
    ...Object.fromEntries(['?', '??', '???', '>>>>', '~~~~~'].map((text) => [`tilde${text}.com`, nameservers])),
  });
  await importAt(now - hourMs, 'net', { 'paypal.net': nameservers, 'xpaypal.net': nameservers });
  await importAt(now - hourMs, 'root', { com: nameservers, 'paypal.example': nameservers, paypal: nameservers });
  for (const { tier } of windows) keys[tier] = await server.openAccount(`a-${tier.toLowerCase()}`, { tier });
});

async function importAt(time: number, zone: string, domains: Readonly<Record<string, readonly string[]>>) {
  clock.advance(time - clock.now());
  await server.importZone(zone, domains);
  clock.advance(now - clock.now());
}

interface Page {
  results: { domain: string; timestamp: number }[];
  pit: string;
  next_cursor?: string;
  detail?: unknown;
}

async function search(zone: string, query: string, tier = 'ENTERPRISE') {
  const key = keys[tier];
  const response = await server.fetch(`/api/v1/download/${zone}?${query}`, key === undefined ? {} : { key });
  return { status: response.status, body: (await response.json()) as Page };
}

function at(time: number): string {
  return new Date(time).toISOString();
}

describe.each(windows)('the window of $tier, $days days and one hour', ({ tier, days }) => {
  const earliest = earliestOf(days);
  const until = `search=first&end=${at(earliest + hourMs)}`;

  test('includes observations of the hour before the history of the tier', async () => {
    const { status, body } = await search('edge', `${until}&start=${at(earliest)}`, tier);
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({ timestamp: earliest });
  });

  test('does not include an earlier millisecond', async () => {
    expect(await search('edge', `${until}&start=${at(earliest - 1)}`, tier)).toEqual({
      status: 403,
      body: { detail: `Data window exceeded: the ${tier.toLowerCase()} tier includes ${days} days of history` },
    });
  });
});

describe('a window without start', () => {
  test.each([
    [30, 'BASIC'],
    [180, 'ENTERPRISE'],
  ])('with an end %d days ago includes the hour before: %s', async (days, tier) => {
    const { status, body } = await search('edge', `search=first&end=${at(now - days * dayMs)}`, tier);
    expect([status, body.results?.map(({ timestamp }) => timestamp)]).toEqual([200, [earliestOf(days)]]);
    const beyond = await search('edge', `search=first&end=${at(earliestOf(days))}`, tier);
    expect(beyond.status).toBe(403);
  });
});

describe('a range of ten days and one hour', () => {
  test.each([
    ['to now', ''],
    ['to an end', `&end=${at(now - 30_000)}`],
  ])('%s is read from its start', async (_what, end) => {
    const start = end === '' ? earliestOf(10) : earliestOf(10) - 30_000;
    const { status, body } = await search('edge', `search=first-of-10&start=${at(start)}${end}`);
    expect([status, body.results?.map(({ timestamp }) => timestamp)]).toEqual([200, [earliestOf(10)]]);
    expect(await search('edge', `search=first-of-10&start=${at(start - 1)}${end}`)).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('10 days') },
    });
  });
});

describe('an empty parameter', () => {
  test.each(['after=&pit=', 'pit=&after=', 'after=', 'pit=', 'search=&after=&pit=', 'after&pit'])(
    'of the first page counts as absent: %s',
    async (query) => {
      const { status, body } = await search('net', query);
      expect([status, body.results?.length]).toEqual([200, 2]);
    },
  );

  test('is not accepted for only one of after and pit', async () => {
    const { body } = await search('net', 'limit=1');
    for (const half of [`pit=${body.pit}&after=`, `pit=&after=${body.next_cursor}`]) {
      expect(await search('net', half)).toEqual({
        status: 400,
        body: { detail: 'after and pit must be sent together' },
      });
    }
  });

  test.each([
    ['start=', 'ISO 8601'],
    ['end=', 'ISO 8601'],
    ['limit=', 'limit must be an integer'],
  ])('is rejected if ignoring it would change the result: %s', async (query, reason) => {
    expect(await search('net', query)).toEqual({ status: 400, body: { detail: expect.stringContaining(reason) } });
  });
});

describe('a prefix that ends with a dot', () => {
  async function searchAllDomains(zone: string, query: string): Promise<string[]> {
    let { body } = await search(zone, `${query}&limit=1`);
    const domains = body.results.map(({ domain }) => domain);
    while (body.next_cursor !== undefined) {
      ({ body } = await search(zone, `${query}&limit=1&pit=${body.pit}&after=${body.next_cursor}`));
      domains.push(...body.results.map(({ domain }) => domain));
    }
    return domains;
  }

  test.each([
    ['com', 'paypal.', ['paypal.com', 'paypal.shop.com']],
    ['com', 'PayPal.', ['paypal.com', 'paypal.shop.com']],
    ['com', 'paypal.shop.', ['paypal.shop.com']],
    ['root.zone', 'paypal.', ['paypal.example']],
    ['*.zone', 'paypal.', ['paypal.com', 'paypal.example', 'paypal.net', 'paypal.shop.com']],
  ])('finds all names in the zone %s: %s', async (zone, prefix, expected) => {
    expect(await searchAllDomains(zone, `search=${prefix}`)).toEqual(expected);
    const changes = await searchAllDomains(zone, `search=${prefix}&start=${at(now - dayMs)}`);
    expect(changes.toSorted()).toEqual(expected);
  });

  test('returns the same names in the GraphQL API', async () => {
    const document = `query ($after: String) {
      page: observations(zone: "*", search: "paypal.", first: 3, after: $after) {
        nodes { domain } pageInfo { endCursor hasNextPage }
      }
    }`;
    const read = async (after: string | null) =>
      (await server.administer(document, { after })).page as {
        nodes: object[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
    const first = await read(null);
    const second = await read(first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes]).toEqual(
      ['paypal.com', 'paypal.example', 'paypal.net', 'paypal.shop.com'].map((domain) => ({ domain })),
    );
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  test('returns nothing if it is a full name, because names have no trailing dot', async () => {
    expect((await search('com', 'search=paypal.com.')).status).toBe(404);
    expect((await search('root.zone', 'search=com.')).status).toBe(404);
  });

  test.each(['paypal..', '.', '..', '.paypal', 'a..b', 'paypal*.', '*.'])(
    'does not permit other empty labels: %s',
    async (text) => {
      expect(await search('com', `search=${text}`)).toEqual({
        status: 400,
        body: { detail: expect.stringContaining('a label is empty') },
      });
    },
  );
});

describe('a cursor', () => {
  const percentOf = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
  const pad = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  const toStandardAlphabet = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
  const encode = encodeURIComponent;

  const forms: [name: string, form: (issued: string) => string][] = [
    ['as issued', (issued) => issued],
    ['padded', pad],
    ['padded, percent-encoded', (issued) => encode(pad(issued))],
    ['in the standard alphabet, with + decoded as a space', toStandardAlphabet],
    ['in the standard alphabet, percent-encoded', (issued) => encode(toStandardAlphabet(issued))],
    [
      'in the standard alphabet, with lowercase escapes',
      (issued) => encode(toStandardAlphabet(issued)).replaceAll('%2B', '%2b'),
    ],
    ['in standard base64', (issued) => pad(toStandardAlphabet(issued))],
    ['in standard base64, percent-encoded', (issued) => encode(pad(toStandardAlphabet(issued)))],
    [
      'in standard base64, percent-encoded by the client and its library',
      (issued) => encode(encode(pad(toStandardAlphabet(issued)))),
    ],
    ['with spaces encoded as %20', (issued) => encode(toStandardAlphabet(issued)).replaceAll('%2B', '%20')],
    ['with all characters percent-encoded', percentOf],
  ];

  test.each(forms)('%s returns the next page', async (_name, form) => {
    const letters = new Set<string>();
    for (let { body } = await search('com', 'search=tilde&limit=1'); body.next_cursor !== undefined; ) {
      expect(body.next_cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      for (const letter of body.next_cursor) letters.add(letter);
      const [next, expected] = await Promise.all(
        [form(body.next_cursor), body.next_cursor].map((after) =>
          search('com', `limit=1&pit=${body.pit}&after=${after}`),
        ),
      );
      expect(next).toEqual(expected);
      expect(next?.status).toBe(200);
      body = expected?.body ?? body;
    }
    expect([...letters]).toEqual(expect.arrayContaining(['-', '_']));
  });

  test.each<[name: string, change: (issued: string) => string]>([
    ['cut off', (issued) => issued.slice(0, -2)],
    ['with an additional character', (issued) => `${issued}A`],
    ['with another beginning', (issued) => `a${issued.slice(1)}`],
    ['with padding of three characters', (issued) => `${issued}===`],
    ['with padding in the middle', (issued) => `${issued.slice(0, 8)}=${issued.slice(8)}`],
    ['with a line break', (issued) => `${issued.slice(0, 8)}%0A${issued.slice(8)}`],
    ['of two concatenated cursors', (issued) => issued + issued],
    ['created by a client', () => Buffer.from('["paypal.com", "com", null]').toString('base64url')],
    ['of another format', () => 'page-2'],
    ['with an invalid escape', (issued) => `${issued}%25zz`],
  ])('%s is rejected', async (_name, change) => {
    const { body } = await search('com', 'limit=1');
    expect(await search('com', `limit=1&pit=${body.pit}&after=${change(body.next_cursor ?? '')}`)).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('Invalid after') },
    });
  });
});
