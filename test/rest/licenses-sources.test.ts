import { networkInterfaces } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromOperator } from '../licenses/support/license-world.js';
import { guidOf, type LicensesServer, listPath, report, startLicensesServer } from './support/licenses-server.js';

/** The source of a request, and its rate limit. */
const server = await startLicensesServer();
const proxy = { RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.0/8', RAMPART_AUTH_ALERTS: 'open open' };
const matching = { RAMPART_LICENSES_BLACKLIST: 'ip' };
const threeAMinute = { RAMPART_LICENSES_RATE: '3/m' };

beforeEach(() => server.reset());

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6'));

type Sender = Pick<LicensesServer, 'send' | 'check'>;

function forwarded(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

async function collectStatuses(
  count: number,
  sendRequest: (number: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const received: number[] = [];
  for (let number = 0; number < count; number++) received.push((await sendRequest(number)).status);
  return received;
}

/** The sources of requests in the graph. */
async function countsIn({ graph }: Pick<LicensesServer, 'graph'>): Promise<unknown> {
  const document = '{ requestRate { isEnforced sources { endpoint source count isOver } } }';
  const { data } = await graph.prepare({ document }).execute({ variables: {}, context: fromOperator() });
  return JSON.parse(JSON.stringify(data)).requestRate;
}

describe('the source address', () => {
  test('is that of the connection, regardless of forwarded headers', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.8', 'x-real-ip': '198.51.100.9' };
    await server.check(report(), { headers });
    expect((await server.list())[0]?.ip_addr).toBe('127.0.0.1');
  });

  test('is the last forwarded address that was not added by a trusted proxy', async () => {
    const proxied = await server.startAnother({ environment: proxy });
    await proxied.check(report(), forwarded('198.51.100.7'));
    await proxied.check(report({ guid: guidOf(2) }), forwarded('203.0.113.66, 198.51.100.8, 127.0.0.9'));
    await proxied.check(report({ guid: guidOf(3) }), forwarded('nonsense'));
    expect((await server.list()).map(({ ip_addr: address }) => address)).toEqual([
      '198.51.100.7',
      '198.51.100.8',
      '127.0.0.1',
    ]);
  });

  test.skipIf(!hasIpv6)('of an IPv4 client on an IPv6 socket is an IPv4 address', async () => {
    const dual = await server.startAnother({
      environment: { RAMPART_LICENSES_HOST: '::', RAMPART_LICENSES_TLS: 'off' },
    });
    const { port } = new URL(dual.url);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const [number, host] of [
      [1, '127.0.0.1'],
      [2, '[::1]'],
    ] as const) {
      const body = JSON.stringify(report({ guid: guidOf(number) }));
      expect((await fetch(`http://${host}:${port}/api/check-license`, { ...sent, body })).status).toBe(200);
    }
    const proxied = await server.startAnother({ environment: proxy });
    await proxied.check(report({ guid: guidOf(3) }), forwarded('::ffff:198.51.100.7'));
    expect((await server.list()).map(({ ip_addr: address }) => address)).toEqual(['127.0.0.1', '::1', '198.51.100.7']);
  });
});

test.each([
  '203.0.113.66:4711',
  '::ffff:203.0.113.66',
  '::FFFF:cb00:7142',
  '[::ffff:203.0.113.66]:4711',
  '203.0.113.66, 127.0.0.9:80',
])('a forwarded source written as %s does not bypass the blacklist', async (written) => {
  server.files.write('blacklist.txt', '203.0.113.66\n');
  const proxied = await server.startAnother({ environment: { ...proxy, ...matching } });
  const { status, json } = await proxied.check(report(), forwarded(written));
  expect([status, json]).toEqual([403, { message: 'Controller is blacklisted' }]);
  expect((await proxied.check(report(), forwarded('203.0.113.67:4711'))).status).toBe(200);
});

describe('addresses on the blacklist', () => {
  const blacklisted = [403, { message: 'Controller is blacklisted' }];

  async function responseTo(sender: Sender, differences: Record<string, unknown> = {}, address?: string) {
    const response = await sender.check(report(differences), address === undefined ? {} : forwarded(address));
    return [response.status, response.json];
  }

  test('match the source of the connection if configured, never the reported address', async () => {
    const checked = await server.startAnother({ environment: matching });
    server.files.write('blacklist.txt', '10.1.2.3\n198.51.100.7\n');
    expect((await responseTo(checked, {}, '198.51.100.7'))[0]).toBe(200);
    server.files.write('blacklist.txt', '127.0.0.0/8 # all of us');
    expect(await responseTo(checked)).toEqual(blacklisted);
    expect((await responseTo(server))[0]).toBe(200);
  });

  test('match the forwarded address of a trusted proxy, in each notation', async () => {
    const checked = await server.startAnother({ environment: { ...matching, ...proxy } });
    server.files.write('blacklist.txt', '198.51.100.0/24\n2001:DB8:0:7::/64\n');
    const rejected = ['198.51.100.7', '::ffff:198.51.100.8', '2001:db8:0:7::1', '2001:0DB8:0000:0007:0:0:0:2'];
    for (const address of rejected) expect(await responseTo(checked, {}, address)).toEqual(blacklisted);
    for (const address of ['198.51.101.7', '2001:db8:0:8::1']) {
      expect((await responseTo(checked, {}, address))[0]).toBe(200);
    }
  });

  test('remain those of the last valid file if a file is invalid, which is logged', async () => {
    const checked = await server.startAnother({ environment: matching });
    server.files.write('blacklist.txt', `${guidOf(1)}\n`);
    expect(await responseTo(checked)).toEqual(blacklisted);
    server.logged.length = 0;
    server.files.write('blacklist.txt', 'nobody knows what this is\n');
    expect(await responseTo(checked)).toEqual(blacklisted);
    expect((await responseTo(checked, { guid: guidOf(2) }))[0]).toBe(200);
    expect(JSON.stringify(server.logged)).toMatch(/blacklist rejected; the last valid version is still used/);
    server.files.write('blacklist.txt', '');
    expect((await responseTo(checked))[0]).toBe(200);
  });
});

describe('the rate limit', () => {
  const blocked = { message: 'Too many requests' };

  test('permits the configured number of requests, and further requests after the window', async () => {
    const limited = await server.startAnother({ environment: threeAMinute });
    const check = () => limited.check(report());
    server.clock.seconds += 0.5; // 14:13:20.5
    expect(await collectStatuses(3, check)).toEqual([200, 200, 200]);
    const overLimit = await check();
    expect([overLimit.status, overLimit.json, overLimit.headers['retry-after']]).toEqual([429, blocked, '40']);
    server.clock.seconds += 39.4; // 14:13:59.9
    expect((await check()).headers['retry-after']).toBe('1');
    server.clock.seconds += 0.1; // 14:14:00
    expect(await collectStatuses(4, check)).toEqual([200, 200, 200, 429]);
  });

  test('is separate for each endpoint', async () => {
    const limited = await server.startAnother({ environment: threeAMinute });
    expect(await collectStatuses(4, () => limited.check(report()))).toEqual([200, 200, 200, 429]);
    expect(await collectStatuses(4, () => limited.send(listPath))).toEqual([200, 200, 200, 429]);
  });

  test('is checked first: each request counts, even an invalid one', async () => {
    const limited = await server.startAnother({ environment: threeAMinute });
    server.files.write('license.jws', 'nothing');
    const bodies = ['no JSON', report({ guid: 'none' }), report(), 'no JSON', report({ guid: null }), report()];
    expect(await collectStatuses(6, (number) => limited.check(bodies[number]))).toEqual([400, 400, 403, 429, 429, 429]);
  });

  test('cannot be bypassed with forwarded headers or another path of the same endpoint', async () => {
    const limited = await server.startAnother({ environment: threeAMinute });
    const sendSpoofed = (number: number) => limited.check(report(), forwarded(`198.51.100.${number}`));
    expect(await collectStatuses(3, sendSpoofed)).toEqual([200, 200, 200]);
    const other = await limited.send('/api/check-license', { method: 'POST', body: JSON.stringify(report()) });
    expect(other.status).toBe(429);
  });

  test('is separate for each source address that a trusted proxy forwards, or each /64 network of IPv6', async () => {
    const limited = await server.startAnother({ environment: { ...proxy, RAMPART_LICENSES_RATE: '2/m' } });
    const from = async (address: string) => (await limited.check(report(), forwarded(address))).status;
    expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::9')]).toEqual([200, 200]);
    expect([await from('2001:DB8:1:2:8000:0:0:7'), await from('2001:db8:1:3::1')]).toEqual([429, 200]);
    expect([await from('198.51.100.7'), await from('::ffff:198.51.100.7'), await from('198.51.100.7')]).toEqual([
      200, 200, 429,
    ]);
    expect(await from('198.51.100.8')).toBe(200);
    expect(await countsIn(limited)).toEqual({
      isEnforced: true,
      sources: expect.arrayContaining([
        { endpoint: 'CHECK_LICENSE', source: '2001:db8:1:2::/64', count: 3, isOver: true },
        { endpoint: 'CHECK_LICENSE', source: '198.51.100.7', count: 3, isOver: true },
        { endpoint: 'CHECK_LICENSE', source: '198.51.100.8', count: 1, isOver: false },
      ]),
    });
  });

  test('is shared by all servers on a database', async () => {
    const [one, two] = [
      await server.startAnother({ environment: threeAMinute }),
      await server.startAnother({ environment: threeAMinute }),
    ];
    const inTurn = (number: number) => (number % 2 === 0 ? one : two).check(report());
    expect(await collectStatuses(5, inTurn)).toEqual([200, 200, 200, 429, 429]);
    const atOnce = Array.from({ length: 10 }, (_, number) => (number % 2 === 0 ? one : two).send(listPath));
    const responses = (await Promise.all(atOnce)).map(({ status }) => status);
    expect(responses.filter((status) => status === 200)).toHaveLength(3);
  });

  test('with limit=False only counts requests, and the GraphQL API returns the count', async () => {
    const counting = await server.startAnother({ environment: { ...threeAMinute, RAMPART_LICENSES_LIMIT: 'False' } });
    expect(await collectStatuses(5, () => counting.check(report()))).toEqual([200, 200, 200, 200, 200]);
    expect(await countsIn(counting)).toEqual({
      isEnforced: false,
      sources: [{ endpoint: 'CHECK_LICENSE', source: '127.0.0.1', count: 5, isOver: true }],
    });
  });

  test.each([
    ['2/s', 1],
    ['2/h', 2800],
    ['2/d', 35_200],
  ])('of %s is reset after %d s', async (rate, seconds) => {
    const limited = await server.startAnother({ environment: { RAMPART_LICENSES_RATE: rate } });
    expect(await collectStatuses(2, () => limited.check(report()))).toEqual([200, 200]);
    expect((await limited.check(report())).headers['retry-after']).toBe(String(seconds));
    server.clock.seconds += seconds;
    expect((await limited.check(report())).status).toBe(200);
  });
});
