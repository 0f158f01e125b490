import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { OperatorTokens } from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { createLog } from '../../platform/log.js';
import { securityEventNames } from '../../platform/security-events.js';
import { auditEntries } from '../audit/support/entries.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { send } from './support/send.js';

const admin = 'the-administrator-of-these-very-tests';
const logged: Record<string, unknown>[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(JSON.parse(line)) } });
const folder = temporaryFolder();
const tokens = { viewer: '', ingest: '' };
let opened: TestDatabase;
let server: Rampart;

beforeAll(async () => {
  opened = await openTestDatabase();
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: admin },
    ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_LICENSES_TLS: 'off', RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' },
  });
  server = await startRampart({ configuration, clock: systemClock, log });
  const operatorTokens = new OperatorTokens({ database: opened.database, clock: systemClock });
  for (const role of ['viewer', 'ingest'] as const) {
    tokens[role] = (await operatorTokens.create({ name: `a-${role}`, role, tenantId: null })).token;
  }
});
afterAll(async () => {
  await opened.close();
  folder.remove();
});

interface Sent {
  readonly from: string;
  readonly method?: string;
  readonly token?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly listener?: 'rest' | 'licenses';
}

async function statusOf(path: string, { from, token = '', listener = 'rest', ...sent }: Sent): Promise<number> {
  const url = server.addresses.find(({ name }) => name === listener)?.url ?? '';
  const headers: Record<string, string> = {
    ...{ host: new URL(url).host, 'content-type': 'application/json', 'x-forwarded-for': from },
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
  const { status } = await send(`${url}${path}`, {
    ...sent,
    headers: { ...headers, ...sent.headers },
  });
  return status;
}

const sendQuery = (query: string, sent: Omit<Sent, 'body' | 'method'>) =>
  statusOf('/graphql', { ...sent, method: 'POST', body: JSON.stringify({ query }) });

const loggedFrom = (source: string) => logged.filter((line) => line.source === source && 'securityEvent' in line);

describe('a denied request of a known caller', () => {
  test('is a security event with the caller, for GraphQL, REST and operational paths', async () => {
    const from = '203.0.113.1';
    const approve = 'mutation { approveAccount(input: { username: "zoe" }) { isFirst } }';
    expect(await sendQuery(approve, { from, token: tokens.viewer })).toBe(200);
    const patch = { from: '203.0.113.2', method: 'PATCH', token: tokens.viewer, body: '{"status":"open"}' };
    expect(await statusOf('/alerts/5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11', patch)).toBe(403);
    expect(await statusOf('/metrics', { from: '203.0.113.3', token: tokens.ingest })).toBe(403);
    const viewer = { kind: 'operator', name: 'a-viewer' };
    expect(loggedFrom(from)).toMatchObject([
      {
        securityEvent: 'authorisation_denied',
        rejection: expect.stringContaining('permitted roles: admin'),
        caller: viewer,
      },
    ]);
    expect(loggedFrom('203.0.113.2')).toMatchObject([{ securityEvent: 'authorisation_denied', caller: viewer }]);
    expect(loggedFrom('203.0.113.3')).toMatchObject([{ caller: { name: 'a-ingest' } }]);
  });

  test('is logged once a minute per source, and always counted', async () => {
    const before = await countOf('authorisation_denied');
    const release =
      'mutation { releaseController(guid: "6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11") { controller { guid } } }';
    for (let count = 0; count < 5; count++) await sendQuery(release, { from: '203.0.113.4', token: tokens.viewer });
    expect(loggedFrom('203.0.113.4')).toHaveLength(1);
    expect((await countOf('authorisation_denied')) - before).toBe(5);
  });

  test('is not a security event for an anonymous caller or a missing object', async () => {
    expect(await sendQuery('{ alerts { totalCount } }', { from: '203.0.113.5' })).toBe(200);
    expect(await statusOf('/alerts/none', { from: '203.0.113.5', token: tokens.viewer })).toBe(404);
    expect(loggedFrom('203.0.113.5')).toEqual([]);
  });
});

describe('forged requests', () => {
  const crossSiteHeaders = { origin: 'https://elsewhere.example' };

  test.each([
    ['a mutation from another site', '/graphql', { method: 'POST', body: '{}', headers: crossSiteHeaders }, 403],
    [
      'a check-in from a page',
      '/api/check-license/',
      { method: 'POST', headers: crossSiteHeaders, listener: 'licenses' },
      403,
    ],
    ['a query from another site', '/graphql?query={me}', { headers: { ...crossSiteHeaders, 'content-type': '' } }, 400],
    ['an event stream for another site', '/events', { headers: crossSiteHeaders }, 403],
  ] as const)('are security events: %s', async (_, path, sent, status) => {
    const from = `198.51.100.${path.length}`;
    expect(await statusOf(path, { ...sent, from })).toBe(status);
    expect(loggedFrom(from)).toMatchObject([{ securityEvent: 'origin_rejected', origin: crossSiteHeaders.origin }]);
  });

  test('are security events: an unknown Host header', async () => {
    const sent = { from: '203.0.113.20', headers: { host: 'rebound.example' } };
    expect(await statusOf('/graphql', sent)).toBe(421);
    expect(loggedFrom('203.0.113.20')).toMatchObject([{ securityEvent: 'host_rejected', host: 'rebound.example' }]);
  });
});

describe('requests over the limit', () => {
  const deep = `{ alerts { nodes ${'{ endpoint { alerts { nodes '.repeat(8)} { id } ${'} } }'.repeat(8)} } }`;
  const page = 'alerts(first: 1000) { nodes { transitions { notes } verdicts { notes } } }';
  const costly = `{ ${Array.from({ length: 18 }, (_, index) => `a${index}: ${page}`).join(' ')} }`;

  test.each([
    ['on depth', deep, 'max_depth', '203.0.113.30'],
    ['on cost', costly, 'max_cost', '203.0.113.31'],
    ['on aliases', `{ ${Array.from({ length: 500 }, (_, i) => `a${i}: __typename`).join(' ')} }`, '', '203.0.113.32'],
    ['on size', `{ ${'x'.repeat(12_000_000)} }`, 'body', '203.0.113.33'],
  ])('%s are security events', async (_, query, limit, from) => {
    await sendQuery(query, { from, token: admin });
    expect(loggedFrom(from)).toMatchObject([
      { securityEvent: 'limit_exceeded', limit: limit === '' ? expect.stringMatching(/^max_/) : limit },
    ]);
  });

  test('on cost are security events: an operation may select all counts 9 times, but not 12 times', async () => {
    const counts =
      'totalCount facets(top: 100) { severity { count } status { count } platform { count } model { count } endpoint { count } technique { count } }';
    const times = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: alerts { ${counts} histogram(interval: HOUR) { count } }`).join(' ')} }`;
    await sendQuery(times(9), { from: '203.0.113.35', token: admin });
    expect(loggedFrom('203.0.113.35')).toEqual([]);
    await sendQuery(times(12), { from: '203.0.113.35', token: admin });
    expect(loggedFrom('203.0.113.35')).toMatchObject([{ securityEvent: 'limit_exceeded', limit: 'max_cost' }]);
  });

  test('on the size of a REST request are security events', async () => {
    const large = { from: '203.0.113.34', method: 'POST', body: ' '.repeat(1_100_000), token: admin };
    expect(await statusOf('/feedback', large)).toBe(413);
    expect(loggedFrom('203.0.113.34')).toMatchObject([{ securityEvent: 'limit_exceeded', limit: 'body' }]);
  });
});

test('operations.md lists exactly the existing security events', () => {
  const text = readFileSync('docs/operations.md', 'utf8').split('## Security events')[1]?.split('\n## ')[0] ?? '';
  expect([...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).sort()).toEqual([...securityEventNames].sort());
});

/** The last test, because it stops the server, which then flushes its audit entries. */
test('every security event has a counter, and an audit entry per source with the caller as the actor and no token', async () => {
  for (const name of securityEventNames) expect([name, await countOf(name)]).toEqual([name, expect.any(Number)]);
  await server.close();
  const entries = await auditEntries(opened.database, { action: 'report.security-event' });
  const ofViewer = entries.filter(({ actorName }) => actorName === 'a-viewer');
  expect(ofViewer.map(({ objects }) => objects[0]).sort()).toEqual([
    'source:203.0.113.1',
    'source:203.0.113.2',
    'source:203.0.113.4',
  ]);
  expect(JSON.parse(ofViewer.find(({ objects }) => objects[0]?.endsWith('.4'))?.after ?? '')).toMatchObject({
    ...{ event: 'authorisation_denied', count: 5 },
  });
  const events = new Set(entries.map(({ after }) => JSON.parse(after ?? '').event));
  expect(events).toEqual(new Set(['authorisation_denied', 'origin_rejected', 'host_rejected', 'limit_exceeded']));
  for (const token of Object.values(tokens)) expect(JSON.stringify([entries, logged])).not.toContain(token.slice(8));
});

async function countOf(event: string): Promise<number> {
  const url = server.addresses.find(({ name }) => name === 'rest')?.url;
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${admin}` } })).text();
  const [, count] = new RegExp(`rampart_security_events_total\\{event="${event}"\\} (\\d+)`).exec(metrics) ?? [];
  return count === undefined ? Number.NaN : Number(count);
}
