import type { Sql, TransactionSql } from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { createDatabaseBefore } from '../support/database-before.js';
import { testConfiguration } from '../support/index.js';

async function insertAlert(sql: Sql | TransactionSql, alert: { tenant: string; host: string; status: string }) {
  const { tenant, host, status } = alert;
  await sql`insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence,
      prediction, ttp_techniques, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes, num_edges)
    values (gen_random_uuid(), ${tenant}, ${host}, 'low', ${status}, 'linux', 0.6, 1, 'attack', '{}', '{}', 1, 1, 1, 1, 'm', 0, 0)`;
}

/** The insert of the previous release. */
async function insertEndpoint(sql: Sql | TransactionSql, tenant: string, host: string) {
  await sql`insert into alerts.endpoint (tenant_id, hostname, platform, last_alert_time)
    values (${tenant}, ${host}, 'linux', 1)
    on conflict on constraint endpoint_key do update set last_alert_time = endpoint.last_alert_time`;
}

test('the migration counts existing alerts, including those of an uncommitted import', async () => {
  const { url, sql } = await createDatabaseBefore('"open_alerts"');
  for (const status of ['open', 'open', 'resolved']) await insertAlert(sql, { tenant: 'acme', host: 'a', status });
  await insertAlert(sql, { tenant: 'acme', host: 'b', status: 'acknowledged' });
  await insertAlert(sql, { tenant: 'other', host: 'a', status: 'open' });
  for (const [tenant, host] of [
    ['acme', 'a'],
    ['acme', 'b'],
    ['other', 'a'],
    ['other', 'all of its alerts were deleted'],
  ] as const) {
    await insertEndpoint(sql, tenant, host);
  }

  const opening = { settled: Promise.resolve() as Promise<unknown> };
  await sql.begin(async (importing) => {
    await insertAlert(importing, { tenant: 'acme', host: 'a', status: 'open' });
    await insertAlert(importing, { tenant: 'acme', host: 'c', status: 'open' });
    opening.settled = openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log }).then((database) =>
      onTestFinished(() => database.close()),
    );
    await expect
      .poll(
        () => sql`select from pg_locks where not granted and relation = 'alerts.alert'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
      )
      .toHaveLength(1);
    await insertEndpoint(importing, 'acme', 'a');
    await insertEndpoint(importing, 'acme', 'c');
  });
  await opening.settled;

  const counts = await sql`select tenant_id as tenant, hostname as host, total_alerts as total, open_alerts as open
    from alerts.endpoint order by tenant_id, hostname`;
  expect([...counts]).toEqual([
    { tenant: 'acme', host: 'a', total: 4, open: 3 },
    { tenant: 'acme', host: 'b', total: 1, open: 0 },
    { tenant: 'acme', host: 'c', total: 1, open: 1 },
    { tenant: 'other', host: 'a', total: 1, open: 1 },
    { tenant: 'other', host: 'all of its alerts were deleted', total: 0, open: 0 },
  ]);
  // An older release that is still running fails instead of importing alerts that are not counted.
  await expect(insertEndpoint(sql, 'acme', 'a')).rejects.toMatchObject({ code: '23502' });
});
