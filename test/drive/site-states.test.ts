import { type Metric, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { documentSites } from '../../command-line/doctor/checks/document-sites.js';
import { massChanges } from '../../command-line/doctor/checks/mass-changes.js';
import { driveSiteMetrics, massChangeMetrics } from '../../gateway/index.js';
import { readMassChangeCounts, readSiteStates } from '../../subgraphs/drive/service.js';
import { resultOf } from '../doctor/support/examine.js';
import { administrator, driveWorld } from './support/drive-world.js';
import { severalSites } from './support/several-sites.js';

/** The states of the sites for operators: metrics and the check. */
async function reportedStates(world: Awaited<ReturnType<typeof driveWorld>>) {
  const metrics = await linesOf(driveSiteMetrics(() => readSiteStates(world.platform)));
  return { metrics, result: await resultOf(documentSites, environmentOf(world)) };
}

function environmentOf({ site, test: { url } }: Awaited<ReturnType<typeof driveWorld>>): Record<string, string> {
  return { ...site.environment, DATABASE_URL: url };
}

async function linesOf(metrics: readonly Metric[]): Promise<string[]> {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('metrics and rampart doctor report the state of each site', async () => {
  const world = await severalSites(['/sites/finance', '/sites/legal']);
  await world.runJob('drive.tick');
  expect((await reportedStates(world)).result).toMatchObject({
    status: 'ok',
    message: 'document sites: 3 followed, 0 of them paused; none is failing',
  });
  const syncedAt = world.clock.seconds;
  const [, legal] = world.followed;
  if (legal === undefined) throw new Error('no site');
  await world.service.setPaused(administrator, { site: legal.key, isPaused: true });
  world.site.faults.respond({ on: 'delta', times: Number.POSITIVE_INFINITY, status: 503, where: 'sites-finance' });
  world.clock.seconds += 7200;
  await world.runJob('drive.tick');
  const { metrics, result } = await reportedStates(world);
  expect(metrics).toEqual(
    expect.arrayContaining([
      'rampart_drive_sites{state="connected"} 1',
      'rampart_drive_sites{state="paused"} 1',
      'rampart_drive_sites{state="failing"} 1',
      'rampart_drive_sites{state="disconnected"} 0',
      'rampart_drive_site_failures{site="contoso.example/sites/finance"} 1',
      'rampart_drive_site_failures{site="contoso.example/sites/security"} 0',
      `rampart_drive_site_synced_timestamp_seconds{site="contoso.example/sites/legal"} ${syncedAt}`,
    ]),
  );
  expect(result).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(
      /^1 of 3 document sites cannot be synchronized: contoso\.example\/sites\/finance \(.*503/,
    ),
    action: 'see rampart drive sites list',
  });
});

test('metrics and rampart doctor report mass changes', async () => {
  const world = await driveWorld();
  const environment = environmentOf(world);
  expect(await resultOf(massChanges, environment)).toMatchObject({ status: 'ok', message: 'no mass change is open' });
  await world.service.connectDrive(administrator);
  await world.test.database
    .sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change, began_at,
      noticed_at, grown_at, score, reasons, known_files)
    select ${world.site.siteId} || suffix, 'encryption', state::drive.mass_change_state, 1, 2, 1, 1, 1, 100, '{}', 9
    from (values ('', 'open'), ('', 'dismissed'), ('-2', 'open'), ('-3', 'confirmed')) as given (suffix, state)`;
  expect(await linesOf(massChangeMetrics(() => readMassChangeCounts(world.platform)))).toEqual([
    'rampart_drive_mass_changes{state="open"} 2',
    'rampart_drive_mass_changes{state="confirmed"} 1',
    'rampart_drive_mass_changes{state="dismissed"} 1',
    'rampart_drive_mass_changes{state="resolved"} 0',
  ]);
  const result = await resultOf(massChanges, environment);
  const massChangeList = `1: contoso.example/sites/security (encryption); 3: ${world.site.siteId}-2 (encryption)`;
  expect(result).toMatchObject({ status: 'warning', message: expect.stringContaining(massChangeList) });
});

test('without a document site there is nothing to check, and no metric', async () => {
  expect(await resultOf(documentSites, {})).toMatchObject({ status: 'skipped' });
  expect(await resultOf(massChanges, {})).toMatchObject({ status: 'skipped' });
  const world = await driveWorld({ RAMPART_DRIVE_GRAPH_URL: '' });
  expect((await reportedStates(world)).metrics).toEqual([]);
});
