import { expect, test } from 'vitest';
import { foldTally } from '../../subgraphs/alerts/imports/repository.js';
import { readStoreStatus } from '../../subgraphs/alerts/metrics/service.js';
import { changeAlertStatuses } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { describeAlertWorld, importAll, inference, start } from './support/alert-world.js';

const world = describeAlertWorld();
const statuses = ['open', 'acknowledged', 'investigating', 'resolved', 'false_positive'] as const;

test('the tally equals the count after concurrent imports, changes, deletions and folds', async () => {
  const { sql } = world.test.database;
  const batch = (round: number) =>
    Array.from({ length: 60 }, (_, index) =>
      inference({
        tenant_id: `tenant-${index % 3}`,
        endpoint_id: `host-${(index * round) % 17}`,
        platform: index % 2 === 0 ? 'windows' : 'linux',
        model_name: `model-${index % 4}`,
        attack_prob: 0.5 + ((index * 37 + round * 11) % 50) / 100,
        timestamp: start + round * 1500 + index * 40,
      }),
    );
  const changeSome = async (round: number) => {
    const rows = await sql<{ id: string }[]>`select id from alerts.alert order by md5(id::text || ${round}) limit 30`;
    const change = {
      ids: rows.map((row) => row.id),
      status: statuses[round % 5] ?? 'open',
      fields: { names: [], key: '' },
    };
    await changeAlertStatuses(world.as(), change);
  };
  await importAll(world.alerts, batch(0));
  await Promise.all(
    Array.from({ length: 12 }, async (_, round) => {
      await importAll(world.alerts, batch(round + 1));
      await changeSome(round);
      await foldTally(sql);
    }),
  );
  await sql`delete from alerts.alert where id in (
    select id from alerts.alert where not exists (select from alerts.alert_transition t where t.alert_id = alert.id) limit 5)`;
  const dimensions = sql`tenant_id, status, severity, platform, model_name`;
  const counted = await sql`select ${dimensions}, count(*)::int as alerts from alerts.alert
      group by grouping sets ((1, 2, 3, 4, 5), (2, 3, 4, 5)) order by ${dimensions}`;
  const summed = () =>
    sql`select ${dimensions}, sum(alerts)::int as alerts from alerts.alert_tally group by ${dimensions} having sum(alerts) <> 0 order by ${dimensions}`;
  expect(await summed()).toEqual(counted);
  await foldTally(sql);
  expect(await sql`select ${dimensions}, alerts::int from alerts.alert_tally order by ${dimensions}`).toEqual(counted);
  expect(await readStoreStatus(world.as())).toMatchObject({
    status: 'ok',
    service: 'alert-api',
    alertsCount: counted.reduce((sum, row) => sum + (row.tenant_id === null ? Number(row.alerts) : 0), 0),
  });
});
