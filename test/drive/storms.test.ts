import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PartialDownload } from '../../subgraphs/drive/items/content/partial-download.js';
import { faultKinds, otherNotifications } from '../support/document-site/index.js';
import { administrator, connectedWorld, type DriveWorld, expectEqual, start } from './support/drive-world.js';
import { worldWithReceiver } from './support/receiver.js';

describe('during faults', () => {
  test('429 and 503 are retried after Retry-After, in seconds or as a date', async () => {
    const world = await connectedWorld();
    const { faults } = world.site;
    faults.respond({ on: 'delta', times: 2, status: 429, headers: { 'retry-after': '17' } });
    faults.respond({ on: 'content', times: 1, status: 503, headers: { 'retry-after': '23' } });
    const date = new Date((start + 400) * 1000).toUTCString();
    faults.respond({ on: 'download', times: 1, status: 429, headers: { 'retry-after': date } });
    world.clock.seconds = start + 300;
    const run = await world.sync();
    expect(run).toMatchObject({ outcome: 'done', throttled: 4, failedDownloads: 0 });
    expect(world.waited).toContain(17);
    expect(world.waited).toContain(23);
    await expectEqual(world);
  });

  test('5xx and broken connections are retried with exponential backoff', async () => {
    const world = await connectedWorld();
    const { faults } = world.site;
    faults.respond({ on: 'delta', times: 3, status: 502 });
    faults.add({ on: 'content', times: 2, ...faultKinds.disconnect() });
    faults.respond({ on: 'download', times: 2, status: 500 });
    expect(await world.sync()).toMatchObject({ outcome: 'done', retries: 7 });
    expect(world.waited.slice(0, 3)).toEqual([0.5, 1, 2]);
    await expectEqual(world);
  });

  test('an unreachable site fails the sync and opens the circuit, and is synchronized once it is reachable', async () => {
    const world = await connectedWorld();
    world.site.faults.respond({ on: 'delta', times: 100, status: 503 });
    await expect(world.sync()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    const status = await world.service.readStatus(administrator);
    expect(status).toMatchObject({ isConnected: true, isCircuitOpen: true, lastRun: { outcome: 'failed' } });
    expect(status.reason).toContain('returned 503');
    world.site.faults.clear();
    const requestCount = world.site.requests.length;
    await world.runJob('drive.tick');
    expect(world.site.requests.length, 'the circuit is open').toBe(requestCount);
    world.clock.seconds += 3600;
    await world.runJob('drive.tick');
    expect(await world.service.readStatus(administrator)).toMatchObject({ isCircuitOpen: false, reason: null });
    await expectEqual(world);
  });

  test('a long Retry-After is scheduled as a later job', async () => {
    const world = await connectedWorld();
    world.site.faults.respond({ on: 'delta', times: 1, status: 429, headers: { 'retry-after': '5000' } });
    await expect(world.sync()).rejects.toMatchObject({ details: { retryAfterSeconds: 5000 } });
    world.clock.seconds += 4900;
    const queryCount = world.site.requestsOf('delta').length;
    await world.runJob('drive.tick');
    expect(world.site.requestsOf('delta').length).toBe(queryCount);
    world.clock.seconds += 200;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('a Retry-After of more than a day is an error of the site, and the sync is retried after a day', async () => {
    const world = await connectedWorld();
    const microseconds = String(start * 1_000_000);
    world.site.faults.respond({ on: 'delta', times: 1, status: 429, headers: { 'retry-after': microseconds } });
    await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'throttled' } });
    const status = await world.service.readStatus(administrator);
    expect(status).toMatchObject({ isCircuitOpen: true, reason: expect.stringContaining('Retrying at 2026-09-') });
    world.clock.seconds += 86_400;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('a clock that was ahead by a year delays neither polls nor retries after it is corrected', async () => {
    const world = await connectedWorld();
    const year = 366 * 86_400;
    world.clock.seconds += year;
    await world.sync();
    world.clock.seconds -= year;
    world.site.content.addFile('new.txt', 'new');
    await world.runJob('drive.tick');
    await expectEqual(world);
    world.clock.seconds += year;
    world.site.faults.respond({ on: 'delta', times: 100, status: 503 });
    await expect(world.sync()).rejects.toThrow();
    world.site.faults.clear();
    const openUntil = async () => (await world.service.readStatus(administrator)).circuitOpenUntilEpoch;
    expect(await openUntil()).toBeGreaterThan(world.clock.seconds);
    world.clock.seconds -= year;
    expect(await openUntil()).toBeNull();
    world.site.content.addFile('next.txt', 'next');
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('a clock that was ahead by a year does not delay the retry of failed downloads after it is corrected', async () => {
    const world = await connectedWorld();
    const year = 366 * 86_400;
    await world.sync();
    const id = world.site.content.addFile('new.txt', 'new');
    world.clock.seconds += year;
    world.site.faults.respond({ on: 'content', times: 1, status: 403, where: id });
    expect(await world.sync()).toMatchObject({ failedDownloads: 1 });
    world.clock.seconds -= year;
    await world.runJob('drive.tick');
    await expectEqual(world);
    // A poll is not due, so only the downloads are a reason for a sync.
    await world.test.database.sql`
      update drive.item set content_state = 'pending', content_sha256 = null, next_download_at = ${start + year}
      where id = ${id}`;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('a revoked token is replaced once during a sync', async () => {
    const world = await connectedWorld();
    const issued = world.site.tokensIssued;
    world.site.faults.add({ on: 'content', times: 1, beforeResponse: () => world.site.revokeTokens() });
    expect(await world.sync()).toMatchObject({ outcome: 'done', failedDownloads: 0 });
    expect(world.site.tokensIssued).toBe(issued + 1);
    await expectEqual(world);
  });

  test('concurrent requests share one token request, and the token is renewed before it expires', async () => {
    const world = await connectedWorld();
    await world.sync();
    expect(world.site.tokensIssued).toBe(1);
    world.clock.seconds += 3599 - 60;
    await world.sync();
    expect(world.site.tokensIssued).toBe(2);
  });

  test('an interrupted download is resumed', async () => {
    const world = await connectedWorld();
    world.site.faults.add({ on: 'download', times: 2, where: '01ITEM00000022', ...faultKinds.cut(150_000) });
    const run = await world.sync();
    expect(run).toMatchObject({ outcome: 'done', resumedDownloads: 2, failedDownloads: 0 });
    const ranges = world.site.requestsOf('download').flatMap(({ range }) => range ?? []);
    expect(ranges).toHaveLength(2);
    expect(run.downloadedBytes).toBe(
      [...world.site.content.files().values()].reduce((sum, file) => sum + file.length, 0),
    );
    await expectEqual(world);
  });

  test('a file that changes during its download is stored in its newest version', async () => {
    const world = await connectedWorld();
    const { content, faults } = world.site;
    faults.add({ on: 'download', times: 1, where: '01ITEM00000022', ...faultKinds.cut(100_000) });
    faults.add({
      on: 'download',
      times: 1,
      where: '01ITEM00000022',
      beforeResponse: () => content.write('01ITEM00000022', Buffer.alloc(400_000, 'another')),
    });
    faults.add({
      on: 'content',
      times: 1,
      where: '01ITEM00000005',
      beforeResponse: () => content.remove('01ITEM00000005'),
    });
    expect(await world.sync()).toMatchObject({ outcome: 'done' });
    await expectEqual(world);
    expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { pendingDownloads: 0 } });
  });

  test.each([
    ['at the URL in Location', true],
    ['from scratch', false],
  ])('410 restarts the delta query %s, and keeps all files', async (_, withLocation) => {
    const world = await connectedWorld();
    await world.sync();
    const { content, faults } = world.site;
    content.remove('01ITEM00000003');
    content.write('01ITEM00000004', 'changed meanwhile');
    content.items.delete('01ITEM00000003'); // A complete listing has no deleted items.
    const location = `${world.site.deltaUrl}?token=0&fresh=1`;
    faults.respond({ on: 'delta', times: 1, status: 410, headers: withLocation ? { location } : {} });
    world.site.downloads = [];
    expect(await world.sync()).toMatchObject({ outcome: 'done', fromScratch: true, downloads: 1, deleted: 1 });
    expect(world.site.downloads).toEqual(['01ITEM00000004']);
    await expectEqual(world);
    const requested = world.site.requestsOf('delta').some(({ path }) => path.includes('fresh=1'));
    expect(requested).toBe(withLocation);
  });

  test('a sync whose lock was lost does not delete the pages of the sync that has taken over', async () => {
    const world = await connectedWorld();
    await world.sync();
    const { sql } = world.test.database;
    await sql`update drive.site set delta_link = null`;
    const another = world.another();
    onTestFinished(() => another.close());
    const [onSecondPage, onEndOfFirst] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let second: Promise<unknown> | undefined;
    world.site.faults.add({
      ...{ on: 'delta', times: 1 },
      ...faultKinds.status(410),
      async beforeResponse() {
        // The connection that holds the lock breaks.
        await sql`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
          where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`;
        second = another.syncDrive(administrator, { signal: new AbortController().signal });
        await onSecondPage.promise;
      },
    });
    world.site.faults.add({
      ...{ on: 'delta', times: 1, where: 'skip=' },
      async beforeResponse() {
        onSecondPage.resolve();
        await onEndOfFirst.promise;
      },
    });
    await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'superseded' } });
    onEndOfFirst.resolve();
    expect(await second).toMatchObject({ outcome: 'done', fromScratch: true, deleted: 0 });
    await expectEqual(world);
  });

  test('a repeated next link fails the sync, and no change is applied', async () => {
    const world = await connectedWorld();
    const link = `${world.site.deltaUrl}?token=0&skip=0`;
    world.site.faults.add({
      on: 'delta',
      times: 50,
      ...faultKinds.otherPage(() => ({ value: [], '@odata.nextLink': link })),
    });
    await expect(world.sync()).rejects.toThrow('repeats a link');
    expect(world.site.requestsOf('delta').length).toBeLessThan(5);
    expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { items: 0 } });
    world.site.faults.clear();
    world.clock.seconds += 3600;
    await world.sync();
    await expectEqual(world);
  });

  test.each(['@odata.nextLink', '@odata.deltaLink'])('%s to another origin is not followed', async (name) => {
    const world = await connectedWorld();
    world.site.faults.add({
      on: 'delta',
      times: 1,
      ...faultKinds.otherPage(() => ({ value: [], [name]: 'http://127.0.0.1:9/steal' })),
    });
    await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'foreign_link' } });
  });

  test('a file whose download fails does not stop other downloads, and is flagged after several syncs', async () => {
    const world = await connectedWorld();
    world.site.faults.respond({ on: 'download', times: 1000, status: 403, where: '01ITEM00000007' });
    for (let sync = 0; sync < 3; sync++) {
      await world.runJob('drive.tick');
      world.clock.seconds += 7200;
    }
    const status = await world.service.readStatus(administrator);
    expect(status.counts).toMatchObject({ storedFiles: 20, pendingDownloads: 0, failedDownloads: 1 });
    world.site.faults.clear();
    await world.sync();
    await expectEqual(world);
  });

  test.each(['ENOSPC', 'EDQUOT'])(
    'a disk that becomes full (%s) does not stop the downloads of files that fit',
    async (code) => {
      const world = await connectedWorld();
      const append = PartialDownload.prototype.append;
      onTestFinished(() => {
        PartialDownload.prototype.append = append;
      });
      PartialDownload.prototype.append = async function (chunk) {
        if (this.length + chunk.length > 1000) {
          throw Object.assign(new Error(`${code}: full, write`), { code, syscall: 'write' });
        }
        await append.call(this, chunk);
      };
      expect(await world.sync()).toMatchObject({ outcome: 'done', failedDownloads: 1, downloads: 20 });
      const [item] = await world.test.database.sql`select download_error from drive.item where name = 'large.bin'`;
      expect(item?.download_error).toMatch(/^it does not fit on the disk of data_dir\/drive: .* free some space, then/);
      expect(readdirSync(`${world.folder}/drive/incoming`)).toEqual([]);
    },
  );

  test('a file that does not fit on the disk is not requested, and does not stop other downloads', async () => {
    const world = await connectedWorld();
    const tooLarge = '01ITEM00000022';
    world.site.faults.add({
      ...{ on: 'delta', times: 3 },
      ...faultKinds.otherEntries((entries) =>
        entries.map((entry) => (entry.id === tooLarge ? { ...entry, size: 2 ** 52 } : entry)),
      ),
    });
    expect(await world.sync()).toMatchObject({ outcome: 'done', failedDownloads: 1, downloads: 20 });
    expect(world.site.downloads).not.toContain(tooLarge);
    const [item] = await world.test.database.sql`select download_error from drive.item where id = ${tooLarge}`;
    expect(item?.download_error).toMatch(/^its remaining 4503599627370496 bytes do not fit on the disk/);
    expect(readdirSync(`${world.folder}/drive/incoming`)).toEqual([]);
  });

  test.each([
    ['content', { status: 500 }],
    ['download', { status: 503 }],
  ] as const)(
    'a file that the site always fails to serve (%s, %j) stops neither other downloads nor later syncs',
    async (on, { status }) => {
      const world = await connectedWorld();
      await world.sync();
      const broken = world.site.content.addFile('broken.txt', 'broken');
      for (const name of ['first.txt', 'second.txt']) world.site.content.addFile(name, name);
      world.site.faults.respond({ on, times: Number.POSITIVE_INFINITY, status, where: broken });
      expect(await world.sync()).toMatchObject({ outcome: 'done', failedDownloads: 1, downloads: 2 });
      // Now, `broken.txt` is the only file to download.
      for (let sync = 0; sync < 3; sync++) {
        world.clock.seconds += 7200;
        await world.runJob('drive.tick');
      }
      const driveStatus = await world.service.readStatus(administrator);
      expect(driveStatus).toMatchObject({ circuitState: 'closed', counts: { storedFiles: 23, failedDownloads: 1 } });
      world.site.faults.clear();
      await world.sync();
      await expectEqual(world);
    },
  );

  test('a file whose response is not HTTP does not stop other downloads, and is flagged after several syncs', async () => {
    const world = await connectedWorld();
    const chunk = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\ncon\r\nno chunk\r\n';
    world.site.faults.add({
      on: 'download',
      times: Number.POSITIVE_INFINITY,
      where: '01ITEM00000007',
      beforeResponse: ({ response }) => response.socket?.end(chunk),
    });
    for (let sync = 0; sync < 3; sync++) {
      await world.runJob('drive.tick');
      world.clock.seconds += 7200;
    }
    const status = await world.service.readStatus(administrator);
    expect(status.counts).toMatchObject({ storedFiles: 20, pendingDownloads: 0, failedDownloads: 1 });
  });

  test('a site that fails to serve any file fails the sync, and no file is flagged', async () => {
    const world = await connectedWorld();
    await world.sync();
    world.site.content.addFile('new.txt', 'new');
    world.site.faults.respond({ on: 'content', times: Number.POSITIVE_INFINITY, status: 500 });
    for (let sync = 0; sync < 5; sync++) {
      world.clock.seconds += 7200;
      await world.runJob('drive.tick');
    }
    const status = await world.service.readStatus(administrator);
    expect(status).toMatchObject({ circuitState: 'open', counts: { pendingDownloads: 1, failedDownloads: 0 } });
    world.site.faults.clear();
    world.clock.seconds += 7200;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('content that differs from the reported hash is never stored', async () => {
    const world = await connectedWorld();
    world.site.faults.add({
      on: 'download',
      times: 1000,
      where: '01ITEM00000002',
      ...faultKinds.otherContent(() => Buffer.from('content of X')),
    });
    expect(await world.sync()).toMatchObject({ outcome: 'done' });
    expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { storedFiles: 20 } });
    world.site.faults.clear();
    await world.sync();
    await expectEqual(world);
    expect(readdirSync(`${world.folder}/drive/incoming`)).toEqual([]);
  });
});

test('after all kinds of faults, the copy equals the site and the status reports the faults', async () => {
  const world = await worldWithReceiver();
  const { site, service } = world;
  const { content, faults } = site;
  for (let index = 0; index < 40; index++) content.addFile(`file-${index}`, `content of ${index}`);
  const large = content.addFile('large.bin', Buffer.alloc(3_000_000, 'large '));
  const changing = content.addFile('changing.bin', Buffer.alloc(400_000, 'before '));
  const going = content.addFile('going.txt', 'going');
  site.pageSize = 10;
  const issued = site.tokensIssued;
  faults.respond({ on: 'delta', times: 2, status: 429, headers: { 'retry-after': '17' } });
  faults.respond({ on: 'delta', times: 2, status: 503 });
  faults.respond({ on: 'delta', times: 1, status: 410, headers: { location: `${site.deltaUrl}?token=0&fresh=1` } });
  faults.respond({ on: 'content', times: 2, status: 503, headers: { 'retry-after': '23' } });
  faults.add({ on: 'content', times: 2, ...faultKinds.disconnect() });
  faults.add({ on: 'content', times: 1, where: large, beforeResponse: () => site.revokeTokens() });
  faults.add({ on: 'download', times: 2, where: large, ...faultKinds.cut(1_000_000) });
  faults.add({ on: 'download', times: 1, where: changing, beforeResponse: () => content.write(changing, 'after') });
  faults.add({ on: 'content', times: 1, where: going, beforeResponse: () => content.remove(going) });
  faults.add({
    on: 'download',
    times: 1,
    where: large,
    async beforeResponse() {
      // Duplicates of the genuine one, a forged one, one of an unknown subscription, and one about a change in the
      // meantime.
      content.addFile('late.txt', 'late');
      for (const notification of otherNotifications) expect(await site.notify(notification)).toEqual([202]);
    },
  });
  const run = await world.sync();
  await expectEqual(world);
  expect(run).toMatchObject({ outcome: 'done', trigger: 'notification', failedDownloads: 0 });
  expect(site.tokensIssued, 'the revoked token').toBe(issued + 1);
  const [stormy] = await runsOf(world);
  expect(stormy).toMatchObject({ trigger: 'request', outcome: 'done', fromScratch: true, throttled: 4, error: null });
  expect(stormy?.retries).toBeGreaterThanOrEqual(6);
  expect(stormy?.resumedDownloads).toBeGreaterThanOrEqual(2);
  expect(await service.readStatus(administrator)).toMatchObject({
    ...{ isConnected: true, reason: null, isCircuitOpen: false, receiver: { accepted: 2, dropped: 2 } },
    counts: { pendingDownloads: 0, failedDownloads: 0 },
    lastRun: { trigger: 'notification', outcome: 'done' },
  });

  // A permanent failure: a cycle of next links, after other failures.
  content.addFile('last.txt', 'last');
  site.revokeTokens();
  const circle = { value: [], '@odata.nextLink': `${site.deltaUrl}?token=1&circle=1` };
  faults.add({ on: 'delta', times: 50, ...faultKinds.otherPage(() => circle) });
  await expect(world.sync()).rejects.toThrow('repeats a link');
  expect(await service.readStatus(administrator)).toMatchObject({
    ...{ isConnected: true, isCircuitOpen: true, reason: expect.stringContaining('repeats a link') },
    ...{ connection: { lastErrorCode: 'UPSTREAM_FAILED', failures: 1 }, counts: { files: content.files().size - 1 } },
    lastRun: { outcome: 'failed', errorCode: 'UPSTREAM_FAILED' },
  });
  faults.clear();
  world.clock.seconds += 3600;
  await world.runJob('drive.tick');
  expect(await service.readStatus(administrator)).toMatchObject({ isCircuitOpen: false, reason: null });
  await expectEqual(world);
});

async function runsOf({ service, site }: DriveWorld) {
  const { edges } = await service.listRuns(administrator, { siteId: site.siteId, page: { first: 50, after: null } });
  return edges.map(({ node }) => node).toReversed();
}
