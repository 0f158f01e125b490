import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownVersion } from '../../platform/version.js';
import { createHttpClient } from '../../subgraphs/drive/sync/upstream/http-client.js';
import { faultKinds, RateLimit, secret } from '../support/document-site/index.js';
import { createQueue } from '../support/job-queue.js';
import { temporaryFolder } from '../support/running-server.js';
import { administrator, connectedWorld, driveWorld, expectEqual } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';
import { runQueue } from './support/queue.js';
import { expectEqualContent, fill, severalSites } from './support/several-sites.js';

describe('requests to the site', () => {
  test('have the configured User-Agent: token requests, Microsoft Graph requests and downloads', async () => {
    const world = await connectedWorld({
      RAMPART_DRIVE_USER_AGENT_KIND: 'isv',
      RAMPART_DRIVE_USER_AGENT_COMPANY: 'Contoso Ltd.',
    });
    await world.sync();
    expect(new Set(world.site.requests.map(({ server }) => server))).toEqual(new Set(['auth', 'graph', 'files']));
    expect(new Set(world.site.requests.map(({ userAgent }) => userAgent))).toEqual(
      new Set([`ISV|Contoso Ltd.|Rampart/${ownVersion}`]),
    );
  });

  test('slow down before the site throttles them, and are throttled if it does not report its quota', async () => {
    const world = await connectedWorld();
    for (let index = 0; index < 120; index++) world.site.content.addFile(`more-${index}`, `content of ${index}`);
    const limit = new RateLimit(60, world.clock);
    world.site.rateLimit = limit;
    const startSeconds = world.clock.seconds;
    expect(await world.sync()).toMatchObject({ outcome: 'done', throttled: 0, downloads: 141, failedDownloads: 0 });
    await expectEqual(world);
    // 158 resource units at 60 per minute, so the quotas are used completely.
    expect(world.clock.seconds - startSeconds).toBeLessThan(240);
    limit.reports = false;
    for (let index = 0; index < 120; index++) world.site.content.addFile(`last-${index}`, `content of ${index}`);
    const run = await world.sync();
    expect(run.throttled).toBeGreaterThan(0);
    await expectEqual(world);
  });

  test('continue at one service while another service is throttled', async () => {
    const world = await connectedWorld();
    const clock = { milliseconds: 0, now: () => clock.milliseconds };
    const pauses: { seconds: number; end: () => void }[] = [];
    const sleep = (seconds: number) => new Promise<void>((resolve) => pauses.push({ seconds, end: resolve }));
    const httpClient = createHttpClient({ clock, sleep, random: () => 0 });
    onTestFinished(() => httpClient.close());
    const to = (path: string) => ({ method: 'GET' as const, url: new URL(`${world.site.graphUrl}/v1.0/${path}`) });
    world.site.faults.respond({ on: 'subscriptions', times: 1, status: 429, headers: { 'retry-after': '90' } });
    const throttled = httpClient.send(to('subscriptions'));
    await expect.poll(() => pauses.map(({ seconds }) => seconds)).toEqual([90]);
    // Requests without a token.
    expect((await httpClient.send(to(`sites/${world.site.siteId}/drive/root/delta`))).statusCode).toBe(401);
    const later = httpClient.send(to('subscriptions/1'));
    await expect.poll(() => pauses.map(({ seconds }) => seconds)).toEqual([90, 90]);
    clock.milliseconds = 90_000;
    for (const { end } of pauses) end();
    expect([(await throttled).statusCode, (await later).statusCode]).toEqual([401, 401]);
  });
});

describe('sites of one application and tenant', () => {
  test('pause together when the application is throttled, and those of other applications do not', async () => {
    const credentials = temporaryFolder();
    onTestFinished(() => credentials.remove());
    writeFileSync(join(credentials.path, 'other'), JSON.stringify({ client_id: 'client-2', client_secret: secret }));
    const world = await severalSites(['/sites/finance'], { RAMPART_DRIVE_CREDENTIALS_DIR: credentials.path });
    const [finance] = world.followed;
    const legal = world.site.addLibrary('/sites/legal');
    fill(legal.content, 'legal');
    const { site } = await world.service.addSite(administrator, {
      ...{ hostname: 'contoso.example', path: '/sites/legal', credentials: 'other' },
    });
    world.site.faults.respond({ on: 'delta', times: 1, status: 429, headers: { 'retry-after': '600' } });
    const requested = () => world.site.requestsOf('delta').filter(({ path }) => path.includes('finance')).length;
    await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'throttled', retryAfterSeconds: 600 } });
    await world.runJob('drive.tick');
    await expectEqualContent(world, site.siteId ?? '', legal.content);
    expect(requested()).toBe(0);
    const [, paused] = await world.service.readStatuses(administrator, await world.service.listSites(administrator));
    expect(paused).toMatchObject({
      circuitState: 'open',
      reason: expect.stringContaining('accepts no requests for 600 seconds'),
    });
    world.clock.seconds += 600;
    await world.runJob('drive.tick');
    expect(requested()).toBe(1);
    await expectEqualContent(world, finance?.siteId ?? '', finance?.library.content ?? legal.content);
  });

  test('share the quota that a response reports', async () => {
    const world = await severalSites(['/sites/finance']);
    await world.runJob('drive.tick');
    world.site.faults.add({ on: 'delta', times: 1, ...faultKinds.rateLimit(0, 40) });
    await world.sync();
    const [finance] = world.followed;
    const pauseCount = world.waited.length;
    await world.service.requestSyncOf(administrator, { site: finance?.key ?? { hostname: '', path: '' } });
    await world.runJob('drive.tick');
    expect(world.waited.slice(pauseCount)).toEqual([40]);
  });
});

test('items that the application may no longer read are removed, and are restored when it regains the permission', async () => {
  const world = await connectedWorld();
  await world.sync();
  const { content } = world.site;
  content.hide('01ITEM00000003');
  expect(await world.sync()).toMatchObject({ deleted: 1 });
  content.hide('01ITEM00000003', false);
  expect(await world.sync()).toMatchObject({ created: 1, downloads: 0 });
  await expectEqual(world);
});

test('items below a folder that the application may not read are copied, because the query reports them', async () => {
  const world = await connectedWorld();
  const { content } = world.site;
  const folder = content.addFolder('restricted');
  const readable = content.addFile('readable.txt', 'readable', folder);
  const findReadable = async () => {
    const { data } = await queryDrive(
      world,
      `{ driveSites { foundItems(name: "readable", first: 10) { path contentState size } } }`,
    );
    return data.driveSites[0].foundItems;
  };
  content.hide(folder);
  await world.sync();
  expect(await findReadable(), 'the folder is unknown').toEqual([{ path: null, contentState: 'STORED', size: 8 }]);
  content.hide(folder, false);
  await world.sync();
  await expectEqual(world);
  // The query does not report the file again, so it is deleted with its folder until it changes.
  content.hide(folder);
  expect(await world.sync()).toMatchObject({ deleted: 2 });
  content.write(readable, 'changed');
  expect(await world.sync()).toMatchObject({ created: 1, downloads: 1 });
  expect(await findReadable()).toEqual([{ path: '/restricted/readable.txt', contentState: 'STORED', size: 7 }]);
  content.hide(folder, false);
  await world.sync();
  await expectEqual(world);
});

test('a full listing keeps the items that it reports below a folder that the application may no longer read', async () => {
  const world = await connectedWorld();
  const { content } = world.site;
  const folder = content.addFolder('restricted');
  content.addFile('readable.txt', 'readable', content.addFolder('below', folder));
  await world.sync();
  content.hide(folder);
  const { signal } = new AbortController();
  const run = await world.service.syncDrive(administrator, { signal, isFull: true });
  expect(run).toMatchObject({ fromScratch: true, deleted: 1 });
  content.hide(folder, false);
  expect(await world.sync()).toMatchObject({ fromScratch: false, created: 1, downloads: 0 });
  await expectEqual(world);
});

test('with Sites.Selected, a site that is not granted is reported with the role to grant', async () => {
  const world = await driveWorld({ RAMPART_DRIVE_NOTIFICATION_URL: 'http://127.0.0.1:9/drive/notifications' });
  world.site.content.addFile('a.txt', 'first');
  world.site.roles = ['Sites.Selected'];
  const roleMessage = (name: string) =>
    `the role ${name} on contoso.example:/sites/security: an administrator grants it with POST /v1.0/sites/{site-id}/permissions`;
  const rejected = await world.service.connectDrive(administrator).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ details: { reason: 'site_not_granted', status: 403 } });
  expect(String(rejected)).toContain(roleMessage('read'));
  expect((await world.service.readStatus(administrator)).reason).toContain(roleMessage('read'));
  world.site.grantedRoles = ['read'];
  const { subscriptionError } = await world.service.connectDrive(administrator);
  expect(subscriptionError).toContain(roleMessage('manage'));
  await world.sync();
  await expectEqual(world);
  expect(await world.service.readStatus(administrator)).toMatchObject({ reason: null, missingPermissions: [] });
});

test('files with malware are stored as metadata without content, do not fail the sync, and are reported once', async () => {
  const world = await connectedWorld({ RAMPART_DRIVE_ALERT_TENANT: 'acme' });
  await createQueue(world);
  const reported = async () => {
    const events = await world.test.database.sql<{ text: string }[]>`
      select data ->> 'name' || ': ' || (data ->> 'malware') as text from platform.event where type = 'drive-malware'`;
    return events.map(({ text }) => text).sort();
  };
  const { content, faults } = world.site;
  content.infect('01ITEM00000003', 'Virus:DOS/EICAR_Test_File');
  // The query does not report the malware in this one.
  faults.add({ on: 'content', times: 10, where: '01ITEM00000004', ...faultKinds.malware() });
  const run = await world.sync();
  expect(run).toMatchObject({ outcome: 'done', downloads: 19, failedDownloads: 0 });
  expect(world.site.requestsOf('content').some(({ path }) => path.includes('01ITEM00000003'))).toBe(false);
  const { data } = await queryDrive(
    world,
    `{ driveSites { foundItems(name: "file-", first: 100) { siteId name size contentState downloadError malware } } }`,
  );
  const infected = data.driveSites[0].foundItems.filter((item: { malware: unknown }) => item.malware !== null);
  expect(infected).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'file-1',
        size: 12,
        contentState: 'FAILED',
        malware: 'Virus:DOS/EICAR_Test_File',
      }),
      expect.objectContaining({
        ...{ name: 'file-2', contentState: 'FAILED', malware: 'malwareDetected' },
        downloadError: 'Download: the document site returned 403 malwareDetected: Malware detected',
      }),
    ]),
  );
  const counts = { storedFiles: 19, pendingDownloads: 0, failedDownloads: 0, malwareFiles: 2 };
  expect(await world.service.readStatus(administrator)).toMatchObject({ counts });
  const requested = world.site.requestsOf('content').length;
  await world.sync();
  expect(world.site.requestsOf('content').length, 'they are not requested again').toBe(requested);
  expect(await reported()).toEqual(['file-1: Virus:DOS/EICAR_Test_File', 'file-2: malwareDetected']);

  // The site reports the file without malware, and other content in the other one.
  content.infect('01ITEM00000003', undefined);
  faults.clear();
  content.write('01ITEM00000004', 'clean');
  // A file is infected after its content was stored: the content is kept.
  content.infect('01ITEM00000005', 'Trojan');
  expect(await world.sync()).toMatchObject({ downloads: 2, failedDownloads: 0 });
  await expectEqual(world);
  expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { malwareFiles: 1, storedFiles: 21 } });

  // A changed file is infected: its earlier content is kept, and the new one is not requested.
  const requestCount = world.site.requestsOf('content').length;
  content.write('01ITEM00000006', 'infected');
  content.infect('01ITEM00000006', 'Worm');
  expect(await world.sync()).toMatchObject({ changed: 1, downloads: 0, failedDownloads: 0 });
  expect(world.site.requestsOf('content').length).toBe(requestCount);
  expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { malwareFiles: 2, storedFiles: 21 } });
  expect((await reported()).slice(2)).toEqual(['file-3: Trojan', 'file-4: Worm']);

  // Each mass change has opened an alert with the file as evidence, or belongs to an open alert.
  await runQueue(world);
  const { sql } = world.test.database;
  const alerts = await sql<{ name: string; alert: string }[]>`
    select i.name, a.tenant_id || ' ' || a.endpoint_id || ' ' || a.model_name as alert from drive.evidence e
    join drive.item i on i.site_id = e.site_id and i.id = e.item_id join alerts.alert a on a.id = e.alert_id order by 1`;
  const alert = 'acme contoso.example drive-malware';
  expect(alerts).toEqual(['file-1', 'file-2', 'file-3', 'file-4'].map((name) => ({ name, alert })));
  expect(await sql`select from drive.detection where alert_id is null`).toHaveLength(0);
});
