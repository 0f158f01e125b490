import { expect, test } from 'vitest';
import { administrator, connectedWorld, expectEqual } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';

test('a sync that the graph requests is performed even if its job finds no free slot', async () => {
  const world = await connectedWorld();
  await world.sync();
  world.site.content.addFile('new.txt', 'new');
  expect(await queryDrive(world, 'mutation { syncDrive { siteId } }')).toMatchObject({ codes: undefined });
  const { semaphore } = world.service.dependencies;
  const releases = Array.from({ length: semaphore.size }, () => semaphore.acquire());
  await world.runJob('drive.sync', { siteId: world.site.siteId, isRequested: true });
  for (const release of releases) release?.();
  // No poll is due.
  await world.runJob('drive.tick');
  await expectEqual(world);
  expect((await world.service.readStatus(administrator)).lastRun).toMatchObject({ trigger: 'request', downloads: 1 });
});
