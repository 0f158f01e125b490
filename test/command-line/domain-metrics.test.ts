import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { domainMetrics } from '../../command-line/domain-metrics.js';
import { systemClock } from '../../platform/clock.js';
import { type Database, readsInTurn } from '../../platform/database/index.js';
import { JobRuns } from '../../platform/jobs.js';
import { subgraphs } from '../../subgraphs/index.js';
import { openDatabaseForTest, testPlatform } from '../support/index.js';

/** Uses all general connections of a database with a pool of 6 until the end of the test. */
async function useGeneralConnections(database: Database): Promise<void> {
  const end = Promise.withResolvers<void>();
  const transactions = [1, 2].map(() => {
    const start = Promise.withResolvers<void>();
    const transaction = database.transaction(async (sql) => {
      await sql`select 1`;
      start.resolve();
      await end.promise;
    });
    return { started: start.promise, transaction };
  });
  onTestFinished(async () => {
    end.resolve();
    await Promise.all(transactions.map(({ transaction }) => transaction));
  });
  await Promise.all(transactions.map(({ started }) => started));
}

test('the metrics of domains do not wait for general connections of the database', async () => {
  const opened = await openDatabaseForTest({
    RAMPART_DATABASE_POOL_SIZE: '6',
    RAMPART_ZONES_SOURCES: 'com=https://registry.example/com.zone',
    RAMPART_DNS_POLICY_ZONES: 'rpz.example',
    ...{ RAMPART_DRIVE_GRAPH_URL: 'https://graph.example', RAMPART_DRIVE_SITE_HOSTNAME: 'contoso.example' },
    ...{ RAMPART_DRIVE_SITE_PATH: '/sites/security' },
  });
  await useGeneralConnections(opened.database);
  const registry = new Registry();
  const platform = { ...testPlatform(opened, { clock: systemClock }), jobRuns: new JobRuns() };
  for (const metric of domainMetrics(platform, subgraphs)) registry.registerMetric(metric);
  // The first statements on new connections may take longer than a metrics response may wait.
  await expect
    .poll(async () => (await registry.metrics()).split('\n'))
    .toEqual(
      expect.arrayContaining([
        'rampart_drive_sites{state="disconnected"} 1',
        'rampart_drive_mass_changes{state="open"} 0',
        'rampart_license_seats_used 0',
        'rampart_notifications_oldest_pending_seconds 0',
        'rampart_zone_sources{state="pending"} 1',
        'rampart_rdap_bulk_lookups 0',
        'rampart_policy_zone_rejected_queries{zone="rpz.example"} 0',
      ]),
    );
});

test('the metrics of domains are read one after the other, with a timeout, so authentication waits only briefly', async () => {
  const { configuration, database } = await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '20' });
  const concurrency: number[] = [];
  let current = 0;
  const guard: Database['reserved']['guard'] = async (work) => {
    concurrency.push(++current);
    return await database.reserved.guard(work).finally(() => current--);
  };
  const registry = new Registry();
  const source = { configuration, clock: systemClock, database: { reserved: { guard } }, jobRuns: new JobRuns() };
  for (const metric of domainMetrics(source, subgraphs)) registry.registerMetric(metric);
  await expect.poll(() => registry.metrics().then(() => concurrency.length)).toBeGreaterThan(5);
  expect(Math.max(...concurrency)).toBe(1);
  const impatient = readsInTurn(database, { timeoutMs: 20 });
  await expect(impatient.reserved.guard((sql) => sql`select pg_sleep(60)`)).rejects.toThrow();
  const reads = readsInTurn(database, { timeoutMs: 50_000 });
  expect(await reads.reserved.guard((sql) => sql`show statement_timeout`)).toEqual([{ statement_timeout: '50s' }]);
  expect(await database.reserved.guard((sql) => sql`show statement_timeout`)).not.toEqual([
    { statement_timeout: '50s' },
  ]);
});
