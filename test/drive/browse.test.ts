import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GraphError, type PageCollection, PageIterator } from '@microsoft/microsoft-graph-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMirrorDownloads } from '../../subgraphs/drive/site/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { administrator } from './support/drive-world.js';
import { addClient, folderMirror, onFileEnd, requestToken, serveDrive } from './support/folder-mirror.js';
import { graphClient } from './support/graph-client.js';
import { filesBelow } from './support/mirror-pair.js';
import { hasRclone, startRclone } from './support/rclone.js';

interface Item {
  id: string;
  name: string;
}

interface Page {
  value: Item[];
  '@odata.nextLink'?: string;
}

// Encrypted contents are read like others.
const secrets = temporaryFolder();
onFileEnd(secrets.remove);
const keyFile = join(secrets.path, 'keys');
writeFileSync(keyFile, randomBytes(32).toString('base64'));
const mirror = await folderMirror({ RAMPART_DRIVE_ENCRYPTION_KEY_FILE: keyFile });
const reportsFolder = join(mirror.folder, 'reports', 'größe & maß');
mkdirSync(reportsFolder, { recursive: true });
for (let index = 0; index < 7; index++) writeFileSync(join(reportsFolder, `file-${index}.txt`), `content of ${index}`);
const unusualFolder = join(mirror.folder, 'reports', '100% #1 + 日本');
mkdirSync(unusualFolder);
const unusualNames = ["it's.txt", 'a&b=c;d.txt', 'Ärger.TXT', 'Zoë.txt', 'annual report.txt'];
for (const name of unusualNames) writeFileSync(join(unusualFolder, name), `content of ${name}`);
await mirror.scan();
const { url } = await serveDrive(mirror.platform);
const { id, secret } = await addClient(mirror, 'browser');
const tokenResponse = await fetch(`${url}/contoso/oauth2/v2.0/token`, {
  method: 'POST',
  body: new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: id, client_secret: secret },
    scope: 'https://mirror.example/.default',
  }),
});
const { access_token: token } = (await tokenResponse.json()) as { access_token: string }; // RFC 6749.

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  expect([path, response.status, body]).toEqual([path, 200, expect.anything()]);
  return JSON.parse(body);
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).status;
}

const site = await get<Item>('/v1.0/sites/mirror.example:/sites/field');
const drive = `/v1.0/sites/${site.id}/drive`;
const folderPath = 'reports/gr%C3%B6%C3%9Fe%20%26%20ma%C3%9F';
const names = (page: Page): string[] => page.value.map(({ name }) => name);

test('a client navigates from the root folder to a file, by ids and by path', async () => {
  const root = await get<Item>(`${drive}/items/root`);
  expect(root).toMatchObject({ root: {}, folder: { childCount: 1 } });
  const [reports] = (await get<Page>(`${drive}/root/children`)).value;
  expect(reports).toMatchObject({ name: 'reports', parentReference: { id: root.id }, folder: { childCount: 2 } });
  expect(names(await get(`${drive}/items/${reports?.id}/children`))).toEqual(['100% #1 + 日本', 'größe & maß']);
  const file = await get<Item>(`${drive}/root:/${folderPath}/file-3.txt`);
  expect(file).toMatchObject({ name: 'file-3.txt', size: 12 });
  expect(await get(`${drive}/root:/${folderPath}/file-3.txt:`)).toEqual(file);
  expect(await get(`${drive}/items/${file.id}`)).toEqual(file);
  expect(names(await get(`${drive}/items/${file.id}/children`))).toEqual([]);
});

const { id: driveId } = await get<Item>(drive);
const pathOf = (...parts: string[]): string => parts.map(encodeURIComponent).join('/');
const unusualPath = pathOf('reports', '100% #1 + 日本');

test.each(unusualNames)('%s is found, listed and downloaded by path', async (name) => {
  const path = `${drive}/root:/${unusualPath}/${encodeURIComponent(name)}`;
  expect(await get(path)).toMatchObject({ name });
  const downloaded = await fetch(`${url}${path}:/content`, { headers: { authorization: `Bearer ${token}` } });
  expect(await downloaded.text()).toBe(`content of ${name}`);
  const { id } = await get<Item>(`${drive}/root:/reports`);
  expect(
    await get(`${drive}/items/${id}:/${encodeURIComponent('100% #1 + 日本')}/${encodeURIComponent(name)}:`),
  ).toEqual(await get(path));
});

test('a part of a file is downloaded', async () => {
  const path = `${url}${drive}/root:/${folderPath}/file-3.txt:/content`;
  const part = await fetch(path, { headers: { authorization: `Bearer ${token}`, range: 'bytes=3-8' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-8/12', 'tent o']);
});

test('a file whose newest content is not stored yet has the modification time and author of the served content', async () => {
  const path = `${drive}/root:/${folderPath}/file-3.txt`;
  const downloaded = async () => {
    const { headers } = await fetch(`${url}${path}:/content`, { headers: { authorization: `Bearer ${token}` } });
    return headers.get('last-modified');
  };
  const [before, modifiedBefore] = [await get(path), await downloaded()];
  const { sql } = mirror.database;
  await sql`update drive.item set content_state = 'pending', modified_at = modified_at + 1000, modified_by = 'Ada'
    where name = 'file-3.txt'`;
  expect([await get(path), await downloaded()]).toEqual([before, modifiedBefore]);
  await sql`update drive.item set content_state = 'stored' where name = 'file-3.txt'`;
  expect(await get(path)).toMatchObject({ lastModifiedBy: { user: { displayName: 'Ada' } } });
  expect(await downloaded()).not.toBe(modifiedBefore);
});

test('a folder is listed by path in pages, with the properties that the client selects', async () => {
  const path = `${drive}/root:/${unusualPath}:/children?$top=4&$select=id,name,file/mimeType,shared`;
  const first = await get<Page>(path);
  expect(first.value.map((item) => Object.keys(item))).toEqual(Array(4).fill(['id', 'name', 'file']));
  const second = await get<Page>(first['@odata.nextLink'] ?? '');
  expect(second.value.map((item) => Object.keys(item))).toEqual(Array(1).fill(['id', 'name', 'file']));
  expect([...names(first), ...names(second)].sort()).toEqual([...unusualNames].sort());
  expect(second['@odata.nextLink']).toBeUndefined();
  expect(await get(`${drive}/root?$select=name`)).toEqual({ name: 'root' });
  const changes = await get<Page>(`${drive}/root/delta?$select=name`);
  expect(changes.value.every((item) => Object.keys(item).join() === 'id,name')).toBe(true);
});

test.each([
  ["it's", ["it's.txt"]],
  ['REPORT annual', ['annual report.txt']],
  ['annual\nreport', ['annual report.txt']],
  ['annual\u2028report', ['annual report.txt']],
  ['ärger', ['Ärger.TXT']],
  ['zoë', ['Zoë.txt']],
  ['b=c', ['a&b=c;d.txt']],
  ['%', ['100% #1 + 日本']],
  ['_', []],
  ['größe', ['größe & maß']],
])('a search for %s finds the items whose names contain its words', async (query, expected) => {
  const encodedQuery = encodeURIComponent(query.replaceAll("'", "''"));
  expect(names(await get(`${drive}/root/search(q='${encodedQuery}')`))).toEqual(expected);
});

test('an empty search finds everything, in pages and by the id of the drive', async () => {
  const foundNames: string[] = [];
  for (let next: string | undefined = `/v1.0/drives/${driveId}/root/search(q=%27%27)?$top=6`; next !== undefined; ) {
    const page: Page = await get<Page>(next);
    expect(page.value.length).toBeLessThanOrEqual(6);
    foundNames.push(...names(page));
    next = page['@odata.nextLink'];
  }
  const files = Array.from({ length: 7 }, (_, index) => `file-${index}.txt`);
  expect(foundNames.sort()).toEqual([...unusualNames, 'reports', '100% #1 + 日本', 'größe & maß', ...files].sort());
});

test('a download in progress ends within 5 s after its client was removed', async () => {
  const client = await addClient(mirror, 'removed');
  const headers = { authorization: `Bearer ${await requestToken(url, client)}` };
  const path = `${url}${drive}/root:/${folderPath}/file-3.txt:/content`;
  const { headers: response } = await fetch(path, { headers, redirect: 'manual' });
  const ticket = response.get('location')?.split('/').at(-1) ?? '';
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const content = (await createMirrorDownloads(mirror.platform)(ticket))?.read();
  if (content === undefined) throw new Error('the ticket is invalid');
  const ended = expect(once(content, 'close')).rejects.toThrow('the client of the download was removed');
  await mirror.service.removeMirrorClient(administrator, { name: 'removed' });
  await vi.advanceTimersByTimeAsync(5000);
  await ended;
});

describe("Microsoft's client", () => {
  const client = graphClient({ url, token });
  const api = `/sites/${site.id}/drive`;

  test('selects, pages and searches', async () => {
    const page = await client.api(`${api}/root:/${folderPath}:/children`).select(['id', 'name']).top(3).get();
    const listed: Item[] = [];
    const iterator = new PageIterator(client, page, (item: Item) => listed.push(item) > 0);
    await iterator.iterate();
    expect(listed.map((item) => [item.name, Object.keys(item)])).toEqual(
      Array.from({ length: 7 }, (_, index) => [`file-${index}.txt`, ['id', 'name']]),
    );
    const results = await client.api(`${api}/root/search(q='annual')`).get();
    expect(names(results)).toEqual(['annual report.txt']);
    const stream = await client.api(`${api}/items/${results.value[0].id}/content`).getStream();
    expect(await new Response(stream).text()).toBe('content of annual report.txt');
  });

  test('finds deleted items with a delta query that does not select the property `deleted`', async () => {
    writeFileSync(join(mirror.folder, 'draft.txt'), 'a draft');
    await mirror.scan();
    const known = new Map<string, string>();
    const apply = ({ id, name, deleted }: Item & { deleted?: object }) =>
      deleted === undefined ? known.set(id, name).size > 0 : known.delete(id);
    const follow = async (page: PageCollection): Promise<string> => {
      const iterator = new PageIterator(client, page, apply);
      await iterator.iterate();
      return iterator.getDeltaLink() ?? '';
    };
    const deltaLink = await follow(await client.api(`${api}/root/delta`).select(['name']).top(5).get());
    expect([...known.values()]).toContain('draft.txt');
    rmSync(join(mirror.folder, 'draft.txt'));
    await mirror.scan();
    await follow(await client.api(deltaLink).get());
    expect([...known.values()]).not.toContain('draft.txt');
  });

  test.each([
    [404, 'itemNotFound', '/root:/none:/children'],
    [404, 'itemNotFound', '/root:/none:/content'],
    [404, 'itemNotFound', '/items/none?$select=id'],
    [400, 'invalidRequest', '/root/children?$select=nmae'],
    [400, 'invalidRequest', '/root/children?$top=0'],
    [400, 'invalidRequest', `/root/search(q='${'x'.repeat(1001)}')`],
    [404, 'itemNotFound', '/root/search(q=none)'],
  ])('reads the error %i %s for %s', async (statusCode, code, path) => {
    const failed: unknown = await client
      .api(api + path)
      .get()
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(GraphError);
    expect(failed).toMatchObject({ statusCode, code });
  });
});

test.skipIf(!hasRclone).each([
  ['with default options', []],
  ['with pages of two items', ['--onedrive-list-chunk', '2']],
])('rclone, %s, lists, copies and verifies the whole site', async (name, options) => {
  const rclone = await startRclone({ url, token, driveId });
  const copy = join(mirror.dataDir, name);
  await rclone.run('copy', 'mirror:', copy, ...options);
  expect(filesBelow(copy)).toEqual(filesBelow(mirror.folder));
  // rclone compares sizes and quickXorHash.
  const checked = await rclone.run('check', 'mirror:reports', join(mirror.folder, 'reports'), ...options);
  expect(checked).toMatch(/0 differences found/);
  expect(await rclone.run('cat', 'mirror:reports/größe & maß/file-3.txt', ...options)).toBe('content of 3');
});

test.each([
  '/root:/reports/none',
  '/root:/file-3.txt',
  '/root:/reports/none:/children',
  '/items/none',
  '/items/none/children',
])('%s is not found', async (path) => {
  expect(await statusOf(drive + path)).toBe(404);
});

test('a page of a folder starts after the last item of the previous page, even if items are added and removed', async () => {
  const folder = await get<Item>(`${drive}/root:/${folderPath}`);
  const first = await get<Page>(`${drive}/items/${folder.id}/children?$top=3`);
  expect(names(first)).toEqual(['file-0.txt', 'file-1.txt', 'file-2.txt']);
  rmSync(join(reportsFolder, 'file-1.txt'));
  writeFileSync(join(reportsFolder, 'file-00.txt'), 'added before');
  renameSync(join(reportsFolder, 'file-6.txt'), join(reportsFolder, 'file-9.txt'));
  await mirror.scan();
  const second = await get<Page>(first['@odata.nextLink'] ?? '');
  expect(names(second)).toEqual(['file-3.txt', 'file-4.txt', 'file-5.txt']);
  const last = await get<Page>(second['@odata.nextLink'] ?? '');
  expect([names(last), last['@odata.nextLink']]).toEqual([['file-9.txt'], undefined]);
  expect(await statusOf(`${drive}/root:/${folderPath}/file-1.txt`)).toBe(404);
});
