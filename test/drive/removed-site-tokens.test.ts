import { expect, test } from 'vitest';
import { administrator } from './support/drive-world.js';
import { requestToken, serveDrive } from './support/folder-mirror.js';
import { severalSites } from './support/several-sites.js';

interface Delta {
  readonly value: readonly { readonly name: string }[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

test('a delta link of a site that was removed and added again has expired, even when the new copy has as many changes', async () => {
  const world = await severalSites(['/sites/finance']);
  const [finance] = world.followed;
  if (finance === undefined) throw new Error('no site');
  await world.runJob('drive.tick');
  const { url } = await serveDrive(world.platform);
  const { client, secret } = await world.service.addMirrorClient(administrator, { name: 'reader' });
  const authorization = `Bearer ${await requestToken(url, { id: client.id, secret })}`;
  const get = async (link = '') => {
    const response = await fetch(link, { headers: { authorization } });
    const body = (await response.json()) as Delta; // The documented response.
    return { status: response.status, location: response.headers.get('location') ?? '', body };
  };
  const start = `${url}/v1.0/sites/${finance.siteId}/drive/root/delta`;
  const response = await get(`${start}?$top=1000`);
  const page = await get(`${start}?$top=2`);
  const latest = await get(`${start}?token=latest`);
  const links = [response.body['@odata.deltaLink'], page.body['@odata.nextLink'], latest.body['@odata.deltaLink']];
  for (const link of links) expect(await get(link)).toMatchObject({ status: 200 });

  await world.service.removeSite(administrator, { site: finance.key, keepFiles: false });
  finance.library.content.addFile('before.txt', 'listed first');
  await world.service.addSite(administrator, finance.key);
  await world.runJob('drive.tick');
  for (let index = 0; index < 9; index++) finance.library.content.addFile(`later-${index}.txt`, 'later');
  world.clock.seconds += 700;
  await world.runJob('drive.tick');

  for (const link of links) expect(await get(link)).toMatchObject({ status: 410, location: start });
  const listing = await get(start);
  expect(listing.body.value.map(({ name }) => name)).toContain('before.txt');
  expect(await get(listing.body['@odata.deltaLink'])).toMatchObject({ status: 200, body: { value: [] } });
});
