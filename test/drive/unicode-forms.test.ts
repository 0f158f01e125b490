import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { administrator } from './support/drive-world.js';
import { addClient, folderMirror, requestToken, serveDrive } from './support/folder-mirror.js';
import { queryDrive } from './support/query-drive.js';
import { severalSites, storedOf } from './support/several-sites.js';

/** Names as macOS writes them (decomposed), and as other systems do (composed). */
const names = {
  decomposed: 'M\u00fcller in K\u00f6ln'.normalize('NFD'),
  composed: 'F\u00fcr Erwin M\u00fcller',
};
const mirror = await folderMirror();
for (const [folder, name] of Object.entries(names)) {
  const path = join(mirror.folder, 'Archiv M\u00e4rz'.normalize('NFD'), folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, `${name}.txt`), name);
}
const { siteId } = await mirror.scan();
const files = Object.values(names).map((name) => `${name}.txt`);

describe.each(['NFC', 'NFD'])('names in any Unicode form are found with input in the form %s', (form) => {
  const input = (text: string): string => JSON.stringify(text.normalize(form));

  test.each(['m\u00fcller', '\u00fcller or \u00e4\u00e4', 'm\u00fcller -\u00e4'])('by a search: %s', async (query) => {
    const folder = input('/archiv m\u00e4rz');
    const { data } = await queryDrive(
      mirror,
      `{ driveSearch(query: ${input(query)}, in: NAMES, filter: { folder: ${folder} }) { nodes { item { name } } } }`,
    );
    const found = data.driveSearch.nodes.map(({ item }: { item: { name: string } }) => item.name);
    expect(found.toSorted()).toEqual(files.toSorted());
  });

  test('unless a search excludes them', async () => {
    const query = input('m\u00fcller -k\u00f6ln');
    const { data } = await queryDrive(
      mirror,
      `{ driveSearch(query: ${query}, in: NAMES) { nodes { item { name } } } }`,
    );
    expect(data.driveSearch.nodes).toEqual([{ item: { name: `${names.composed}.txt` } }]);
  });

  test('in a tree and in lists of items', async () => {
    const at = new Date(mirror.clock.now() + 1000).toISOString();
    const name = input('M\u00dcLLER');
    const { data } = await queryDrive(
      mirror,
      `{ driveSite(siteId: "${siteId}") {
         tree(at: "${at}") { entries(filter: { name: ${name} }, allLevels: true) { nodes { name } } }
         foundItems(name: ${name}) { name } } }`,
    );
    const namesOf = (found: readonly { name: string }[]) => found.map((item) => item.name).toSorted();
    expect(namesOf(data.driveSite.tree.entries.nodes)).toEqual(files.toSorted());
    expect(namesOf(data.driveSite.foundItems)).toEqual(files.toSorted());
  });

  test('by a search of a mirror client', async () => {
    const { url } = await serveDrive(mirror.platform);
    const token = await requestToken(url, await addClient(mirror, `reader ${form}`));
    const query = encodeURIComponent('m\u00fcller txt'.normalize(form));
    const response = await fetch(`${url}/v1.0/sites/${siteId}/drive/root/search(q='${query}')`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { value } = (await response.json()) as { value: { name: string }[] };
    expect(value.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  test('by the filter of a site', async () => {
    const world = await severalSites([]);
    const { content } = world.site.addLibrary('/sites/finance');
    const folder = content.addFolder('Pr\u00e4sentationen'.normalize('NFD'));
    content.addFile('excluded.txt', 'in an excluded folder', folder);
    for (const file of files) content.addFile(file, file);
    const { site } = await world.service.addSite(administrator, {
      ...{ hostname: 'contoso.example', path: 'finance' },
      filter: {
        excludedFolders: ['/pr\u00e4sentationen'.normalize(form)],
        excludedNames: ['*k\u00f6ln*'.normalize(form)],
      },
    });
    await world.runJob('drive.tick');
    const stored = [...(await storedOf(world, site.siteId ?? ''))].filter(([, bytes]) => bytes !== undefined);
    expect(stored.map(([path]) => path)).toEqual([`/${names.composed}.txt`]);
  });
});
