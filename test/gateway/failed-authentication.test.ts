import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { SecurityAudit } from '../../platform/audit/index.js';
import { systemClock } from '../../platform/clock.js';
import { createLog } from '../../platform/log.js';
import { auditEntries } from '../audit/support/entries.js';
import { openDatabaseForTest, openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

const admin = 'the-administrator-of-these-very-tests';
const unknownToken = 'a-token-that-nobody-ever-handed-out-';
const logged: Record<string, unknown>[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });
const isSuccess = /^a caller was authenticated$/;

describe('failed authentication', () => {
  const folder = temporaryFolder();
  let opened: TestDatabase;
  let server: Rampart;
  let isClosed = false;

  beforeAll(async () => {
    opened = await openTestDatabase();
    const configuration = testConfiguration({
      ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: admin },
      ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_LICENSES_TLS: 'off', RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' },
    });
    server = await startRampart({ configuration, clock: systemClock, log });
  });
  afterAll(async () => {
    if (!isClosed) await server.close();
    await opened.close();
    folder.remove();
  });

  async function send(path: string, { token = unknownToken, from = '203.0.113.7' } = {}): Promise<Response> {
    const isGraph = path === '/graphql';
    const body = isGraph ? { body: JSON.stringify({ query: '{ __typename }' }), method: 'POST' } : {};
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': from };
    return await fetch(`${server.listening[0]}${path}`, { ...body, headers });
  }

  test('is rejected with 429 after 20 attempts in a minute, and valid tokens from the same address are still accepted', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 20; count++) statuses.push((await send('/graphql')).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const throttled = await send('/graphql');
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await throttled.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    const other = await send('/metrics');
    expect([other.status, Number(other.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await send('/graphql', { token: admin })).status).toBe(200);
  });

  test('has the documented status 401 on documented paths, even beyond the limit', async () => {
    expect([(await send('/alerts')).status, (await send('/api/v1/zones/')).status]).toEqual([401, 401]);
  });

  test('is not logged as success; successful authentication is logged once an hour per address, without the token', async () => {
    for (const from of ['203.0.113.40', '203.0.113.40', '203.0.113.41']) await send('/graphql', { token: admin, from });
    await send('/graphql', { from: '203.0.113.42' });
    const successes = logged.filter(({ msg, source }) => isSuccess.test(String(msg)) && /\.4\d$/.test(String(source)));
    expect(successes).toMatchObject([
      { source: '203.0.113.40', scheme: 'bearer', caller: { kind: 'operator', name: 'admin' } },
      { source: '203.0.113.41' },
    ]);
    expect(JSON.stringify(logged)).not.toContain(admin);
  });

  test('is limited per address, or per /64 network of IPv6', async () => {
    expect((await send('/graphql', { from: '203.0.113.8' })).status).toBe(401);
    const statuses: number[] = [];
    for (let count = 1; count <= 21; count++) {
      statuses.push((await send('/graphql', { from: `2001:db8::${count.toString(16)}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('is counted in the metrics and, once per source, in the audit log, without the token', async () => {
    const metrics = await (await send('/metrics', { token: admin })).text();
    const [, failures] = /rampart_security_events_total\{event="authentication_failed"\} (\d+)/.exec(metrics) ?? [];
    expect(Number(failures)).toBeGreaterThanOrEqual(46);
    isClosed = true;
    await server.close();
    const entries = await auditEntries(opened.database, { action: 'report.security-event' });
    const entryTexts = entries.map(({ objects, after }) => `${objects} ${JSON.parse(after ?? '').event}`).sort();
    expect(entryTexts).toEqual([
      'source:2001:db8::/64 authentication_failed',
      'source:2001:db8::/64 authentication_throttled',
      'source:203.0.113.42 authentication_failed',
      'source:203.0.113.7 authentication_failed',
      'source:203.0.113.7 authentication_throttled',
      'source:203.0.113.8 authentication_failed',
    ]);
    expect(JSON.stringify(entries)).not.toContain(unknownToken);
  });
});

test('a flood from many addresses adds a bounded number of audit entries with its exact count, and leaves room for other events', async () => {
  const { database } = await openDatabaseForTest();
  const audit = new SecurityAudit({ database, log });
  for (let count = 0; count < 5000; count++) {
    audit.add({ name: 'authentication_failed', facts: { source: `10.0.${count >> 8}.${count & 255}` } });
  }
  audit.add({
    ...{ name: 'check_in_sources_alternate', facts: { source: '10.1.0.1', windowSeconds: 3600 } },
    objects: ['controller:6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11'],
  });
  await audit.close();
  const [alarm, ...entries] = (await auditEntries(database)).reverse();
  expect(alarm?.objects).toEqual(['source:10.1.0.1', 'controller:6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11']);
  entries.reverse();
  expect(entries).toHaveLength(101);
  const total = entries.reduce((sum, { after }) => sum + JSON.parse(after ?? '').count, 0);
  expect(total).toBe(5000);
  expect(entries.at(-1)?.objects).toEqual(['source:others']);
});
