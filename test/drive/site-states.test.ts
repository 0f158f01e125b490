import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { documentSites } from '../../command-line/doctor/checks/document-sites.js';
import { driveSiteMetrics } from '../../gateway/index.js';
import { readSiteStates } from '../../subgraphs/drive/service.js';
import { findingOf } from '../doctor/support/examine.js';
import { administrator, driveWorld } from './support/drive-world.js';
import { severalSites } from './support/several-sites.js';

/** What operators see of each site: metrics and the check. */
async function seen(world: Awaited<ReturnType<typeof driveWorld>>) {
  const registry = new Registry();
  for (const metric of driveSiteMetrics(() => readSiteStates(world.platform))) registry.registerMetric(metric);
  const metrics = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const environment = { ...world.site.environment, DATABASE_URL: world.test.url };
  return { metrics, finding: await findingOf(documentSites, environment) };
}

test('metrics and the check of the installation have the state of each site', async () => {
  const world = await severalSites(['/sites/finance', '/sites/legal']);
  await world.runJob('drive.tick');
  expect((await seen(world)).finding).toMatchObject({ status: 'ok', message: '3 followed, 0 paused; none is failing' });
  const syncedAt = world.clock.seconds;
  const [, legal] = world.followed;
  if (legal === undefined) throw new Error('no site');
  await world.service.setPaused(administrator, { site: legal.key, isPaused: true });
  world.site.faults.answer({ on: 'delta', times: Number.POSITIVE_INFINITY, status: 503, where: 'sites-finance' });
  world.clock.seconds += 7200;
  await world.runJob('drive.tick');
  const { metrics, finding } = await seen(world);
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
  expect(finding).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^1 of 3 document sites fail: contoso\.example\/sites\/finance \(.*503/),
    action: 'see rampart drive sites list',
  });
});

test('without a document site there is nothing to check, and no metric', async () => {
  expect(await findingOf(documentSites, {})).toMatchObject({ status: 'skipped' });
  const world = await driveWorld({ RAMPART_DRIVE_GRAPH_URL: '' });
  expect((await seen(world)).metrics).toEqual([]);
});
