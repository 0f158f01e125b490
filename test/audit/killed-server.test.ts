import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyAudit } from '../../platform/audit/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { auditEntries } from './support/entries.js';

/** Opens alerts without importing them, which leaves no audit entries. */
async function openAlerts(sql: Awaited<ReturnType<typeof openDatabaseForTest>>['database']['sql'], count: number) {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`insert into alerts.endpoint (tenant_id, hostname, platform, last_alert_time, total_alerts, open_alerts)
    values ('acme', 'WS-1', 'linux', 1, ${count}, ${count})`;
  await sql`insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
      ttp_techniques, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes, num_edges)
    select id, 'acme', 'WS-1', 'low', 'open', 'linux', 0.6, 1, 'attack', '{}', '{}', 1, 1, 1, 1, 'm', 0, 0
    from unnest(${ids}::uuid[]) id`;
  return ids;
}

test('after a server is killed during changes, each change has an entry and the chain is unbroken', async () => {
  const { database, url } = await openDatabaseForTest();
  const ids = await openAlerts(database.sql, 40);
  const folder = temporaryFolder();
  const settings = { DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path };
  for (let round = 0; round < 2; round++) {
    const server = await startServer(settings);
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; ; count++) {
        const id = ids[(writer * 7 + count) % ids.length];
        const status = count % 2 === 0 ? 'resolved' : 'open';
        const headers = { 'content-type': 'application/json' };
        await fetch(`${server.addresses.rest}/alerts/${id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ status }),
        });
      }
    });
    const writing = Promise.allSettled(writers);
    const minChanges = 200 * (round + 1);
    const countChanges = async () =>
      (await database.sql<[{ count: number }]>`select count(*)::int as count from alerts.alert_transition`)[0].count;
    await expect.poll(countChanges, { timeout: 60_000, interval: 20 }).toBeGreaterThan(minChanges);
    server.command.process.kill('SIGKILL');
    await server.command.result;
    await writing;
  }
  folder.remove();

  // Statements that the server had sent before it was killed may still be committed.
  const selectActive =
    () => database.sql`select from pg_stat_activity where datname = current_database() and state = 'active'
    and query ~ 'alert_transition' and pid <> pg_backend_pid()`;
  await expect.poll(selectActive).toEqual([]);
  expect((await verifyAudit(database)).broken).toBeNull();
  const recorded = (await auditEntries(database, { action: 'update.alert' })).map(
    ({ objects, after }) => `${objects} ${JSON.parse(after ?? '').status}`,
  );
  const created = await database.sql<{ change: string }[]>`
    select 'alert:' || alert_id || ' ' || to_status as change from alerts.alert_transition`;
  expect(recorded.sort()).toEqual(created.map(({ change }) => change).sort());
});
