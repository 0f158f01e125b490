import { beforeAll, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { matchHosts } from '../../subgraphs/zones/brands/service/match-hosts.js';
import { openAlerts } from '../../subgraphs/zones/brands/service/open-alerts.js';
import { createQueue } from '../support/job-queue.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld({ RAMPART_ZONES_ALERT_TENANT: 'security' });
const imitations = ['northw1nd', 'hostwe11', 'hostwall'];

beforeAll(async () => {
  const { service, test, clock } = world;
  await createQueue(world);
  const names = Array.from({ length: 60 }, (_, index) => `padding${index} ns1.host.net.`);
  await importFile(world, 'example', zoneText('example', names));
  await service.addBrand(localRequest, { name: 'northwind', tenantId: 'acme', opensAlerts: true });
  await service.addBrand(localRequest, { name: 'hostwell', opensAlerts: true });
  await service.addBrand(localRequest, { name: 'hostwill', opensAlerts: true });
  const added = imitations.map((name) => `${name} ns1.host.net.`);
  await importFile(world, 'example', zoneText('example', [...names, ...added]));
  await watchBrands({ database: test.database, clock });
});

/** Waiting jobs with their payloads. */
async function waitingJobs() {
  return await world.test.database.sql<{ id: string; task: string; payload: Record<string, unknown> }[]>`
    select job.id, identifier as task, payload
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
    order by identifier, job.id`;
}

/** Runs the waiting jobs, including those that they add, in both domains. */
async function runJobs(): Promise<void> {
  const { test, platform, subgraph } = world;
  const jobs = [...subgraph.jobs, ...alertsSubgraph.create(platform).jobs];
  for (let waiting = await waitingJobs(); waiting.length > 0; waiting = await waitingJobs()) {
    for (const { id, task, payload } of waiting) {
      await test.database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
      await jobs.find(({ name }) => name === task)?.run(payload);
    }
  }
}

/** Opens alerts for confirmed hits, and compares the names of hits with hosts. */
async function matchAndOpenAlerts(alertTenant = 'security'): Promise<void> {
  const { test, clock, platform } = world;
  const settings = { ...platform.configuration.zones, alertTenant };
  await openAlerts({ database: test.database, clock, settings });
  await runJobs();
  await matchHosts({ database: test.database, clock, settings });
  await runJobs();
}

async function confirm(name: string, brand: string): Promise<void> {
  await world.test.database.sql`update zones.brand_hit set status = 'confirmed'
    where label = ${name} and brand_id = (select id from zones.brand where brand.name = ${brand})`;
}

async function readAlerts(): Promise<string[]> {
  const rows = await world.test.database.sql<{ text: string }[]>`select concat_ws(' ', tenant_id, endpoint_id, platform,
      (select string_agg(distinct split_part(id, ':', 1), ' ') from unnest(inference_ids) id)) as text
    from alerts.alert order by text`;
  return rows.map(({ text }) => text);
}

test('hosts are compared with the hits of an import as soon as the import is processed', async () => {
  expect((await waitingJobs()).map(({ task }) => task)).toContain('zones.match-hosts');
});

// Callers of one tenant may not read controllers, and an alert would contain the hostnames of controllers.
test('names that imitate a brand of a tenant are compared with endpoints, and not with controllers', async () => {
  const { test, clock, platform } = world;
  await matchHosts({ database: test.database, clock, settings: platform.configuration.zones });
  const jobs = (await waitingJobs()).filter(({ task }) => task.endsWith('.find-hosts'));
  const requested = jobs.map(({ task, payload }) => [
    task,
    (payload.names as { name: string; tenantId: string }[]).map(({ name, tenantId }) => `${name} ${tenantId}`).sort(),
  ]);
  const ofNoTenant = ['hostwall.example security', 'hostwall.example security', 'hostwe11.example security'];
  expect(requested).toEqual([
    ['alerts.find-hosts', [...ofNoTenant, 'northw1nd.example acme']],
    ['licenses.find-hosts', ofNoTenant],
  ]);
  await runJobs();
});

test('the endpoint of a confirmed hit is not matched with the hit of another brand until another source reports the endpoint', async () => {
  const { sql } = world.test.database;
  await confirm('hostwall', 'hostwell');
  await matchAndOpenAlerts();
  await matchAndOpenAlerts();
  expect(await readAlerts()).toEqual(['security hostwall.example linux brand-hit']);
  await sql`update alerts.alert set inference_ids = inference_ids || '{detector-1}'`;
  await matchAndOpenAlerts();
  expect(await readAlerts()).toEqual(['security hostwall.example linux brand-hit brand-match detector-1']);
});

test('an alert about a host has the platform of the host', async () => {
  await world.test.database
    .sql`insert into alerts.endpoint values ('acme', 'ws.northw1nd.example', 'windows', 0, 0, 0)`;
  await matchAndOpenAlerts();
  expect(await readAlerts()).toContain('acme ws.northw1nd.example windows brand-match');
});

test('confirmed hits for which there is no tenant do not delay those of a tenant', async () => {
  const { sql } = world.test.database;
  await sql`insert into zones.brand_alert (inference_id, hit_id, hostname, at)
    select 'brand-hit:lost:' || number, brand_hit.id, 'hostwe11.example', 0
    from zones.brand_hit, generate_series(1, 1000) number where label = 'hostwe11'`;
  await sql`insert into zones.brand_alert (inference_id, hit_id, hostname, at)
    select 'brand-hit:northw1nd:1', id, 'northw1nd.example', 1 from zones.brand_hit where label = 'northw1nd'`;
  await matchAndOpenAlerts('');
  expect(await readAlerts()).toContain('acme northw1nd.example linux brand-hit');
  expect(await readAlerts()).not.toContain('security hostwe11.example linux brand-hit');
});

test('an inference that belongs to no alert is not sent again', async () => {
  const { test, clock, platform } = world;
  const { sql } = test.database;
  await sql`delete from zones.brand_alert where alert_id is null`;
  await sql`insert into zones.brand_alert (inference_id, hit_id, hostname, at)
    select 'brand-match:ignored', id, 'ws.hostwe11.example', 0 from zones.brand_hit where label = 'hostwe11'`;
  await sql`insert into alerts.inference values ('security', 'brand-match:ignored', null)`;
  await matchAndOpenAlerts();
  clock.milliseconds += 600_000;
  await openAlerts({ database: test.database, clock, settings: platform.configuration.zones });
  expect((await waitingJobs()).filter(({ task }) => task === 'alerts.import-handed')).toEqual([]);
});
