import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { runJobNow } from '../../platform/jobs.js';
import { startReceiver } from '../notifications/support/receiver.js';
import { freePort } from '../support/free-port.js';
import { openDatabaseForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { startCzds } from './support/czds.js';
import { dig, hasDig, recordsIn, resolvers, startJudge, startUpstream, statusIn } from './support/dns-judges.js';
import { zoneText } from './support/import-world.js';
import { nameServers, startNameServer, transferKey } from './support/name-server.js';

const adminToken = 'the-administrator-of-these-very-tests';
const czdsAccount = { name: 'ada@acme.example', password: 'p' };
const brandDocument = `mutation { addBrand(input: { name: "acmebank", opensAlerts: true }) { brand { id } } }`;

/** Names that are registered together on the second day. */
const together = Array.from({ length: 6 }, (_, index) => `secure-login-${index} ns1.host.`);

/** A day of a zone with other names each day. On the second day, one of them imitates the brand. */
function dayOf(zone: string, serial: number, imitation: string): string {
  const names = Array.from({ length: 50 }, (_, index) => `name-${index + serial} ns1.host.`);
  const delegations = serial === 1 ? names : [...names, ...together, `${imitation} ns1.host.`];
  return `${zoneText(zone, [...new Set(delegations)], serial)}${zone}.\t3600\tin\tns\tns1.host.\n`;
}

const [primary] = nameServers;
const [resolver] = resolvers;

test.skipIf(primary === undefined || resolver === undefined || !hasDig)(
  'two days from the sources to the alert and to the resolver, with a server that is killed after each step',
  async () => {
    if (primary === undefined || resolver === undefined) return;
    const opened = await openDatabaseForTest();
    const { sql } = opened.database;
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const source = await startNameServer(primary, { name: 'one', algorithm: 'hmac-sha256' }, dayOf('one', 1, ''));
    const czds = await startCzds({ ...czdsAccount, clock: { now: () => Date.now() } });
    czds.publish('two', gzipSync(dayOf('two', 1, '')), Date.now() - 90_000_000);
    const [dnsPort, resolverPort] = [await freePort(), await freePort()];
    const environment = {
      ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
      ...{ RAMPART_AUTH_ADMIN_TOKEN: adminToken, RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' },
      RAMPART_ZONES_SOURCES: `one=axfr://${transferKey.name}@127.0.0.1:${source.port},two=czds`,
      RAMPART_ZONES_TSIG_KEYS: `${transferKey.name}:${transferKey.secret}`,
      ...{ RAMPART_ZONES_CZDS_URL: czds.url, RAMPART_ZONES_CZDS_AUTH_URL: czds.url },
      RAMPART_ZONES_CZDS_USERNAME: czdsAccount.name,
      RAMPART_ZONES_CZDS_PASSWORD: czdsAccount.password,
      RAMPART_ZONES_ALERT_TENANT: 'acme',
      ...{ RAMPART_DNS_PORT: String(dnsPort), RAMPART_DNS_POLICY_ZONES: 'local.example' },
      RAMPART_DNS_SECONDARIES: `local.example=127.0.0.1:${resolverPort}`,
    };
    let server: RunningServer = await startServer(environment);
    onTestFinished(() => void server.command.process.kill('SIGKILL'));

    const graph = async (query: string, variables: object = {}) => {
      const response = await fetch(server.addresses.graphql ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    };
    /** Runs the jobs that are due within minutes. */
    const nudge = async () => {
      await sql`update zones.source set next_attempt_at = least(next_attempt_at, 1), downloaded_at = 1`;
      await sql`update notifications.queue set retry_at = 0`;
      await sql`update zones.brand_alert set at = at - 200000 where alert_id is null`;
      const jobs = ['pull', 'watch-brands', 'find-bulk-registrations', 'open-alerts', 'match-hosts'];
      for (const job of jobs.map((each) => `zones.${each}`)) {
        await opened.database.transaction((own) =>
          runJobNow(own, { name: job, payload: {}, key: `${job} of the test` }),
        );
      }
    };
    const count = async (found: PromiseLike<readonly unknown[]>) => (await found).length;
    const kill = async () => {
      server.command.process.kill('SIGKILL');
      await server.command.result;
      await sql`update notifications.queue set leased_until = 0`;
      server = await startServer(environment);
    };
    /** Waits for a step, kills the server, and starts another one. */
    const untilThenKill = async (step: () => Promise<number>, wanted: number) => {
      const nudged = async () => {
        await nudge();
        return await step();
      };
      await expect.poll(nudged, { timeout: 60_000, interval: 200 }).toBe(wanted);
      await kill();
    };
    const applied = () => count(sql`select from zones.import where outcome = 'applied'`);

    // The first day: all names are old, and cause no messages.
    await untilThenKill(applied, 2);
    await graph(brandDocument);
    // A host and a controller whose name is later recognized as an imitation of the brand.
    await sql`insert into alerts.endpoint values ('acme', 'ws.acmebamk.two', 'linux', 0, 0, 0),
      ('other', 'other.acmebamk.two', 'linux', 0, 0, 0)`;
    await sql`insert into licenses.controller values (gen_random_uuid(), 0, '', '', 0, null, 'Ctl.acmebamk.two', '', '{}',
      '', '', '')`;
    await graph(
      `mutation ($address: String!) { createNotificationRule(input: {
        name: "r", kinds: [BRAND_HIT, ALERT_OPENED], target: WEBHOOK, address: $address }) { secret } }`,
      { address: `${receiver.url}/hook` },
    );
    const judge = { port: resolverPort, primaryPort: dnsPort, upstreamPort: await startUpstream() };
    const log = await startJudge(resolver, { ...judge, zone: 'local.example' });

    // The second day.
    await source.load(dayOf('one', 2, 'acmebnk'), 2);
    czds.publish('two', gzipSync(dayOf('two', 2, 'acmebamk')), Date.now() - 3_600_000);
    await untilThenKill(applied, 4);
    // The receiver accepts messages only after a server was killed between the hits and their delivery.
    receiver.next.push(...Array<'reset'>(1000).fill('reset'));
    // The job for bulk registrations may have followed only one of the two zones.
    /** The notifications by the ids of their messages. Each can be received more than once (at-least-once delivery). */
    const deliveries = () =>
      new Map(
        receiver.requests.map(({ headers, body }) => {
          const { type, data } = JSON.parse(body) as { type: string; data: Record<string, string> };
          return [headers['webhook-id'], `${type} ${data.domain ?? data.endpoint ?? ''}`];
        }),
      );
    const followed = () =>
      count(sql`select from zones.brand_hit union all select from zones.bulk_registration
        where zone_id = (select id from zones.zone where name = 'one')`);
    await untilThenKill(followed, 3);
    receiver.next.length = 0;
    receiver.requests.length = 0;
    await untilThenKill(
      async () => [...deliveries().values()].filter((each) => each.startsWith('brand.hit')).length,
      2,
    );
    const { brandHits } = await graph('{ brandHits { nodes { id name } } }');
    const hits = (brandHits as unknown as { nodes: { id: string; name: string }[] }).nodes;
    const confirmed = hits.find(({ name }) => name === 'acmebnk.one')?.id ?? '';
    await graph('mutation ($id: ID!) { triageBrandHits(input: { ids: [$id], status: CONFIRMED }) { hits { id } } }', {
      id: confirmed,
    });
    await untilThenKill(() => count(sql`select from zones.block_change`), 1);
    await untilThenKill(() => count(sql`select from zones.brand_alert where alert_id is not null`), 3);

    const status = async (name: string) => statusIn(await dig(resolverPort, name, 'A'));
    await expect.poll(() => status('acmebnk.one'), { timeout: 60_000, interval: 100, message: log() }).toBe('NXDOMAIN');
    expect(await status('acmebamk.two')).toBe('NOERROR');
    await kill();
    expect(await status('acmebnk.one')).toBe('NXDOMAIN');
    // The last server may not listen yet.
    const records = async () => recordsIn(await dig(dnsPort, 'local.example', 'AXFR', '+noall', '+answer'));
    const blocked = async () => (await records()).filter((record) => record.includes('CNAME')).length;
    await expect.poll(blocked, { timeout: 60_000, interval: 100 }).toBe(2);

    // Nothing happened twice.
    await nudge();
    await expect
      .poll(() => [...deliveries().values()].toSorted(), { timeout: 60_000 })
      .toEqual([
        ...['alert.opened acmebnk.one', 'alert.opened ctl.acmebamk.two', 'alert.opened ws.acmebamk.two'],
        ...['brand.hit acmebamk.two', 'brand.hit acmebnk.one'],
      ]);
    expect([await applied(), await count(sql`select from zones.brand_hit`)]).toEqual([4, 2]);
    const clusters = async () =>
      await sql`select zone.name, pattern, size from zones.bulk_registration
      join zones.zone on zone.id = zone_id order by 1`;
    await expect
      .poll(clusters, { timeout: 60_000 })
      .toEqual(['one', 'two'].map((name) => ({ name, pattern: 'secure-login-{n}', size: 6 })));
    expect(await sql`select kind, count(*)::int from zones.brand_hit_entry group by 1 order by 1`).toEqual([
      { kind: 'found', count: 2 },
      { kind: 'confirmed', count: 1 },
    ]);
    const alert = `{ alerts { totalCount nodes { tenantId modelName inferenceIds endpoint { hostname domain { name } }
      brandHits { name brand { name } alerts { id } } id } } }`;
    const { alerts } = await graph(alert);
    const alertOf = (hostname: string, name: string, inference: RegExp) => ({
      ...{ tenantId: 'acme', modelName: 'brand-hits', id: expect.any(String) },
      inferenceIds: [expect.stringMatching(inference)],
      endpoint: { hostname, domain: { name } },
      brandHits: [{ name, brand: { name: 'acmebank' }, alerts: expect.any(Array) }],
    });
    expect(alerts).toEqual({
      totalCount: 3,
      nodes: expect.arrayContaining([
        alertOf('acmebnk.one', 'acmebnk.one', /^brand-hit:/),
        alertOf('ws.acmebamk.two', 'acmebamk.two', /^brand-match:/),
        alertOf('ctl.acmebamk.two', 'acmebamk.two', /^brand-match:/),
      ]),
    });
    expect(await count(sql`select from alerts.inference`)).toBe(3);

    // Without a crash, the resolver refuses a name within seconds.
    await graph('mutation ($id: ID!) { triageBrandHits(input: { ids: [$id], status: CONFIRMED }) { hits { id } } }', {
      id: hits.find(({ name }) => name === 'acmebamk.two')?.id ?? '',
    });
    await expect.poll(() => status('acmebamk.two'), { timeout: 10_000, interval: 100 }).toBe('NXDOMAIN');
  },
  420_000,
);
