import { describe, expect, onTestFinished, test } from 'vitest';
import { ownVersion } from '../../platform/version.js';
import { createHttpClient } from '../../subgraphs/drive/sync/upstream/http-client.js';
import { RateLimit } from '../support/document-site/index.js';
import { administrator, connectedWorld, driveWorld, expectEqual } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';
import { createQueue, runQueue } from './support/queue.js';

describe('requests to the site', () => {
  test('are decorated: token requests, the graph API and downloads', async () => {
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
    const before = world.clock.seconds;
    expect(await world.sync()).toMatchObject({ outcome: 'done', throttled: 0, downloads: 141, failedDownloads: 0 });
    await expectEqual(world);
    // 158 resource units at 60 per minute, so the quotas are used completely.
    expect(world.clock.seconds - before).toBeLessThan(240);
    limit.reports = false;
    for (let index = 0; index < 120; index++) world.site.content.addFile(`last-${index}`, `content of ${index}`);
    const run = await world.sync();
    expect(run.throttled).toBeGreaterThan(0);
    await expectEqual(world);
  });

  test('of one service continue while another one is throttled', async () => {
    const world = await connectedWorld();
    const clock = { milliseconds: 0, now: () => clock.milliseconds };
    const pauses: { seconds: number; end: () => void }[] = [];
    const pause = (seconds: number) => new Promise<void>((end) => pauses.push({ seconds, end }));
    const engine = createHttpClient({ clock, pause, random: () => 0 });
    onTestFinished(() => engine.close());
    const to = (path: string) => ({ method: 'GET' as const, url: new URL(`${world.site.graphUrl}/v1.0/${path}`) });
    world.site.faults.answer({ on: 'subscriptions', times: 1, status: 429, headers: { 'retry-after': '90' } });
    const throttled = engine.send(to('subscriptions'));
    await expect.poll(() => pauses.map(({ seconds }) => seconds)).toEqual([90]);
    // Requests without a token.
    expect((await engine.send(to(`sites/${world.site.siteId}/drive/root/delta`))).statusCode).toBe(401);
    const later = engine.send(to('subscriptions/1'));
    await expect.poll(() => pauses.map(({ seconds }) => seconds)).toEqual([90, 90]);
    clock.milliseconds = 90_000;
    for (const { end } of pauses) end();
    expect([(await throttled).statusCode, (await later).statusCode]).toEqual([401, 401]);
  });
});

test('items that the application may no longer read are removed, and restored with the permission', async () => {
  const world = await connectedWorld();
  await world.sync();
  const { content } = world.site;
  content.hide('01ITEM00000003');
  expect(await world.sync()).toMatchObject({ deleted: 1 });
  content.hide('01ITEM00000003', false);
  expect(await world.sync()).toMatchObject({ created: 1, downloads: 0 });
  await expectEqual(world);
});

test('with Sites.Selected, a site that is not granted is reported with the role to grant', async () => {
  const world = await driveWorld({ RAMPART_DRIVE_NOTIFICATION_URL: 'http://127.0.0.1:9/drive/notifications' });
  world.site.content.addFile('a.txt', 'first');
  world.site.roles = ['Sites.Selected'];
  const role = (name: string) =>
    `the role ${name} on contoso.example:/sites/security: an administrator grants it with POST /v1.0/sites/{site-id}/permissions`;
  const refused = await world.service.connectDrive(administrator).catch((error: unknown) => error);
  expect(refused).toMatchObject({ details: { reason: 'site_not_granted', status: 403 } });
  expect(String(refused)).toContain(role('read'));
  expect((await world.service.readStatus(administrator)).reason).toContain(role('read'));
  world.site.grantedRoles = ['read'];
  const { subscriptionError } = await world.service.connectDrive(administrator);
  expect(subscriptionError).toContain(role('manage'));
  await world.sync();
  await expectEqual(world);
  expect(await world.service.readStatus(administrator)).toMatchObject({ reason: null, missingPermissions: [] });
});

test('files with malware are kept as metadata without content, do not fail the sync, and are reported once', async () => {
  const world = await connectedWorld({ RAMPART_DRIVE_ALERT_TENANT: 'acme' });
  await createQueue(world);
  const reported = async () => {
    const events = await world.test.database.sql<{ text: string }[]>`
      select data ->> 'name' || ': ' || (data ->> 'malware') as text from platform.event where type = 'drive-malware'`;
    return events.map(({ text }) => text).sort();
  };
  const { content, quarantine } = world.site;
  content.infect('01ITEM00000003', 'Virus:DOS/EICAR_Test_File');
  quarantine.add('01ITEM00000004');
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
  const asked = world.site.requestsOf('content').length;
  await world.sync();
  expect(world.site.requestsOf('content').length, 'they are not requested again').toBe(asked);
  expect(await reported()).toEqual(['file-1: Virus:DOS/EICAR_Test_File', 'file-2: malwareDetected']);

  // The site reports the file without malware, and other content in the other one.
  content.infect('01ITEM00000003', undefined);
  quarantine.delete('01ITEM00000004');
  content.write('01ITEM00000004', 'clean');
  // A file is infected after its content was stored: the content is kept.
  content.infect('01ITEM00000005', 'Trojan');
  expect(await world.sync()).toMatchObject({ downloads: 2, failedDownloads: 0 });
  await expectEqual(world);
  expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { malwareFiles: 1, storedFiles: 21 } });

  // A changed file is infected: its earlier content is kept, and the new one is not requested.
  const before = world.site.requestsOf('content').length;
  content.write('01ITEM00000006', 'infected');
  content.infect('01ITEM00000006', 'Worm');
  expect(await world.sync()).toMatchObject({ changed: 1, downloads: 0, failedDownloads: 0 });
  expect(world.site.requestsOf('content').length).toBe(before);
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
