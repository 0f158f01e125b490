import { expect, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { nameServers } from './support/name-server.js';
import { runJob } from './support/pull-world.js';
import { dig, hasDig, recordsIn, resolvers, startRpzClient, startUpstream, statusIn } from './support/rpz-clients.js';
import { adminToken, twoDaysWorld } from './support/two-days-world.js';

const [primary] = nameServers;
const [resolver] = resolvers;

const alertsDocument = `{ alerts { totalCount nodes { tenantId modelName inferenceIds endpoint { hostname domain { name } }
  brandHits { name brand { name } alerts { id } } id } } }`;
const openHitsDocument = '{ brandHits(filter: { status: [OPEN] }) { nodes { id isAutoBlocked } } }';
const triageDocument =
  'mutation ($ids: [ID!]!) { triageBrandHits(input: { ids: $ids, status: CONFIRMED }) { hits { name } } }';

function alertOf(hostname: string, name: string, inference: RegExp) {
  return {
    ...{ tenantId: 'acme', modelName: 'brand-hits', id: expect.any(String) },
    inferenceIds: [expect.stringMatching(inference)],
    endpoint: { hostname, domain: { name } },
    brandHits: [{ name, brand: { name: 'acmebank' }, alerts: expect.any(Array) }],
  };
}

test.skipIf(primary === undefined || resolver === undefined || !hasDig)(
  'new names of two days reach alerts and resolvers, although the process is killed between any two steps',
  async () => {
    if (primary === undefined || resolver === undefined) return;
    const world = await twoDaysWorld(primary);
    const { sql, environment, dnsPort, resolverPort, service, receiver, start, kill, runNow, until, blockJobs } = world;
    const count = async (rows: PromiseLike<readonly unknown[]>) => (await rows).length;
    const applied = () => count(sql`select from zones.import where outcome = 'applied'`);
    const hits = () => count(sql`select from zones.brand_hit`);
    const inferences = () => count(sql`select from alerts.inference`);
    const reported = () => count(sql`select from zones.brand_alert where alert_id is not null`);

    // The first day: the first import of names causes no messages.
    const first = await runHere(['zones', 'pull'], { environment });
    expect(first).toMatchObject({ code: 0, errors: '' });
    const brand = await runHere(['zones', 'brands', 'add', 'acmebank', '--alerts'], { environment });
    expect(brand).toMatchObject({ code: 0, errors: '' });
    await runJob(service, 'zones.watch-brands');
    await world.notify();

    // The second day. Killed between the imports, and the hits and bulk registrations.
    await world.publishSecondDay();
    const records = blockJobs('lock zones.brand_hit, zones.bulk_registration in share mode');
    await records.block();
    await start();
    await runNow();
    await until(['pull'], applied, 4);
    await records.untilSomebodyWaits();
    await kill();
    await records.release();
    expect([await hits(), await count(sql`select from zones.bulk_registration`)]).toEqual([0, 0]);

    // Killed between the hits and their notifications: the receiver rejects all messages before that.
    receiver.next.push(...Array<'reset'>(1000).fill('reset'));
    await start();
    const clusters = async () =>
      await sql`select zone.name, pattern, size from zones.bulk_registration
        join zones.zone on zone.id = zone_id order by 1`;
    const expected = ['one', 'two'].map((name) => ({ name, pattern: 'secure-login-{n}', size: 6 }));
    await until(['watch-brands', 'find-bulk-registrations'], async () => [await hits(), await clusters()], [
      2,
      expected,
    ]);
    await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await kill();
    receiver.next.length = 0;
    receiver.requests.length = 0;

    // Killed between the confirmation of a hit and its inference.
    await start();
    await runNow();
    await until([], async () => world.notified(), ['brand.hit acmebamk.two', 'brand.hit acmebnk.one']);
    const handed = blockJobs('lock zones.brand_alert in share mode');
    await handed.block();
    // Hosts below the name of the other hit.
    await sql`insert into alerts.endpoint values ('acme', 'ws.acmebamk.two', 'linux', 0, 0, 0),
      ('other', 'other.acmebamk.two', 'linux', 0, 0, 0)`;
    await sql`insert into licenses.controller values (gen_random_uuid(), 0, '', '', 0, null, 'Ctl.acmebamk.two', '', '{}',
      '', '', '')`;
    const args = ['zones', 'brands', 'triage', 'acmebnk.one', '--status', 'confirmed'];
    expect(await runHere(args, { environment })).toMatchObject({ code: 0, errors: '' });
    await until(['open-alerts'], () => count(sql`select from zones.block_change`), 1);
    await handed.untilSomebodyWaits();
    await kill();
    await handed.release();
    expect(await count(sql`select from zones.brand_alert`)).toBe(0);

    // Killed between the inferences and their import.
    const log = blockJobs('lock alerts.inference in share mode');
    await log.block();
    await start();
    await until(['open-alerts', 'match-hosts'], () => count(sql`select from zones.brand_alert`), 3);
    // All jobs with inferences run, so none of them is left to the next process.
    const waiting = () =>
      count(sql`select from graphile_worker.jobs
      where task_identifier = 'alerts.import-handed' and locked_at is null`);
    await until([], waiting, 0);
    await log.untilSomebodyWaits();
    await kill();
    await log.release();
    expect(await inferences()).toBe(0);

    // Killed between their import and its report. One job then hands the inferences over again.
    const queue = blockJobs('lock graphile_worker._private_jobs in share mode');
    await log.block();
    await start();
    await runNow();
    await until(['open-alerts'], inferences, 0);
    await log.untilSomebodyWaits();
    await queue.block();
    await log.release();
    await expect.poll(inferences, { timeout: 60_000 }).toBe(3);
    await queue.untilSomebodyWaits();
    await kill();
    await queue.release();
    expect([await inferences(), await reported()]).toEqual([3, 0]);

    // Not killed until the report is stored and the resolver has transferred the zone.
    const { addresses } = await start();
    await runNow();
    await until(['open-alerts'], reported, 3);
    const client = { port: resolverPort, primaryPort: dnsPort, upstreamPort: await startUpstream() };
    const resolverLog = await startRpzClient(resolver, { ...client, zone: 'local.example' });
    const status = async (name: string) => statusIn(await dig(resolverPort, name, 'A'));
    const rejected = (name: string, timeout: number) =>
      expect.poll(() => status(name), { timeout, interval: 100, message: resolverLog() }).toBe('NXDOMAIN');
    await rejected('acmebnk.one', 60_000);
    expect(await status('acmebamk.two')).toBe('NOERROR');
    const graph = async <Data>(query: string, variables: object = {}) => {
      const response = await fetch(addresses.graphql ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { data: Data };
    };
    expect(await graph(alertsDocument)).toEqual({
      data: {
        alerts: {
          totalCount: 3,
          nodes: expect.arrayContaining([
            alertOf('acmebnk.one', 'acmebnk.one', /^brand-hit:/),
            alertOf('ws.acmebamk.two', 'acmebamk.two', /^brand-match:/),
            alertOf('ctl.acmebamk.two', 'acmebamk.two', /^brand-match:/),
          ]),
        },
      },
    });
    // Without a crash, the resolver rejects a name within seconds.
    const { data } = await graph<{ brandHits: { nodes: { id: string }[] } }>(openHitsDocument);
    const triaged = await graph(triageDocument, { ids: data.brandHits.nodes.map(({ id }) => id) });
    expect(triaged).toEqual({ data: { triageBrandHits: { hits: [{ name: 'acmebamk.two' }] } } });
    await rejected('acmebamk.two', 10_000);
    // It also rejects a name without a decision if the brand blocks names of this kind automatically.
    const update = ['zones', 'brands', 'update', 'acmebank', '--auto-block', 'transposition'];
    expect(await runHere(update, { environment })).toMatchObject({ code: 0, errors: '' });
    await world.publishThirdDay();
    const appliedNow = async () => {
      await runNow();
      return await applied();
    };
    await until(['pull'], appliedNow, 5);
    await rejected('acmebakn.one', 10_000);
    expect(await graph(openHitsDocument)).toEqual({
      data: { brandHits: { nodes: [{ id: expect.any(String), isAutoBlocked: true }] } },
    });
    await kill();
    expect(await status('acmebnk.one')).toBe('NXDOMAIN');

    // No step was repeated: there are no duplicates.
    await start();
    const blocked = async () => {
      const records = recordsIn(await dig(dnsPort, 'local.example', 'AXFR', '+noall', '+answer'));
      return records.filter((record) => record.includes('CNAME')).length;
    };
    await until(['pull', 'watch-brands', 'find-bulk-registrations', 'match-hosts'], blocked, 6);
    await runNow();
    await until(['open-alerts'], reported, 4);
    await until([], async () => world.notified(), [
      ...['alert.opened acmebamk.two', 'alert.opened acmebnk.one', 'alert.opened ctl.acmebamk.two'],
      ...['alert.opened ws.acmebamk.two', 'brand.hit acmebakn.one', 'brand.hit acmebamk.two', 'brand.hit acmebnk.one'],
    ]);
    expect([await applied(), await hits(), await clusters(), await inferences()]).toEqual([5, 3, expected, 4]);
    expect(await sql`select kind, count(*)::int from zones.brand_hit_entry group by 1 order by 1`).toEqual([
      { kind: 'found', count: 3 },
      { kind: 'confirmed', count: 2 },
      { kind: 'blocked', count: 3 },
    ]);
  },
);
