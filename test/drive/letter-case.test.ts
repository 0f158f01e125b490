import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addClient, folderMirror, requestToken, serveDrive } from './support/folder-mirror.js';
import { queryDrive } from './support/query-drive.js';

const mirror = await folderMirror({ RAMPART_DRIVE_SITE_PATH: '/sites/Übung' });
mkdirSync(join(mirror.folder, 'ÄRZTE ΟΔΟΣ'));
writeFileSync(join(mirror.folder, 'ÄRZTE ΟΔΟΣ', 'Überblick.ÖDT'), 'content');
const { siteId } = await mirror.scan();

test.each(['Übung', 'übung'])('a site is found by its path, case-insensitively: %s', async (name) => {
  const { url } = await serveDrive(mirror.platform);
  const token = await requestToken(url, await addClient(mirror, `reader of ${name}`));
  const response = await fetch(`${url}/v1.0/sites/mirror.example:/sites/${encodeURIComponent(name)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await response.json()).toMatchObject({ id: siteId });
});

test.each(['Überblick', 'üBERBLICK'])(
  'a name is found in a tree and in a search, case-insensitively: %s',
  async (name) => {
    const at = new Date(mirror.clock.now() + 1000).toISOString();
    const { data } = await queryDrive(
      mirror,
      `{ driveSite(siteId: "${siteId}") {
         tree(at: "${at}") { entries(filter: { name: "${name}", extensions: ["ödt"] }, allLevels: true) { nodes { name } } }
       }
       driveSearch(query: "${name}", in: NAMES, filter: { folder: "/ärzte οδοσ" }) { nodes { item { name } } } }`,
    );
    const item = { name: 'Überblick.ÖDT' };
    expect(data.driveSite.tree.entries.nodes).toEqual([item]);
    expect(data.driveSearch.nodes).toEqual([{ item }]);
  },
);

await addClient(mirror, 'Öffentlich');

test.each(['ÖFFENT', 'öffent'])('a mirror client is found by its name, case-insensitively: %s', async (search) => {
  const query = `{ mirrorClients(filter: { search: "${search}" }) { totalCount nodes { name } } }`;
  expect((await queryDrive(mirror, query)).data.mirrorClients).toEqual({
    totalCount: 1,
    nodes: [{ name: 'Öffentlich' }],
  });
});
