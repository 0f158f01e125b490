import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepExports } from '../../subgraphs/zones/exports/service/export-zone.js';
import { parquetRows } from '../rest/support/parquet-rows.js';
import { adminToken } from '../rest/support/serve-services.js';
import { start, startZonesServer, type ZonesServer } from '../rest/support/zones-server.js';

const nameserversOf = (number: number) => [`ns${number % 7}.host.net.`, `ns${(number % 7) + 1}.host.net.`];
/** More than one page of an export, and several row groups of Parquet. */
const nameCount = 6000;
const names = Array.from({ length: nameCount }, (_, index) => `name-${index}.com`);
const minuteMs = 60_000;
let server: ZonesServer;
let operator: string;
let key: string;

beforeAll(async () => {
  server = await startZonesServer({ RAMPART_ZONES_PIT_TTL_SECONDS: '3600' });
  operator = adminToken;
  await server.importZone('com', Object.fromEntries(names.map((name, index) => [name, nameserversOf(index)])));
  server.clock.advance(minuteMs);
  await server.importZone(
    'com',
    Object.fromEntries(names.slice(300).map((name, index) => [name, nameserversOf(index)])),
  );
  await server.importZone('net', { 'example.net': ['ns1.host.net.'], 'paypal.net': ['ns2.host.net.'] });
  server.clock.advance(minuteMs);
  key = await server.openAccount('buyer', { tier: 'ENTERPRISE' });
});

interface Exported {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Sends a request directly, because `fetch` would decompress the response. */
async function open(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [response] = await once(get(`${server.url}/api/v1/export/${path}`, { headers, agent: false }), 'response');
  return response;
}

async function runExport(path: string, token = key, headers: Record<string, string> = {}): Promise<Exported> {
  const response = await open(path, { authorization: `Bearer ${token}`, ...headers });
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** All results of a search, read page by page. */
async function searchAll(path: string, token = key): Promise<object[]> {
  const results: object[] = [];
  for (let position = ''; ; ) {
    const separator = path.includes('?') ? '&' : '?';
    const response = await server.fetch(`/api/v1/download/${path}${separator}limit=10000${position}`, { key: token });
    const page = (await response.json()) as { results: object[]; pit: string; next_cursor?: string }; // As specified.
    results.push(...page.results);
    if (page.next_cursor === undefined) return results;
    position = `&pit=${page.pit}&after=${page.next_cursor}`;
  }
}

function linesOf(body: Buffer): object[] {
  return body
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function usedQueries(token = key): Promise<number> {
  const response = await server.fetch('/auth/me', { key: token });
  const { quota } = (await response.json()) as { quota: { used: number } }; // The documented response.
  return quota.used;
}

const window = `start=${new Date(start).toISOString()}&end=${new Date(start + 2 * minuteMs).toISOString()}`;

describe('GET /api/v1/export/{zone}', () => {
  test.each([
    ['the state of a zone', 'com.zone', 11_400],
    ['a prefix', 'com?search=name-1', 2000],
    ['a wildcard', 'com?search=*e-11*9.com', 20],
    ['all zones', '*.zone?search=paypal', 1],
    ['the changes of a window', `com?${window}`, 12_000],
  ])('returns all pages of the search: %s', async (_, path, atLeast) => {
    const { status, headers, body } = await runExport(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/x-ndjson');
    const expected = await searchAll(path);
    expect(linesOf(body)).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(atLeast);
  });

  test('returns the same records as CSV, as Parquet and compressed', async () => {
    const uncompressed = await runExport('com.zone?search=name-1');
    const records = linesOf(uncompressed.body) as Record<string, string | number>[]; // The same as in the search.
    const csv = await runExport('com.zone?search=name-1&format=csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = records.map(({ domain, status, data, timestamp }) => `${domain},${status},${data},${timestamp}\r\n`);
    expect(csv.body.toString()).toBe(`domain,status,data,timestamp\r\n${rows.join('')}`);
    const parquet = await runExport('com.zone?search=name-1&format=parquet', key, { 'accept-encoding': 'gzip' });
    expect(parquet.headers['content-encoding']).toBeUndefined();
    const table = parquetRows(new Uint8Array(parquet.body));
    expect(table.columns.at(-1)).toBe('timestamp Timestamp<MILLISECOND, UTC>');
    expect(table.rows.map((row) => ({ ...row, timestamp: Number(row.timestamp) }))).toEqual(records);
    const compressed = await runExport('com.zone?search=name-1', key, { 'accept-encoding': 'gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.body).equals(uncompressed.body)).toBe(true);
    expect(compressed.body.length).toBeLessThan(uncompressed.body.length / 5);
  });

  test.each([
    ['ndjson', ''],
    ['csv', ''],
    ['parquet', ''],
    ['csv', 'gzip'],
  ])('resumes at any byte, even after imports, in the format %s with the encoding %j', async (format, coding) => {
    const headers = { 'accept-encoding': coding };
    const completeExport = await runExport(`com?format=${format}`, key, headers);
    const before = await usedQueries();
    const pit = completeExport.headers['export-pit'];
    server.clock.advance(minuteMs);
    await server.importZone(
      'com',
      Object.fromEntries(names.slice(Math.random() * 900).map((name) => [name, nameserversOf(3)])),
    );
    const { length } = completeExport.body;
    const offsets = [0, 1, Math.floor(length / 2), Math.floor(length * 0.99), length - 1, length];
    for (const offset of offsets) {
      const rest = await runExport(`com?format=${format}&pit=${pit}&offset=${offset}`, key, headers);
      expect(rest.status).toBe(200);
      expect(rest.headers['export-pit']).toBe(pit);
      expect(Buffer.concat([completeExport.body.subarray(0, offset), rest.body]).equals(completeExport.body)).toBe(
        true,
      );
    }
    const beyond = await runExport(`com?format=${format}&pit=${pit}&offset=${length + 1}`, key, headers);
    expect([beyond.status, beyond.body.toString()]).toEqual([400, expect.stringContaining(`${length} bytes`)]);
    // Resuming is free.
    expect(await usedQueries()).toBe(before);
  });

  test('returns the state at a time within the history of the tier, and resumes it after imports', async () => {
    const path = `com.zone?format=csv&at=${new Date(start + minuteMs).toISOString()}`;
    const completeExport = await runExport(path);
    const rows = completeExport.body.toString().trimEnd().split('\r\n').slice(1);
    expect(rows.filter((row) => row.includes(',active,'))).toHaveLength(2 * (nameCount - 300));
    expect(rows).toHaveLength(2 * (nameCount - 300));
    server.clock.advance(minuteMs);
    await server.importZone('com', Object.fromEntries(names.map((name) => [name, nameserversOf(3)])));
    const offset = Math.floor(completeExport.body.length / 2);
    const rest = await runExport(`${path}&pit=${completeExport.headers['export-pit']}&offset=${offset}`);
    expect(Buffer.concat([completeExport.body.subarray(0, offset), rest.body]).equals(completeExport.body)).toBe(true);
    const trial = await server.openAccount('trial-at', { tier: 'TRIAL' });
    for (const [query, token, status] of [
      [`com?search=name-1&at=${new Date(start - minuteMs).toISOString()}`, key, 400],
      [`com?search=name-1&at=${new Date(start).toISOString()}&start=${new Date(start).toISOString()}`, key, 400],
      [`*.zone?search=name-1&at=${new Date(start).toISOString()}`, key, 400],
      [`com?at=${new Date(start).toISOString()}`, trial, 403],
      ['com?search=name-1&at=', key, 400],
      [`com?search=name-1&pit=${completeExport.headers['export-pit']}&at=${new Date(start).toISOString()}`, key, 400],
    ] as const) {
      expect([query, (await runExport(query, token)).status]).toEqual([query, status]);
    }
  });

  test('counts one query for each export, and reports the quota', async () => {
    const before = await usedQueries();
    const { headers } = await runExport('com?search=name-77');
    expect(headers).toMatchObject({ 'ratelimit-limit': '10000', 'ratelimit-remaining': String(10_000 - before - 1) });
    const empty = await runExport('com?search=nothing');
    expect([empty.status, empty.body.length]).toEqual([200, 0]);
    await runExport('unknown.zone');
    await runExport('com?format=xlsx');
    expect(await usedQueries()).toBe(before + 2);
    const account = await runExport('com?search=name-1', operator);
    expect([account.status, account.headers['ratelimit-limit']]).toEqual([200, undefined]);
  });

  test('does not start if the quota is used up, and charges the exact number of queries under concurrency', async () => {
    const trial = await server.openAccount('poor', { tier: 'TRIAL' });
    const query = `com?search=name-11&start=${new Date(start).toISOString()}`;
    const { sql } = server.testDatabase.database;
    await runExport(query, trial);
    await sql`update zones.subscription set used = 98 where account_id = (select id from zones.account where username = 'poor')`;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => runExport(query, trial)));
    expect(outcomes.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    for (let count = 0; count < 3; count++) await runExport(query, trial);
    const last = await runExport(query, trial);
    expect([last.status, JSON.parse(last.body.toString()).detail]).toEqual([
      429,
      expect.objectContaining({ tier: 'trial', limit: 100, used: 100 }),
    ]);
  });

  test.each(['TRIAL', 'BASIC', 'ENTERPRISE'] as const)(
    'rejects the same queries as a search if the account has the tier %s',
    async (tier) => {
      const token = await server.openAccount(`${tier.toLowerCase()}-rights`, { tier });
      const ago = (days: number) => new Date(server.clock.now() - days * 86_400_000).toISOString();
      const queries = [
        ...[
          'com',
          'com?search=name-1',
          'com?search=*9',
          '*.zone?search=*',
          'nowhere?search=a',
          'com?search=-a',
          'com?skip=1',
        ],
        ...[6, 8, 29, 31, 179, 181].map((days) => `com?search=name-11&start=${ago(days)}&end=${ago(days - 1)}`),
        ...[`com?search=name-11&start=${ago(5)}`, `net?search=n*&start=${ago(5)}`, `net?start=${ago(5)}`],
        ...[`com?search=name-11&start=${ago(11)}`, `net?start=${ago(-1)}`, `net?start=x`, `net?end=${ago(1)}`],
        ...['com?search=name-11&start=', 'net?end=', `com?search=name-11&start=${ago(5)}&end=`],
      ];
      for (const query of queries) {
        const search = await server.fetch(`/api/v1/download/${query}`, { key: token });
        const { detail } = (await search.json()) as { detail?: unknown }; // The body of errors.
        const { status, body } = await runExport(query, token);
        const isFound = search.status === 404 && String(detail).startsWith('No domains');
        expect([query, status]).toEqual([query, isFound ? 200 : search.status]);
        if (status !== 200 && !query.includes('skip')) expect(JSON.parse(body.toString())).toEqual({ detail });
      }
    },
  );

  test('does not resume with data that the tier of the account no longer includes', async () => {
    const token = await server.openAccount('downgraded', { tier: 'ENTERPRISE' });
    const ago = (days: number) => new Date(server.clock.now() - days * 86_400_000).toISOString();
    const queries = [
      'com?search=*ame-11*',
      'com?search=name-11',
      `com?search=name-11&start=${ago(100)}&end=${ago(99)}`,
      `com?search=name-11&start=${ago(5)}`,
    ];
    const startedExports: string[] = [];
    for (const query of queries) {
      const { headers } = await runExport(query, token);
      startedExports.push(`${query}&pit=${headers['export-pit']}`);
    }
    async function resumeAfterExpiry(tier: 'TRIAL' | 'BASIC' | 'ENTERPRISE') {
      await server.subscribe('downgraded', { tier });
      const statuses: number[] = [];
      for (const query of startedExports) statuses.push((await runExport(query, token)).status);
      return statuses;
    }
    expect(await resumeAfterExpiry('TRIAL')).toEqual([403, 403, 403, 200]);
    // The state of that time contains names that were removed before the history of the tier.
    expect((await resumeAfterExpiry('BASIC'))[1]).toBe(403);
    server.clock.advance(11 * 60 * minuteMs);
    expect(await resumeAfterExpiry('ENTERPRISE')).toEqual([200, 200, 200, 200]);
    await server.subscribe('downgraded', { tier: 'ENTERPRISE', expiresAt: ago(1) });
    expect((await runExport('com?unknown=1', token)).status).toBe(403);
  });

  test('does not resume an export of another encoder version', async () => {
    const { headers } = await runExport('com?search=name-1&format=parquet');
    const pit = String(headers['export-pit']);
    const { sql } = server.testDatabase.database;
    const [stored] = await sql`select encoder from zones.export where id = ${pit}`;
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const versions = [`zlib-${process.versions.zlib}`, `hyparquet-writer-${dependencies['hyparquet-writer']}`];
    expect(stored?.encoder.split(' ')).toEqual(expect.arrayContaining(versions));
    await sql`update zones.export set encoder = encoder || '.1' where id = ${pit}`;
    expect((await runExport(`com?search=name-1&format=parquet&pit=${pit}`)).status).toBe(410);
  });

  test('does not resume an export of another caller, for another request, or after its expiration', async () => {
    const { headers } = await runExport('com?search=name-1');
    const pit = String(headers['export-pit']);
    const other = await server.openAccount('other', { tier: 'ENTERPRISE' });
    const outcomes = [
      await runExport(`com?search=name-1&pit=${pit}`, other),
      await runExport(`com?search=name-1&pit=${pit}`, operator),
      await runExport(`com?search=name-1&pit=nothing`),
      await runExport(`com?search=name-2&pit=${pit}`),
      await runExport(`net?search=name-1&pit=${pit}`),
      await runExport(`com?search=name-1&pit=${pit}&format=csv`),
      await runExport(`com?search=name-1&pit=${pit}`, key, { 'accept-encoding': 'gzip' }),
      await runExport('com?search=name-1&offset=5'),
      await runExport(`com?search=name-1&pit=${pit}&offset=-1`),
      await runExport(`com?search=name-1&search=name-2`),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([410, 410, 410, 400, 400, 400, 400, 400, 400, 400]);
    server.clock.advance(12 * 60 * minuteMs - 1);
    await sweepExports(dependencies());
    expect((await runExport(`com?search=name-1&pit=${pit}`)).status).toBe(200);
    server.clock.advance(1);
    expect((await runExport(`com?search=name-1&pit=${pit}`)).status).toBe(410);
    await sweepExports(dependencies());
    const { sql } = server.testDatabase.database;
    expect(await sql`select from zones.export where id = ${pit}`).toEqual([]);
  });

  test('waits for a slow client, which receives the data as of the start of the export', async () => {
    // More than the buffers of a connection hold (4 MB to send), so the export waits.
    const large = Array.from({ length: 80_000 }, (_, index) => `${'long-'.repeat(10)}${index}.large`);
    await server.importZone('large', Object.fromEntries(large.map((name) => [name, nameserversOf(1)])));
    const expected = await runExport('large?format=csv');
    expect(expected.body.length).toBeGreaterThan(12_000_000);
    const response = await open('large?format=csv', { authorization: `Bearer ${key}` });
    response.pause();
    const before = await usedQueries();
    const busy = await runExport('*.zone?search=*aypal*');
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(busy.body.toString()).detail).toBe('Too many zone exports: at most 1 at once per caller');
    expect(await usedQueries()).toBe(before);
    server.clock.advance(minuteMs);
    await server.importZone('large', { 'only.large': ['ns1.host.net.'] });
    const body = Buffer.concat(await response.toArray());
    expect(body.equals(expected.body)).toBe(true);
    expect((await runExport('large?search=only&format=csv')).body.toString()).toContain('only.large,active');
  });

  test('sends its headers before it has read a record, so it can be resumed', async () => {
    const { sql } = server.testDatabase.database;
    const path = '*.zone?search=*aypal*';
    const expected = await runExport(path);
    const before = await usedQueries();
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`lock table zones.state in access exclusive mode`;
    const response = await open(path, { authorization: `Bearer ${key}` });
    expect(response.statusCode).toBe(200);
    const pit = String(response.headers['export-pit']);
    expect(response.readableLength).toBe(0);
    response.destroy();
    await holder`rollback`;
    holder.release();
    const resume = () => runExport(`${path}&pit=${pit}&offset=0`);
    await expect.poll(async () => (await resume()).status).toBe(200);
    expect((await resume()).body.equals(expected.body)).toBe(true);
    expect(await usedQueries()).toBe(before + 1);
  });

  test('stops when the client disconnects', async () => {
    const response = await open('com', { authorization: `Bearer ${key}` });
    response.destroy();
    // The slot of the export is free again.
    await expect.poll(async () => (await runExport('com?search=only')).status).toBe(200);
  });

  test('requires a key or token that permits searches', async () => {
    const unauthenticated = await open('com', {});
    unauthenticated.resume();
    expect([unauthenticated.statusCode, unauthenticated.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const expired = await server.openAccount('expired', { expiresAt: new Date(server.clock.now() - 1).toISOString() });
    const { status, body } = await runExport('com?search=a', expired);
    expect([status, JSON.parse(body.toString()).detail.error]).toEqual([403, 'subscription_expired']);
  });
});

function dependencies() {
  const { configuration, database } = server.testDatabase;
  return { database, clock: server.clock, settings: configuration.zones };
}
