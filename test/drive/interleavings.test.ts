import { describe, expect, test } from 'vitest';
import { explore } from '../support/interleavings/explore.js';
import { administrator, fromOutside } from './support/drive-world.js';
import { DriveModel } from './support/model/drive-model.js';
import { openEnvironment } from './support/model/environment.js';

const environment = await openEnvironment();
const { site } = environment;
const { database } = environment.test;

interface Scenario {
  readonly from?: 'unconnected' | 'followed';
  begin(model: DriveModel): void | Promise<void>;
  /** Verifies that nothing was lost; default: `expectFollowed`. */
  check?(model: DriveModel): Promise<void>;
}

/** Runs a scenario in every order of its steps that can affect the outcome. */
async function exploreAll({ from = 'followed', begin, check = expectFollowed }: Scenario): Promise<void> {
  const { orders } = await explore(async () => {
    await environment.reset(from);
    const model = new DriveModel(environment);
    await begin(model);
    return {
      ready: () => model.ready(),
      step: (actor) => model.step(actor),
      async check() {
        expect(model.stage.failures).toEqual([]);
        await check(model);
      },
      end: () => model.end(),
    };
  });
  expect(orders).toBeGreaterThan(1);
}

/** The copy equals the site, no notification is pending, and the site has the active subscription. */
async function expectFollowed(model: DriveModel): Promise<void> {
  await expectEqualCopy();
  expect(await database.sql`select from drive.notification where run_id is null`).toHaveLength(0);
  const subscriptions = await database.sql`select remote_id, state from drive.subscription where state <> 'removed'`;
  expect(subscriptions).toMatchObject([{ remote_id: expect.any(String), state: 'active' }]);
  expect([...site.subscriptions.keys()]).toContain(subscriptions[0]?.remote_id);
  await expectCounts(model);
}

async function expectEqualCopy(): Promise<void> {
  const items = await database.sql`select name from drive.item where deleted_at is null and not is_root order by name`;
  expect(items.map(({ name }) => `/${name}`)).toEqual(site.content.folders());
}

/** All notifications of the active subscription were accepted, and no forged ones. */
async function expectCounts(model: DriveModel): Promise<void> {
  const { genuine, forged } = model.delivered;
  const unstored = await model.unstoredNotifications();
  const { accepted, dropped: stored } = await receiverCounts();
  const dropped = stored + unstored;
  expect(accepted + dropped).toBe(genuine.length + forged);
  expect(dropped).toBeGreaterThanOrEqual(forged);
  const [inUse] = await database.sql`select remote_id from drive.subscription where state = 'active'`;
  expect(accepted).toBeGreaterThanOrEqual(genuine.filter((id) => id === inUse?.remote_id).length);
}

async function receiverCounts(): Promise<{ accepted: number; dropped: number }> {
  const counts = await database.sql`select kind, count::int from drive.receiver_count`;
  return { accepted: 0, dropped: 0, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) };
}

/**
 * Like `expectFollowed`, and the next change is found by its notification, because the clientState of the active
 * subscription is known.
 */
async function expectNextFollowed(model: DriveModel): Promise<void> {
  await expectFollowed(model);
  const { accepted } = await receiverCounts();
  site.content.addFolder('the next change');
  const { service } = model.process(model.receiver);
  for (const { id, clientState } of site.subscriptions.values()) {
    await service.receiveNotifications(fromOutside, { notifications: [{ subscriptionId: id, clientState }] });
  }
  expect((await receiverCounts()).accepted).toBe(accepted + 1);
  await model.runJob(model.receiver, 'drive.sync');
  await expectEqualCopy();
}

/** The site has removed the subscription, and the process knows it. */
async function loseSubscription(): Promise<void> {
  site.subscriptions.clear();
  await database.sql`update drive.subscription set state = 'removed'`;
}

/** A process maintains the subscription and is killed at some point. Another one runs the job of the next minute. */
function keepWithCrash(model: DriveModel): void {
  model.addJob('command', 'drive.subscription');
  model.addWorker('server', { isIdle: true });
  model.addCrash('command', 'server', () => model.addJob('second server', 'drive.tick'));
}

describe('applies every change with the next sync, in any order of the steps of', () => {
  test('the first subscription, the first sync, a change and its notification', async () => {
    await exploreAll({
      from: 'unconnected',
      begin(model) {
        model.add('command', 'connects', async () => {
          await model.process('command').service.connectDrive(administrator);
        });
        model.addWorker('server');
        model.addChange();
      },
    });
  });

  test('a new subscription, a change and its notification, and a crash of the process that creates the subscription', async () => {
    await exploreAll({
      async begin(model) {
        await loseSubscription();
        keepWithCrash(model);
        model.addChange();
      },
      check: expectNextFollowed,
    });
  });

  test('a new subscription at a site that accepts two equal ones, and a crash of the process that creates it', async () => {
    await exploreAll({
      async begin(model) {
        await loseSubscription();
        site.subscriptions.allowsEqual = true;
        site.content.addFolder('a change without a notification');
        keepWithCrash(model);
      },
      check: expectNextFollowed,
    });
  });

  test('the removal of a subscription, the next one, a change and its notification', async () => {
    await exploreAll({
      begin(model) {
        model.addWorker('server');
        model.addLifecycleEvent('subscriptionRemoved');
        model.addChange();
      },
    });
  });

  test('the removal of a subscription, with two servers', async () => {
    await exploreAll({
      begin(model) {
        model.addWorker('server');
        model.addWorker('second server');
        model.addLifecycleEvent('subscriptionRemoved');
      },
    });
  });

  test('the removal of a subscription that is being created', async () => {
    await exploreAll({
      async begin(model) {
        await loseSubscription();
        model.addJob('command', 'drive.subscription');
        model.addWorker('server', { isIdle: true });
        model.addLifecycleEvent('subscriptionRemoved');
      },
    });
  });

  test('a renewal that the site requests, a change and its notification', async () => {
    await exploreAll({
      begin(model) {
        model.addWorker('server');
        model.addLifecycleEvent('reauthorizationRequired');
        model.addChange();
      },
    });
  });

  test('a renewal that finds the subscription lost, and a crash of the process that renews it', async () => {
    await exploreAll({
      async begin(model) {
        site.subscriptions.clear();
        site.content.addFolder('a change without a notification');
        await database.sql`update drive.subscription set renewal_requests = 1`;
        keepWithCrash(model);
      },
      check: expectNextFollowed,
    });
  });

  test('a subscription whose clientState is unknown, and a crash of the process that replaces it', async () => {
    await exploreAll({
      async begin(model) {
        for (const subscription of site.subscriptions.values()) {
          Object.assign(subscription, { clientState: 'unknown', expirationDateTime: '2027-01-01T00:00:00Z' });
        }
        await database.sql`update drive.subscription set state = 'removed'`;
        keepWithCrash(model);
      },
      check: expectNextFollowed,
    });
  });

  test('syncs, two changes and their notifications', async () => {
    await exploreAll({
      begin(model) {
        model.addWorker('server');
        model.addChange();
        model.addChange();
      },
    });
  });

  test('a sync, a change and its notification, and a crash of the server', async () => {
    await exploreAll({
      begin(model) {
        model.addWorker('server');
        model.addChange();
        model.addCrash('server', 'second server', () => {
          model.addJob('second server', 'drive.tick');
          model.addWorker('second server', { isIdle: true });
        });
      },
    });
  });
});

test('leaves no subscription on the site, in any order of the steps of a disconnection and a new subscription', async () => {
  await exploreAll({
    async begin(model) {
      await loseSubscription();
      model.addJob('server', 'drive.subscription');
      model.add('command', 'disconnects', async () => {
        await model.process('command').service.disconnectDrive(administrator);
      });
    },
    async check() {
      expect(await database.sql`select from drive.subscription where state <> 'removed'`).toHaveLength(0);
      expect([...site.subscriptions.keys()]).toEqual([]);
    },
  });
});
