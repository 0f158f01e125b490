import { describe, expect, onTestFinished, test } from 'vitest';
import { createDriveService } from '../../subgraphs/drive/index.js';
import { faultKinds } from '../support/document-site/index.js';
import { administrator, type DriveWorld, driveWorld, expectEqual, fromOutside } from './support/drive-world.js';
import { worldWithReceiver } from './support/receiver.js';

function onlySubscription({ site }: DriveWorld) {
  const [subscription] = [...site.subscriptions.values()];
  if (subscription === undefined || site.subscriptions.size !== 1) throw new Error('one subscription was expected');
  return subscription;
}

async function statusOf(world: DriveWorld) {
  return await world.service.readStatus(administrator);
}

const minuteSeconds = 60;

describe('the subscription', () => {
  test('is requested as documented, with a random secret, for at most 42,300 minutes', async () => {
    const world = await worldWithReceiver();
    const subscription = onlySubscription(world);
    const { id: _, ...sent } = subscription;
    expect(Object.keys(sent).sort()).toEqual(
      ['changeType', 'clientState', 'expirationDateTime', 'notificationUrl', 'resource'].sort(),
    );
    expect(sent).toMatchObject({ changeType: 'updated', resource: `/sites/${world.site.siteId}/drive/root` });
    expect(sent.clientState.length).toBeGreaterThanOrEqual(40);
    const minutes = (Date.parse(sent.expirationDateTime) / 1000 - world.clock.seconds) / minuteSeconds;
    expect(minutes).toBeGreaterThan(30_000);
    expect(minutes).toBeLessThanOrEqual(42_300);
    const rows = await world.test.database.sql`select s::text as row from drive.subscription s`;
    expect(JSON.stringify(rows)).not.toContain(sent.clientState);
  });

  test('is renewed by a job well before it expires', async () => {
    const world = await worldWithReceiver();
    await world.runJob('drive.tick');
    const first = onlySubscription(world).expirationDateTime;
    world.clock.seconds += 10_000 * minuteSeconds;
    await world.runJob('drive.tick');
    expect(onlySubscription(world).expirationDateTime).toBe(first);
    world.clock.seconds += 20_000 * minuteSeconds;
    await world.runJob('drive.tick');
    expect(Date.parse(onlySubscription(world).expirationDateTime)).toBeGreaterThan(Date.parse(first));
    expect(world.site.requestsOf('subscriptions').map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  });

  test('is recreated when the site has lost it', async () => {
    const world = await worldWithReceiver();
    const { id } = onlySubscription(world);
    world.site.subscriptions.clear();
    world.clock.seconds += 30_000 * minuteSeconds;
    await world.runJob('drive.tick');
    expect(onlySubscription(world).id).not.toBe(id);
    expect((await statusOf(world)).subscriptionHealth).toBe('active');
  });

  test('is adopted when the response to its creation was lost', async () => {
    const world = await worldWithReceiver();
    const { id } = onlySubscription(world);
    await world.test.database
      .sql`update drive.subscription set state = 'creating', remote_id = null, expires_at = null`;
    await world.runJob('drive.tick');
    expect(onlySubscription(world).id).toBe(id);
    expect(await statusOf(world)).toMatchObject({ subscriptionHealth: 'active', subscription: { remoteId: id } });
    await world.site.notify();
    expect((await statusOf(world)).receiver).toEqual({ accepted: 1, dropped: 0 });
  });

  test('is adopted when the site reports its notification URL in another form', async () => {
    const world = await worldWithReceiver();
    const subscription = onlySubscription(world);
    const { id, notificationUrl } = subscription;
    await world.test.database
      .sql`update drive.subscription set state = 'creating', remote_id = null, expires_at = null`;
    subscription.notificationUrl = notificationUrl.replace('http:', 'HTTP:');
    world.site.faults.respond({ on: 'subscriptions', times: 1, status: 409 });
    await world.runJob('drive.tick');
    expect(onlySubscription(world).id).toBe(id);
    expect(await statusOf(world)).toMatchObject({ subscriptionHealth: 'active', subscription: { remoteId: id } });
  });

  test('fails after three attempts if the site reports it as existing but does not list it', async () => {
    const world = await worldWithReceiver();
    await world.test.database.sql`delete from drive.subscription`;
    world.site.subscriptions.clear();
    world.site.faults.add({
      on: 'subscriptions',
      times: 100,
      ...faultKinds.unlistedSubscription(),
    });
    const requestCount = world.site.requestsOf('subscriptions').length;
    await world.runJob('drive.tick');
    const requested = world.site.requestsOf('subscriptions').slice(requestCount);
    expect(requested.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET', 'POST', 'GET']);
    expect((await statusOf(world)).subscription?.lastError).toContain(
      'as a duplicate (status 409), but lists no matching subscription',
    );
  });

  test('whose secret is unknown is replaced', async () => {
    const world = await worldWithReceiver();
    const { id } = onlySubscription(world);
    await world.test.database.sql`delete from drive.subscription`;
    await world.runJob('drive.tick');
    expect(onlySubscription(world).id).not.toBe(id);
    await world.site.notify();
    expect((await statusOf(world)).receiver).toEqual({ accepted: 1, dropped: 0 });
  });

  test('leaves the site connected if it cannot be created, and is retried', async () => {
    const world = await worldWithReceiver({ RAMPART_DRIVE_NOTIFICATION_URL: 'http://127.0.0.1:9/drive/notifications' });
    expect(await statusOf(world)).toMatchObject({ isConnected: true, subscriptionHealth: 'failing' });
    expect((await statusOf(world)).subscription?.lastError).toContain('Subscription validation request failed');
    await world.runJob('drive.tick');
    expect(world.site.requestsOf('subscriptions').length).toBe(2);
    await expectEqual(world);
  });

  test('is deleted on disconnection; the copy remains', async () => {
    const world = await worldWithReceiver();
    await world.sync();
    expect(await world.service.disconnectDrive(administrator)).toMatchObject({ subscriptionError: null });
    expect(world.site.subscriptions.size).toBe(0);
    const status = await statusOf(world);
    expect(status).toMatchObject({ isConnected: false, reason: 'Disconnected', counts: { files: 1 } });
    const requestCount = world.site.requests.length;
    await world.runJob('drive.tick');
    expect(world.site.requests.length).toBe(requestCount);
    await expect(world.sync()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('notifications', () => {
  test('synchronize the copy, even if they are repeated, late or in batches', async () => {
    const world = await worldWithReceiver();
    await world.sync();
    world.site.content.addFile('b.txt', 'second');
    expect(await world.site.notify()).toEqual([202]);
    expect(await world.site.notify()).toEqual([202]);
    await world.runJob('drive.sync');
    await expectEqual(world);
    const runs = () => world.test.database.sql`select trigger from drive.sync_run order by id`;
    expect((await runs()).map(({ trigger }) => trigger)).toEqual(['request', 'notification']);
    await world.runJob('drive.sync');
    expect(await runs()).toHaveLength(2);
    const { id, clientState } = onlySubscription(world);
    const notification = { subscriptionId: id, clientState };
    await world.service.receiveNotifications(fromOutside, {
      notifications: [notification, notification, notification],
    });
    await world.runJob('drive.tick');
    expect(await runs()).toHaveLength(3);
  });

  test.each([
    ['with a wrong clientState', { clientState: 'wrong' }],
    ['with an empty clientState', { clientState: '' }],
    ['for an unknown subscription', { subscriptionId: 'subscription-of-nobody' }],
  ])('%s get the same response as all others, and are counted and dropped', async (_, overrides) => {
    const world = await worldWithReceiver();
    await world.sync();
    expect(await world.site.notify(overrides)).toEqual([202]);
    expect((await statusOf(world)).receiver).toEqual({ accepted: 0, dropped: 1 });
    await world.runJob('drive.sync');
    expect((await statusOf(world)).lastRun?.trigger).toBe('request');
  });

  test('that cannot be stored in time are rejected with 503 before the site stops waiting', async () => {
    const world = await worldWithReceiver();
    const { sql } = world.test.database;
    const startMs = performance.now();
    const statuses = await sql.begin(async (holder) => {
      await holder`lock table drive.receiver_count`;
      return await world.site.notify();
    });
    expect(statuses).toEqual([503]);
    // Microsoft Graph waits for 10 seconds.
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(await world.site.notify()).toEqual([202]);
  });

  test('cause one sync, regardless of how many arrive before it', async () => {
    const world = await worldWithReceiver();
    await world.sync();
    const { id, clientState } = onlySubscription(world);
    const notifications = Array.from({ length: 1000 }, () => ({ subscriptionId: id, clientState }));
    const waiting = () => world.test.database.sql`select from drive.notification where run_id is null`;
    for (let batch = 0; batch < 3; batch++) await world.service.receiveNotifications(fromOutside, { notifications });
    expect(await waiting()).toHaveLength(1);
    expect((await statusOf(world)).receiver).toEqual({ accepted: 3000, dropped: 0 });
    await world.runJob('drive.sync');
    expect(await waiting()).toHaveLength(0);
    await world.service.receiveNotifications(fromOutside, { notifications });
    expect(await waiting()).toHaveLength(1);
  });

  test('cause a second sync if they arrive during the first', async () => {
    const world = await worldWithReceiver();
    world.site.faults.add({
      on: 'download',
      times: 1,
      async beforeResponse() {
        world.site.content.addFile('late.txt', 'late');
        await world.site.notify();
      },
    });
    await world.sync();
    await expectEqual(world);
    const runs = await world.test.database.sql`select trigger from drive.sync_run order by id`;
    expect(runs.map(({ trigger }) => trigger)).toEqual(['request', 'notification']);
  });

  test('cause another sync after a sync that failed', async () => {
    const world = await worldWithReceiver();
    await world.sync();
    await world.site.notify();
    world.site.faults.respond({ on: 'delta', times: 100, status: 500 });
    await world.runJob('drive.sync');
    expect((await statusOf(world)).lastRun?.outcome).toBe('failed');
    world.site.faults.clear();
    world.site.content.addFile('b.txt', 'second');
    world.clock.seconds += 3600;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('about the lifecycle of the subscription renew or recreate it', async () => {
    const world = await worldWithReceiver({}, { lifecycle: true });
    const first = onlySubscription(world);
    const { expirationDateTime } = first;
    expect(first.lifecycleNotificationUrl).toBe(`${first.notificationUrl}/lifecycle`);
    world.clock.seconds += 60;
    expect(await world.site.subscriptions.notifyLifecycle('reauthorizationRequired')).toEqual([202]);
    await world.runJob('drive.subscription');
    expect(onlySubscription(world).expirationDateTime).not.toBe(expirationDateTime);
    expect(await world.site.subscriptions.notifyLifecycle('subscriptionRemoved')).toEqual([202]);
    // No notification of this change was sent.
    world.site.content.addFile('b.txt', 'second');
    await world.runJob('drive.subscription');
    expect(onlySubscription(world).id).not.toBe(first.id);
    await world.runJob('drive.sync');
    await expectEqual(world);
    world.site.content.addFile('c.txt', 'third');
    expect(await world.site.subscriptions.notifyLifecycle('missed')).toEqual([202]);
    await world.runJob('drive.sync');
    await expectEqual(world);
  });

  test('about the lifecycle are requested by a new subscription when a URL is configured, and no longer when it is not', async () => {
    const world = await worldWithReceiver();
    const first = onlySubscription(world);
    expect(await world.site.subscriptions.notifyLifecycle('missed')).toEqual([]);
    const url = first.notificationUrl;
    const { configuration } = world.platform;
    const other = createDriveService(
      {
        ...world.platform,
        configuration: { ...configuration, drive: { ...configuration.drive, lifecycleNotificationUrl: url } },
      },
      { sleep: async () => {}, random: () => 0 },
    );
    onTestFinished(() => other.close());
    await other.connectDrive(administrator);
    const second = onlySubscription(world);
    expect([second.id === first.id, second.lifecycleNotificationUrl]).toEqual([false, url]);
    await world.runJob('drive.tick');
    expect(onlySubscription(world)).not.toHaveProperty('lifecycleNotificationUrl');
  });

  test('are replaced by polling if they are missed', async () => {
    const world = await worldWithReceiver();
    await world.sync();
    world.site.content.addFile('b.txt', 'second');
    const queryCount = world.site.requestsOf('delta').length;
    await world.runJob('drive.tick');
    expect(world.site.requestsOf('delta').length).toBe(queryCount);
    world.clock.seconds += 601;
    await world.runJob('drive.tick');
    await expectEqual(world);
  });

  test('are accepted only at the documented path or from operators', async () => {
    const world = await driveWorld();
    const requested = world.service.receiveNotifications({ ...fromOutside, via: 'graphql' }, { notifications: [] });
    await expect(requested).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('two processes', () => {
  test('synchronize a site one after the other, never concurrently', async () => {
    const world = await worldWithReceiver();
    for (let index = 0; index < 30; index++) world.site.content.addFile(`file-${index}`, `content ${index}`);
    const other = world.another();
    const signal = new AbortController().signal;
    await Promise.all([world.sync(), other.syncDrive(administrator, { signal })]);
    await other.close();
    await expectEqual(world);
    expect(world.site.downloads.length).toBe(31);
    const runs = await world.test.database.sql`
      select 1 from drive.sync_run a join drive.sync_run b on a.id < b.id
      where a.finished_at > b.started_at and b.finished_at > a.started_at and a.downloads > 0 and b.downloads > 0`;
    expect(runs).toHaveLength(0);
  });
});
