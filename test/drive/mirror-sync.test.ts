import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { administrator, copyOf, type DriveWorld, driveWorld } from './support/drive-world.js';
import { addClient, folderMirror, serveDrive } from './support/folder-mirror.js';
import { filesBelow } from './support/mirror-pair.js';

const fileCount = 300;

function fill(folder: string): void {
  for (let index = 0; index < fileCount; index++) {
    const below = join(folder, `part-${index % 50}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `file-${index}.txt`), `content of ${index}\n`.repeat(index % 40));
  }
}

/** Makes 100 new contents, 50 new files, 50 renames, 30 moves of files, 1 move of a folder and 20 deletions. */
function change(folder: string): void {
  const path = (index: number): string => join(folder, `part-${index % 50}`, `file-${index}.txt`);
  for (let index = 0; index < 100; index++) writeFileSync(path(index), `changed ${index}`);
  for (let index = 0; index < 50; index++) writeFileSync(join(folder, `new-${index}.txt`), `new ${index}`);
  for (let index = 100; index < 150; index++) renameSync(path(index), `${path(index)}.renamed`);
  for (let index = 150; index < 180; index++) renameSync(path(index), join(folder, 'part-0', `moved-${index}.txt`));
  for (let index = 180; index < 200; index++) rmSync(path(index));
  renameSync(join(folder, 'part-49'), join(folder, 'part-1', 'nested'));
}

async function expectSameFiles(copy: DriveWorld, folder: string): Promise<void> {
  const copied = [...(await copyOf(copy))].map(([path, bytes]) => [path, bytes.toString('base64')] as const);
  expect(new Map(copied)).toEqual(filesBelow(folder));
}

test('an instance copies a folder that another instance serves, then each change once', async () => {
  const mirror = await folderMirror({ RAMPART_SERVER_PORT: String(await freePort()) });
  fill(mirror.folder);
  await mirror.scan();
  const server = await serveDrive(mirror.platform);
  const client = await addClient(mirror, 'copy');
  const copy = await driveWorld({
    ...{ RAMPART_DRIVE_AUTH_URL: server.url, RAMPART_DRIVE_GRAPH_URL: server.url, RAMPART_DRIVE_TENANT_ID: 'contoso' },
    ...{ RAMPART_DRIVE_CLIENT_ID: client.id, RAMPART_DRIVE_CLIENT_SECRET: client.secret },
    ...{ RAMPART_DRIVE_SITE_HOSTNAME: 'mirror.example', RAMPART_DRIVE_SITE_PATH: '/sites/field' },
  });
  await copy.service.connectDrive(administrator);
  expect(await copy.sync()).toMatchObject({ outcome: 'done', failedDownloads: 0, downloads: fileCount });
  await expectSameFiles(copy, mirror.folder);

  // The delta tokens of clients are accepted by the next process of the mirror.
  await server.close();
  await serveDrive(mirror.platform);
  change(mirror.folder);
  await mirror.scan();
  // Renamed and moved items keep their identity: nothing is downloaded again.
  expect(await copy.sync()).toMatchObject({ outcome: 'done', downloads: 150, fromScratch: false, deleted: 20 });
  await expectSameFiles(copy, mirror.folder);
});
