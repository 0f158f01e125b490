import { describe, expect, test } from 'vitest';
import { administrator } from './support/drive-world.js';
import { expectTruth, severalSites } from './support/several-sites.js';

describe('several sites', () => {
  test('are synchronized by one job, each to its own content, and listed with their status', async () => {
    const world = await severalSites(['/sites/finance', '/teams/legal']);
    await world.runJob('drive.tick');
    await expectTruth(world, world.site.siteId, world.site.content);
    for (const { siteId, library } of world.followed) await expectTruth(world, siteId, library.content);
    const sites = await world.service.listSites(administrator);
    expect(
      sites.map(({ path, isOfSettings, addedAtEpoch }) => ({ path, isOfSettings, isAdded: addedAtEpoch !== null })),
    ).toEqual([
      { path: '/sites/security', isOfSettings: true, isAdded: false },
      { path: '/sites/finance', isOfSettings: false, isAdded: true },
      { path: '/teams/legal', isOfSettings: false, isAdded: true },
    ]);
    const statuses = await world.service.readStatuses(administrator, sites);
    expect(statuses).toMatchObject(
      Array(3).fill({ isConnected: true, counts: { storedFiles: 11 }, circuitState: 'closed' }),
    );
  });
});
