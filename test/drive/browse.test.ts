import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addClient, folderMirror, serveDrive } from './support/folder-mirror.js';

interface Item {
  id: string;
  name: string;
}

interface Page {
  value: Item[];
  '@odata.nextLink'?: string;
}

const mirror = await folderMirror();
const below = join(mirror.folder, 'reports', 'größe & maß');
mkdirSync(below, { recursive: true });
for (let index = 0; index < 7; index++) writeFileSync(join(below, `file-${index}.txt`), `content of ${index}`);
await mirror.scan();
const { url } = await serveDrive(mirror.platform);
const { id, secret } = await addClient(mirror, 'browser');
const asked = await fetch(`${url}/contoso/oauth2/v2.0/token`, {
  method: 'POST',
  body: new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: id, client_secret: secret },
    scope: 'https://mirror.example/.default',
  }),
});
const { access_token: token } = (await asked.json()) as { access_token: string }; // The format of RFC 6749.

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

test('a client walks from the root folder to a file, by ids and by path', async () => {
  const root = await get<Item>(`${drive}/items/root`);
  expect(root).toMatchObject({ root: {}, folder: { childCount: 1 } });
  const [reports] = (await get<Page>(`${drive}/root/children`)).value;
  expect(reports).toMatchObject({ name: 'reports', parentReference: { id: root.id }, folder: { childCount: 1 } });
  expect(names(await get(`${drive}/items/${reports?.id}/children`))).toEqual(['größe & maß']);
  const file = await get<Item>(`${drive}/root:/${folderPath}/file-3.txt`);
  expect(file).toMatchObject({ name: 'file-3.txt', size: 12 });
  expect(await get(`${drive}/root:/${folderPath}/file-3.txt:`)).toEqual(file);
  expect(await get(`${drive}/items/${file.id}`)).toEqual(file);
  expect(names(await get(`${drive}/items/${file.id}/children`))).toEqual([]);
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

test('pages of a folder continue after their last item while others are added and removed', async () => {
  const folder = await get<Item>(`${drive}/root:/${folderPath}`);
  const first = await get<Page>(`${drive}/items/${folder.id}/children?$top=3`);
  expect(names(first)).toEqual(['file-0.txt', 'file-1.txt', 'file-2.txt']);
  rmSync(join(below, 'file-1.txt'));
  writeFileSync(join(below, 'file-00.txt'), 'added before');
  renameSync(join(below, 'file-6.txt'), join(below, 'file-9.txt'));
  await mirror.scan();
  const second = await get<Page>(first['@odata.nextLink'] ?? '');
  expect(names(second)).toEqual(['file-3.txt', 'file-4.txt', 'file-5.txt']);
  const last = await get<Page>(second['@odata.nextLink'] ?? '');
  expect([names(last), last['@odata.nextLink']]).toEqual([['file-9.txt'], undefined]);
  expect(await statusOf(`${drive}/root:/${folderPath}/file-1.txt`)).toBe(404);
});
