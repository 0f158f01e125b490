import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { selectEndpointsAfter } from '../../subgraphs/alerts/endpoints/repository.js';
import { endpointsByKeys, listEndpoints } from '../../subgraphs/alerts/endpoints/service.js';
import {
  changeAlertStatuses,
  submitVerdict,
  updateAlert,
} from '../../subgraphs/alerts/triage/service/change-alerts.js';
import type { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import { describeAlertWorld, fieldsOf, importAll, inference, start } from './support/alert-world.js';

const world = describeAlertWorld({ RAMPART_DATABASE_POOL_SIZE: '40' });
const statuses = ['open', 'acknowledged', 'investigating', 'resolved', 'false_positive'] as const;
const fields = fieldsOf('status');
/** Longer than the deduplication window. */
const separateWindowSeconds = 1_000_000;

/** Opens an alert on each of these hosts and returns their ids. */
async function openAlerts(tenant_id: string, hosts: readonly string[], later = 0): Promise<string[]> {
  const timestamp = start + later;
  const { results } = await importAll(
    world.alerts,
    hosts.map((endpoint_id) => inference({ tenant_id, endpoint_id, timestamp })),
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'opened'));
  return results.map(({ alertId }) => alertId ?? '');
}

async function change(ids: string[], status: AlertStatus) {
  const results = await changeAlertStatuses(world.as(), { ids, status, fields });
  expect(results.filter(({ code }) => code !== null)).toEqual([]);
}

/** The counts of a tenant's endpoints, as `host: open of total`, by hostname. */
async function countsOf(tenantId: string): Promise<string[]> {
  const { nodes } = await listEndpoints(world.as(), {
    filter: { tenantId },
    first: 1000,
    after: null,
    fields: { names: ['totalAlerts', 'openAlerts'], key: 'counts' },
    wantsItems: true,
    wantsTotal: false,
  });
  return nodes.map((node) => `${node.hostname}: ${node.openAlerts} of ${node.totalAlerts}`).toSorted();
}

/**
 * Expects that the stored counts of alerts that are not closed equal counts of the alerts in the same snapshot, even
 * while other connections write. Returns the number of endpoints with such alerts.
 */
async function expectExactActiveCounts(tenantId: string): Promise<number> {
  const fields = { names: ['activeAlerts'] as const, key: 'active' };
  return await world.as().store.snapshot(async (sql) => {
    const criteria = { tenants: [tenantId] };
    const rows = await selectEndpointsAfter(sql, { criteria, after: null, limit: 1000, fields });
    const expected = await sql<{ line: string }[]>`
      select concat(hostname, ': ', count(id) filter (where status not in ('resolved', 'false_positive'))) as line
      from alerts.endpoint e left join alerts.alert a on a.tenant_id = e.tenant_id and a.endpoint_id = e.hostname
      where e.tenant_id = ${tenantId} group by hostname`;
    const lines = rows.map(({ hostname, activeAlerts }) => `${hostname}: ${activeAlerts}`);
    expect(lines.toSorted()).toEqual(expected.map(({ line }) => line).toSorted());
    return rows.filter(({ activeAlerts = 0 }) => activeAlerts > 0).length;
  });
}

/** The counts in the format of `countsOf`, computed from the alerts. */
async function countAlerts(tenantId: string): Promise<string[]> {
  const rows = await world.test.database.sql<{ line: string }[]>`
    select concat(endpoint_id, ': ', count(*) filter (where status = 'open'), ' of ', count(*)) as line
    from alerts.alert where tenant_id = ${tenantId} group by endpoint_id`;
  return rows.map(({ line }) => line).toSorted();
}

/** The xmin of each row of a tenant's endpoints, which changes if the row is written. */
async function readVersions(tenantId: string): Promise<readonly unknown[]> {
  return await world.test.database.sql`
    select hostname, xmin::text, ctid::text from alerts.endpoint where tenant_id = ${tenantId} order by hostname`;
}

test('each alert is counted once when it is opened, regardless of joined inferences and times', async () => {
  const tenant_id = 'opened';
  await openAlerts(tenant_id, ['a', 'b', 'c']);
  expect(await countsOf(tenant_id)).toEqual(['a: 1 of 1', 'b: 1 of 1', 'c: 1 of 1']);
  const batch = [
    inference({ tenant_id, endpoint_id: 'A', timestamp: start + 5, inference_id: 'again' }),
    inference({ tenant_id, endpoint_id: 'a', timestamp: start + 5, inference_id: 'again' }),
    inference({ tenant_id, endpoint_id: 'b', timestamp: start - separateWindowSeconds }),
    inference({ tenant_id, endpoint_id: 'b', timestamp: start - 2 * separateWindowSeconds }),
    inference({ tenant_id, endpoint_id: 'b', timestamp: start + 6, model_name: 'other' }),
    inference({ tenant_id, endpoint_id: 'c', prediction: 'benign' }),
    inference({ tenant_id, endpoint_id: 'd', prediction: 'benign' }),
  ];
  const { results } = await importAll(world.alerts, batch);
  const outcomes = ['joined', 'repeated', 'opened', 'opened', 'opened', 'ignored', 'ignored'];
  expect(results.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(await countsOf(tenant_id)).toEqual(['a: 1 of 1', 'b: 4 of 4', 'c: 1 of 1']);
  // Repeating the import changes nothing.
  await importAll(world.alerts, batch);
  expect(await countsOf(tenant_id)).toEqual(['a: 1 of 1', 'b: 4 of 4', 'c: 1 of 1']);
});

test('counting an older alert keeps the platform and the time of the newest one', async () => {
  const newest = { tenant_id: 'older', endpoint_id: 'a', platform: 'linux', timestamp: start };
  await importAll(world.alerts, [inference(newest)]);
  await importAll(world.alerts, [
    inference({ ...newest, platform: 'windows', timestamp: start - separateWindowSeconds }),
  ]);
  const [endpoint] = await endpointsByKeys(world.as(), {
    keys: [{ tenantId: 'older', hostname: 'a' }],
    fields: { names: ['platform', 'totalAlerts', 'lastAlertTimeEpoch'], key: 'all' },
  });
  expect(endpoint).toMatchObject({ platform: 'linux', totalAlerts: 2, lastAlertTimeEpoch: start });
});

test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  'a change from %s to %s updates the counts of both statuses',
  async (from, to) => {
    const tenant = `${from} to ${to}`;
    const [id = ''] = await openAlerts(tenant, ['a']);
    await openAlerts(tenant, ['a'], separateWindowSeconds);
    for (const status of [from, to]) {
      await updateAlert(world.as(), { id, status, fields });
      expect(await countsOf(tenant)).toEqual([`a: ${status === 'open' ? 2 : 1} of 2`]);
      await expectExactActiveCounts(tenant);
    }
  },
);

test('verdicts and bulk updates are counted', async () => {
  const ids = [
    ...(await openAlerts('many', ['a', 'b', 'c'])),
    ...(await openAlerts('many', ['a', 'b'], separateWindowSeconds)),
  ];
  await submitVerdict(world.as(), { alertId: ids[0] ?? '', isTruePositive: true, fields });
  expect(await countsOf('many')).toEqual(['a: 1 of 2', 'b: 2 of 2', 'c: 1 of 1']);
  await change(ids, 'acknowledged');
  expect(await countsOf('many')).toEqual(['a: 0 of 2', 'b: 0 of 2', 'c: 0 of 1']);
  await change([...ids, ...ids], 'open');
  expect(await countsOf('many')).toEqual(['a: 2 of 2', 'b: 2 of 2', 'c: 1 of 1']);
});

test('endpoints with unchanged counts are not written, and changes do not wait for them', async () => {
  const ids = await openAlerts('untouched', ['a', 'b', 'c']);
  await change(ids.slice(0, 1), 'acknowledged');
  const versionsBefore = await readVersions('untouched');
  await world.test.database.transaction(async (sql) => {
    await sql`select from alerts.endpoint where tenant_id = 'untouched' for update`;
    await change(ids.slice(0, 1), 'resolved');
    await change(ids.slice(1), 'open');
  });
  // An inference of the alert that is older than its newest one.
  await importAll(world.alerts, [inference({ tenant_id: 'untouched', endpoint_id: 'b', timestamp: start - 5 })]);
  expect(await readVersions('untouched')).toEqual(versionsBefore);
});

test('the documented repair statement recounts manual changes and adds missing endpoints', async () => {
  const tenant = 'repaired';
  const [first = '', second = ''] = await openAlerts(tenant, ['a', 'b', 'c', 'd', 'e']);
  await openAlerts(tenant, ['a', 'e'], separateWindowSeconds);
  const { sql } = world.test.database;
  const copyOf = (host: string, copy: { id: string; platform: string; seen: number }) => sql`
    insert into alerts.alert select (jsonb_populate_record(alert, jsonb_build_object('id', ${copy.id}::text,
      'endpoint_id', ${host}::text, 'platform', ${copy.platform}::text, 'last_seen', ${copy.seen}::float8))).*
    from alerts.alert where id = ${first}`;
  await copyOf('d', { id: randomUUID(), platform: 'linux', seen: start + 7 });
  await copyOf('new', { id: randomUUID(), platform: 'linux', seen: start + 9 });
  await copyOf('new', { id: randomUUID(), platform: 'windows', seen: start + 8 });
  const uncounted = randomUUID();
  await copyOf('c', { id: uncounted, platform: 'windows', seen: start });
  await change([uncounted], 'resolved');
  await sql`update alerts.alert set status = 'resolved' where id = ${first}`;
  await sql`delete from alerts.alert where id = ${second}`;
  await sql`delete from alerts.alert where tenant_id = ${tenant} and endpoint_id = 'e' and last_seen > ${start}`;
  await sql`update alerts.endpoint set open_alerts = -1 where tenant_id = ${tenant} and hostname = 'd'`;

  const page = readFileSync(join(projectRoot, 'docs', 'decisions', '0028-counts-of-endpoints.md'), 'utf8');
  const repair = /^begin;$(?<statements>.*)^commit;$/ms.exec(page)?.groups?.statements ?? '';
  await sql.begin((transaction) => transaction.unsafe(repair));
  const lines = ['a: 1 of 2', 'b: 0 of 0', 'c: 1 of 2', 'd: 2 of 2', 'e: 1 of 1', 'new: 2 of 2'];
  expect(await countsOf(tenant)).toEqual(lines);
  const newest = await sql`select hostname, platform, last_alert_time - ${start}::float8 as later
    from alerts.endpoint where tenant_id = ${tenant} order by hostname`;
  expect([...newest]).toEqual([
    { hostname: 'a', platform: 'windows', later: separateWindowSeconds },
    { hostname: 'b', platform: 'windows', later: 0 },
    { hostname: 'c', platform: 'windows', later: 0 },
    { hostname: 'd', platform: 'linux', later: 7 },
    { hostname: 'e', platform: 'windows', later: 0 },
    { hostname: 'new', platform: 'linux', later: 9 },
  ]);
  // If the counts are correct, nothing is written.
  const versionsBefore = await readVersions(tenant);
  await sql.begin((transaction) => transaction.unsafe(repair));
  expect(await readVersions(tenant)).toEqual(versionsBefore);
});

describe('a transaction waiting for an endpoint holds no lock on a later one', () => {
  const hosts = ['e', 'd', 'c', 'b', 'a'];
  const writers = [
    ['an import', (tenant: string) => openAlerts(tenant, hosts, separateWindowSeconds), '1 of 1', '2 of 2'],
    ['a change of statuses', (_tenant: string, ids: string[]) => change(ids, 'resolved'), '1 of 1', '0 of 1'],
  ] as const;

  test.each(writers)('in %s', async (name, write, countsBefore, after) => {
    const ids = await openAlerts(name, hosts);
    const { database } = world.test;
    let writing: Promise<unknown> = Promise.resolve();
    const free = await database.transaction(async (holder) => {
      await holder`select from alerts.endpoint where tenant_id = ${name} and hostname = 'a' for update`;
      writing = write(name, ids);
      await expect
        .poll(
          () => database.sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
      expect(await countsOf(name)).toEqual(hosts.map((host) => `${host}: ${countsBefore}`).toReversed());
      return await database.sql`select hostname from alerts.endpoint where tenant_id = ${name}
        order by hostname for update skip locked`;
    });
    await writing;
    expect(free.map(({ hostname }) => hostname)).toEqual(['b', 'c', 'd', 'e']);
    expect(await countsOf(name)).toEqual(hosts.map((host) => `${host}: ${after}`).toReversed());
  });
});

test('concurrent imports, changes and verdicts end with exact counts and without a deadlock', async () => {
  const tenants = ['north', 'south'];
  const hosts = Array.from({ length: 25 }, (_, index) => `host-${(index * 7) % 25}`);
  const models = ['one', 'two', 'three', 'four'];
  const batch = (round: number) =>
    hosts.flatMap((endpoint_id, index) =>
      inference({
        tenant_id: tenants[(round + index) % 2] ?? '',
        // Four consecutive batches have the same inferences, in reverse order in every other batch.
        inference_id: `${Math.floor(round / 4)} ${index} ${round % 3}`,
        endpoint_id,
        model_name: models[round % 4] ?? '',
        timestamp: start + Math.floor(round / 4) * separateWindowSeconds + (round % 3) * 20,
      }),
    );
  const importRound = (round: number) =>
    importAll(world.alerts, round % 2 === 0 ? batch(round) : batch(round).toReversed());
  await importRound(0);
  const idsOf = async (round: number) => {
    const rows = await world.test.database.sql<{ id: string }[]>`
      select id from alerts.alert where tenant_id in ('north', 'south') and model_name = ${models[round % 4] ?? ''}
      order by md5(id::text || ${round}) limit 40`;
    return rows.map(({ id }) => id);
  };
  const changeSome = async (round: number) => {
    for (let turn = 0; turn < 6; turn++) {
      const ids = await idsOf(round + turn);
      await change(ids, statuses[(round + turn) % 3] ?? 'open');
      const [id] = ids;
      if (id === undefined) continue;
      await updateAlert(world.as(), { id, status: statuses[turn % 2] ?? 'open', fields });
      await submitVerdict(world.as(), { alertId: id, isTruePositive: turn % 2 === 0, fields });
    }
  };
  const readSome = async (round: number) => {
    for (let turn = 0; turn < 12; turn++) await expectExactActiveCounts(tenants[(round + turn) % 2] ?? '');
  };
  await Promise.all([
    ...Array.from({ length: 48 }, (_, round) => (round % 3 === 0 ? changeSome(round) : importRound(round))),
    ...[0, 1, 2].map(readSome),
  ]);
  for (const tenant of tenants) {
    const lines = await countAlerts(tenant);
    expect(lines.length).toBeGreaterThan(20);
    expect(await countsOf(tenant)).toEqual(lines);
    expect(await expectExactActiveCounts(tenant)).toBeGreaterThan(20);
  }
});
