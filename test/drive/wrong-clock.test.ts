import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReceiver } from './support/folder-mirror.js';
import { mirrorWithClients } from './support/mirror-with-clients.js';

const dayMs = 86_400_000;
const { mirror, subscribe, notifySubscribers } = await mirrorWithClients();

test('after a clock that was a day ahead is corrected, failed notifications of the mirror are retried', async () => {
  let status = 503;
  const receiver = await startReceiver(undefined, () => status);
  const expirationDateTime = new Date(mirror.clock.now() + 7 * dayMs).toISOString();
  expect(await subscribe({ notificationUrl: receiver.url, expirationDateTime })).toMatchObject({ status: 201 });
  writeFileSync(join(mirror.folder, 'b.txt'), 'new');
  await mirror.scan();
  mirror.clock.advance(dayMs);
  await notifySubscribers();
  expect(receiver.notifications).toHaveLength(1);
  status = 202;
  mirror.clock.advance(-dayMs);
  await notifySubscribers();
  expect(receiver.notifications).toHaveLength(2);
});

test('subscriptions to the mirror remain after a clock that was a month ahead is corrected', async () => {
  const receiver = await startReceiver();
  const expirationDateTime = new Date(mirror.clock.now() + 7 * dayMs).toISOString();
  await subscribe({ notificationUrl: receiver.url, expirationDateTime });
  mirror.clock.advance(30 * dayMs);
  await notifySubscribers();
  mirror.clock.advance(-30 * dayMs);
  writeFileSync(join(mirror.folder, 'c.txt'), 'new');
  await mirror.scan();
  await notifySubscribers();
  expect(receiver.notifications).toHaveLength(1);
  const sweep = mirror.service.jobs.find(({ name }) => name === 'drive.sweep-mirror-subscriptions');
  expect(sweep?.deletesHistory).toBe(true); // Skipped while the clock may be ahead.
  mirror.clock.advance(30 * dayMs);
  await sweep?.run({});
  expect(await mirror.platform.database.sql`select from drive.mirror_subscription`).toHaveLength(0);
});
