import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  filesBelow,
  type Instance,
  startInstance,
  startMirror,
  tokenFor,
  upstreamSettings,
} from './support/mirror-pair.js';

interface Item {
  id: string;
  name: string;
  root?: object;
  file?: object;
  parentReference: { id: string };
}

interface Page {
  value: Item[];
  '@odata.nextLink'?: string;
}

/** All files that an instance has a copy of, by path, read through its own mirror. */
async function copyOf(instance: Instance): Promise<Map<string, string>> {
  const added = await instance.drive('clients', 'add', `reader ${Math.random()}`);
  const token = await tokenFor(instance, { id: String(added.client_id), secret: String(added.client_secret) });
  const headers = { authorization: `Bearer ${token}` };
  const lookup = await fetch(`${instance.url}/v1.0/sites/mirror.example:/sites/field`, { headers });
  const site = (await lookup.json()) as { id: string }; // Checked by the query that uses it.
  const items = new Map<string, Item>();
  let link: string | undefined = `${instance.url}/v1.0/sites/${site.id}/drive/root/delta?$top=1000`;
  while (link !== undefined) {
    const page = (await (await fetch(link, { headers })).json()) as Page; // The documented form.
    for (const item of page.value) items.set(item.id, item);
    link = page['@odata.nextLink'];
  }
  const pathOf = (item: Item | undefined): string =>
    item === undefined || item.root ? '' : `${pathOf(items.get(item.parentReference.id))}/${item.name}`;
  const files = [...items.values()].filter((item) => item.file);
  const found: [string, string][] = [];
  for (let start = 0; start < files.length; start += 16) {
    const part = files.slice(start, start + 16).map(async (item): Promise<[string, string]> => {
      const content = await fetch(`${instance.url}/v1.0/sites/${site.id}/drive/items/${item.id}/content`, { headers });
      return [pathOf(item), Buffer.from(await content.arrayBuffer()).toString('base64')];
    });
    found.push(...(await Promise.all(part)));
  }
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const fileCount = 5000;

function fill(folder: string): void {
  for (let index = 0; index < fileCount; index++) {
    const below = join(folder, `part-${index % 50}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `file-${index}.txt`), `content of ${index}\n`.repeat(index % 40));
  }
}

/** 200 new contents, 100 new files, 100 renames, 50 moves of files, 1 of a folder, 49 deletions. */
function change(folder: string): void {
  const path = (index: number): string => join(folder, `part-${index % 50}`, `file-${index}.txt`);
  for (let index = 0; index < 200; index++) writeFileSync(path(index), `changed ${index}`);
  for (let index = 0; index < 100; index++) writeFileSync(join(folder, `new-${index}.txt`), `new ${index}`);
  for (let index = 200; index < 300; index++) renameSync(path(index), `${path(index)}.renamed`);
  for (let index = 300; index < 350; index++) renameSync(path(index), join(folder, 'part-0', `moved-${index}.txt`));
  for (let index = 350; index < 399; index++) rmSync(path(index));
  renameSync(join(folder, 'part-49'), join(folder, 'part-1', 'nested'));
}

test('an instance copies a folder that another one serves, and then each change once', async () => {
  const { folder, mirror, client } = await startMirror();
  fill(folder);
  const before = performance.now();
  await mirror.drive('sync');
  expect(performance.now() - before).toBeLessThan(60_000);
  const copy = await startInstance(upstreamSettings(mirror, client));
  expect(await copy.drive('connect')).toMatchObject({ connected: true, missing_permissions: [] });
  // Connecting begins a sync; this one waits for it.
  expect(await copy.drive('sync')).toMatchObject({ outcome: 'done', failed: 0 });
  expect(await copyOf(copy)).toEqual(filesBelow(folder));

  change(folder);
  await mirror.drive('sync');
  // What was renamed or moved stays the same item: nothing of it is downloaded again.
  expect(await copy.drive('sync')).toMatchObject({ outcome: 'done', downloads: 300, from_scratch: false, deleted: 49 });
  expect(await copyOf(copy)).toEqual(filesBelow(folder));

  await mirror.restart();
  writeFileSync(join(folder, 'after the restart.txt'), 'still here');
  await mirror.drive('sync');
  expect(await copy.drive('sync')).toMatchObject({ downloads: 1, from_scratch: false });
  expect(await copyOf(copy)).toEqual(filesBelow(folder));
}, 1_200_000);
