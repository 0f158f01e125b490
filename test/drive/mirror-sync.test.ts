import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, type Instance, startInstance, startMirror, upstreamSettings } from './support/mirror-pair.js';

interface Item {
  id: string;
  name: string;
  isRoot: boolean;
  isFolder: boolean;
  parent: { id: string } | null;
  content: { sha256: string } | null;
}

const itemsDocument = `query ($after: String) {
  driveSites {
    items(first: 1000, after: $after) {
      nodes { id name isRoot isFolder parent { id } content { sha256 } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** All copied files of an instance by path, according to the graph and on its disk. */
async function copyOf(instance: Instance): Promise<Map<string, string>> {
  const token = readFileSync(join(instance.dataDir, 'admin-token'), 'utf8').trim();
  const items = new Map<string, Item>();
  for (let after: string | null = null, isMore = true; isMore; ) {
    const response = await fetch(`${instance.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: itemsDocument, variables: { after } }),
    });
    const { data } = (await response.json()) as { data: { driveSites: [{ items: Page }] } }; // The format of the document above.
    const page = data.driveSites[0].items;
    for (const item of page.nodes) items.set(item.id, item);
    after = page.pageInfo.endCursor;
    isMore = page.pageInfo.hasNextPage;
  }
  const pathOf = (item: Item | undefined): string =>
    item === undefined || item.isRoot ? '' : `${pathOf(items.get(item.parent?.id ?? ''))}/${item.name}`;
  const contentOf = ({ content }: Item): string =>
    content === null
      ? 'not here'
      : readFileSync(join(instance.dataDir, 'drive', 'content', content.sha256.slice(0, 2), content.sha256), 'base64');
  const files = [...items.values()].filter(({ isFolder }) => !isFolder);
  return new Map(
    files
      .map((item): [string, string] => [pathOf(item), contentOf(item)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

interface Page {
  nodes: Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const fileCount = 1500;

function fill(folder: string): void {
  for (let index = 0; index < fileCount; index++) {
    const below = join(folder, `part-${index % 50}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `file-${index}.txt`), `content of ${index}\n`.repeat(index % 40));
  }
}

/** Makes 200 new contents, 100 new files, 100 renames, 50 moves of files, 1 move of a folder and 49 deletions. */
function change(folder: string): void {
  const path = (index: number): string => join(folder, `part-${index % 50}`, `file-${index}.txt`);
  for (let index = 0; index < 200; index++) writeFileSync(path(index), `changed ${index}`);
  for (let index = 0; index < 100; index++) writeFileSync(join(folder, `new-${index}.txt`), `new ${index}`);
  for (let index = 200; index < 300; index++) renameSync(path(index), `${path(index)}.renamed`);
  for (let index = 300; index < 350; index++) renameSync(path(index), join(folder, 'part-0', `moved-${index}.txt`));
  for (let index = 350; index < 399; index++) rmSync(path(index));
  renameSync(join(folder, 'part-49'), join(folder, 'part-1', 'nested'));
}

test('an instance copies a folder that another instance serves, then each change once', async () => {
  const { folder, mirror, client } = await startMirror();
  fill(folder);
  const before = performance.now();
  await mirror.drive('sync');
  expect(performance.now() - before).toBeLessThan(60_000);
  const copy = await startInstance(upstreamSettings(mirror, client));
  expect(await copy.drive('connect')).toMatchObject({ connected: true, missing_permissions: [] });
  // Connecting starts a sync; this one waits for it.
  expect(await copy.drive('sync')).toMatchObject({ outcome: 'done', failed: 0 });
  expect(await copyOf(copy)).toEqual(filesBelow(folder));

  // The delta tokens of clients survive a restart.
  await mirror.restart();
  change(folder);
  await mirror.drive('sync');
  // Renamed and moved items keep their identity: nothing is downloaded again.
  expect(await copy.drive('sync')).toMatchObject({ outcome: 'done', downloads: 300, from_scratch: false, deleted: 49 });
  expect(await copyOf(copy)).toEqual(filesBelow(folder));
}, 1_200_000);
