import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { backfillFacetTallies, foldTally } from '../../subgraphs/alerts/imports/repository.js';
import { maintainTallies } from '../../subgraphs/alerts/imports/service/import-inferences.js';
import { alertDependencies } from '../../subgraphs/alerts/index.js';
import { countDimensions, countTechniques } from '../../subgraphs/alerts/metrics/repository.js';
import { countFacets } from '../../subgraphs/alerts/metrics/service-facets.js';
import type { AlertCriteria } from '../../subgraphs/alerts/triage/index.js';
import { changeAlertStatuses } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import type { AlertStatus, Severity } from '../../subgraphs/alerts/vocabulary.js';
import { createDatabaseBefore } from '../support/database-before.js';
import { testConfiguration } from '../support/index.js';
import { describeAlertWorld, importAll, inference, requestOf, start } from './support/alert-world.js';

const world = describeAlertWorld();
const statuses = ['open', 'acknowledged', 'investigating', 'resolved', 'false_positive'] as const;
const techniques = ['T1059', 'T1059.001', 'T1566', 'T1003'];

/** Inferences of 17 endpoints of three tenants, with all severities; each round also joins alerts of earlier rounds. */
const batch = (round: number) =>
  Array.from({ length: 60 }, (_, index) =>
    inference({
      tenant_id: `tenant-${index % 3}`,
      endpoint_id: `host-${(index * (round + 1)) % 17}`,
      model_name: `model-${index % 4}`,
      attack_prob: 0.5 + ((index * 37 + round * 11) % 50) / 100,
      ttp_techniques: techniques.filter((_name, position) => ((index + round) >> position) % 2 === 1),
      timestamp: start + round * 1500 + index * 40,
    }),
  );

async function changeSome(round: number): Promise<void> {
  const { sql } = world.test.database;
  const rows = await sql<{ id: string }[]>`select id from alerts.alert order by md5(id::text || ${round}) limit 30`;
  const ids = rows.map(({ id }) => id);
  await changeAlertStatuses(world.as(), { ids, status: statuses[round % 5] ?? 'open', fields: { names: [], key: '' } });
}

/** Suppresses some alerts, and restores others. Locks them in the order of their ids, like every change. */
async function suppressSome(round: number): Promise<void> {
  await world.test.database.sql`with locked as (
      select id from alerts.alert where id in (select id from alerts.alert order by md5(${round} || id::text) limit 20)
      order by id for no key update
    )
    update alerts.alert set suppressed_by = case when suppressed_by is null then array[gen_random_uuid()] end
    from locked where alert.id = locked.id`;
}

const subsetOf = <Value>(values: readonly Value[], bits: number) =>
  values.filter((_, position) => (bits >> position) % 2 === 1);

/** Filters that the tallies support: all tenants, one, several; statuses; severities; suppression. */
const filters: AlertCriteria[] = Array.from({ length: 18 }, (_, number) => ({
  ...(number % 3 === 1 && { tenants: ['tenant-1'] }),
  ...(number % 3 === 2 && { tenants: ['tenant-0', 'tenant-2'] }),
  ...(number % 4 > 1 && { statuses: subsetOf<AlertStatus>(statuses, 1 + (number % 31)) }),
  ...(number % 5 > 1 && { severities: subsetOf<Severity>(['low', 'medium', 'high', 'critical'], 1 + (number % 15)) }),
  ...(number % 7 > 2 && { isSuppressed: number % 2 === 0 }),
}));

async function expectExactFacets(): Promise<void> {
  const { sql } = world.test.database;
  for (const [number, criteria] of filters.entries()) {
    const top = number % 2 === 0 ? 3 : 100;
    const { endpoint, technique } = await countFacets(world.as(), {
      ...{ filter: criteria, top },
      facets: ['endpoint', 'technique'],
    });
    const dimensions = await countDimensions(sql, { criteria, dimensions: ['endpoint'], top });
    expect(
      endpoint.map(({ value, tenantId, count }) => ({ value, tenantId, count })),
      JSON.stringify(criteria),
    ).toEqual(dimensions.map((row) => ({ value: row.endpoint, tenantId: row.tenant, count: row.count })));
    expect(
      technique.map(({ value, count }) => ({ value, count })),
      JSON.stringify(criteria),
    ).toEqual([...(await countTechniques(sql, { criteria, top }))]);
  }
}

beforeAll(async () => {
  await importAll(world.alerts, batch(0));
  await Promise.all(
    Array.from({ length: 12 }, async (_, round) => {
      await importAll(world.alerts, batch(round + 1));
      await changeSome(round);
      await suppressSome(round);
      await foldTally(world.test.database.sql);
    }),
  );
});

test('facets from the tallies of endpoints and techniques equal counts of the alerts after concurrent changes and folds', async () => {
  await expectExactFacets();
  await world.test.database.sql`delete from alerts.alert where id in (
    select id from alerts.alert where not exists (select from alerts.alert_transition t where t.alert_id = alert.id) limit 5)`;
  await expectExactFacets();
  await foldTally(world.test.database.sql);
  const { sql } = world.test.database;
  expect(await sql`select from alerts.endpoint_tally_change`).toHaveLength(0);
  expect(await sql`select from alerts.technique_tally_change`).toHaveLength(0);
  await expectExactFacets();
});

test('facets by endpoint and technique do not read alerts', async () => {
  const { sql } = world.test.database;
  await sql.begin(async (transaction) => {
    await transaction`lock table alerts.alert in access exclusive mode`;
    const { endpoint, technique } = await countFacets(world.as(), {
      ...{ filter: { isSuppressed: false, statuses: ['open'] }, top: 5 },
      facets: ['endpoint', 'technique', 'severity'],
    });
    expect([endpoint.length, technique.length > 0]).toEqual([5, true]);
  });
});

test('a backfill counts each alert once while alerts are written and tallies are folded', async () => {
  const { sql } = world.test.database;
  await sql.begin(async (transaction) => {
    await transaction`truncate alerts.tally_backfill, alerts.endpoint_tally, alerts.technique_tally`;
  });
  await Promise.all([
    ...Array.from({ length: 6 }, async (_, round) => {
      await importAll(world.alerts, batch(round + 20));
      await changeSome(round + 20);
      await foldTally(sql);
    }),
    ...[1, 2].map(() => world.test.database.transaction(backfillFacetTallies)),
  ]);
  await foldTally(sql);
  await expectExactFacets();
});

test('alerts from before the migration are counted one by one until the job has counted them for the tallies', async () => {
  const { url, sql } = await createDatabaseBefore('"endpoint_tally"');
  await sql`insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence,
      prediction, ttp_techniques, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes, num_edges)
    select gen_random_uuid(), 'acme', 'host-' || number % 2, 'low', 'open', 'linux', 0.6, 1, 'attack', '{T1059}', '{}',
      1, 1, 1, 1, 'm', 0, 0 from generate_series(1, 5) number`;
  const configuration = testConfiguration({ DATABASE_URL: url });
  const database = await openDatabase({ configuration, log });
  onTestFinished(() => database.close());
  const alerts = alertDependencies({ configuration, database, clock: world.clock });
  const readFacets = async () => {
    const { endpoint, technique } = await countFacets(
      { ...alerts, ...requestOf() },
      { filter: {}, top: 5, facets: ['endpoint', 'technique'] },
    );
    return [...endpoint, ...technique].map(({ value, count }) => `${value} ${count}`);
  };
  expect(await readFacets()).toEqual(['host-1 3', 'host-0 2', 'T1059 5']);
  await sql`update alerts.alert set status = 'resolved' where endpoint_id = 'host-0'`;
  expect(await sql`select from alerts.tally_backfill`).toHaveLength(0);
  await maintainTallies(alerts);
  expect(await sql`select from alerts.tally_backfill`).toHaveLength(1);
  await sql`update alerts.alert set status = 'resolved' where endpoint_id = 'host-1'`;
  expect(await readFacets()).toEqual(['host-1 3', 'host-0 2', 'T1059 5']);
  await maintainTallies(alerts);
  expect(await readFacets()).toEqual(['host-1 3', 'host-0 2', 'T1059 5']);
});
