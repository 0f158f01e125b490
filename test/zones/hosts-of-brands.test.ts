import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { matchHosts } from '../../subgraphs/zones/brands/service/match-hosts.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();

// Who reads one tenant does not read controllers, and an alert would have their hostnames.
test('names that imitate a brand of a tenant are compared with endpoints, and not with controllers', async () => {
  const { service, test, clock, platform } = world;
  const names = Array.from({ length: 60 }, (_, index) => `padding${index} ns1.host.net.`);
  await importFile(world, 'example', zoneText('example', names));
  await service.addBrand(localRequest, { name: 'northwind', tenantId: 'acme', opensAlerts: true });
  await service.addBrand(localRequest, { name: 'hostwell' });
  // The settings of this service name no tenant for alerts.
  await test.database.sql`update zones.brand set opens_alerts = true`;
  const imitations = ['northw1nd', 'hostwe11'].map((name) => `${name} ns1.host.net.`);
  await importFile(world, 'example', zoneText('example', [...names, ...imitations]));
  await watchBrands({ database: test.database, clock });
  const pgPool = new Pool({ connectionString: test.url });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  await runMigrations({ pgPool });
  await pgPool.end();
  const settings = { ...platform.configuration.zones, alertTenant: 'security' };
  await matchHosts({ database: test.database, clock, settings });
  const jobs = await test.database.sql<{ task: string; names: { name: string; tenantId: string }[] }[]>`
    select identifier as task, payload -> 'names' as names
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id order by 1`;
  const asked = jobs.map(({ task, names }) => [task, names.map(({ name, tenantId }) => `${name} ${tenantId}`).sort()]);
  expect(asked).toEqual([
    ['alerts.find-hosts', ['hostwe11.example security', 'northw1nd.example acme']],
    ['licenses.find-hosts', ['hostwe11.example security']],
  ]);
});
