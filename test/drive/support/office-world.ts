import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MassChangeState } from '../../../subgraphs/drive/guard/index.js';
import { createQueue } from '../../support/job-queue.js';
import { administrator, type DriveWorld, driveWorld } from './drive-world.js';
import { addOffice } from './office.js';

export const pollSeconds = 600;

/** A site with 300 files in 10 folders, which has been synchronized for a while. */
export async function officeWorld() {
  const world = await driveWorld({ RAMPART_DRIVE_ALERT_TENANT: 'acme' });
  await createQueue(world);
  const folders = addOffice(world.site.content, { folders: 10, filesEach: 30 });
  await world.service.connectDrive(administrator);
  await world.sync();
  world.clock.seconds += 86_400;
  return { world, folders, files: folders.flatMap((folder) => folder.files) };
}

/** A sync at the next poll. */
export async function poll(world: DriveWorld): Promise<void> {
  world.clock.seconds += pollSeconds;
  await world.sync();
}

/** The mass changes in these states, newest first; null: in any. */
export async function massChanges(world: DriveWorld, states: readonly MassChangeState[] | null = null) {
  const { nodes } = await world.service.listMassChanges(administrator, {
    filter: { siteId: null, states },
    page: { first: 10 },
  });
  return nodes;
}

export function hashesOf(files: ReadonlyMap<string, Buffer>): Map<string, string> {
  return new Map([...files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]));
}

/** The hashes of the files that a restore to the state before a change writes. */
export async function restoredBefore(world: DriveWorld, change: number): Promise<Map<string, string>> {
  const { files, read } = await world.service.openTree(administrator, {
    siteId: world.site.siteId,
    change: change - 1,
  });
  const contentByPath = new Map<string, Buffer>();
  for (const { path, content } of files)
    if (content !== null) contentByPath.set(`/${path}`, await buffer(read(content)));
  return hashesOf(contentByPath);
}
