import { expect, test } from 'vitest';
import { dayMs } from '../../platform/durations.js';
import { sendNext } from '../../subgraphs/notifications/delivery/index.js';
import type { NotificationDependencies } from '../../subgraphs/notifications/dependencies.js';
import { describeNotifications, hourMs, secondMs } from './support/notification-world.js';

const world = describeNotifications();
const yearMs = 365 * 24 * hourMs;

test.each([
  ['a year', yearMs],
  ['a day', dayMs],
])('a message that failed while the clock was %s ahead is retried after the clock is corrected', async (_, ahead) => {
  await world.addRule();
  world.receiver.next.push(500);
  world.clock.milliseconds += ahead;
  await world.recordEvents('a', 'b');
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
  world.clock.milliseconds -= ahead;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a', 'a', 'b']);
});

test('a message that waited for the end of quiet hours while the clock was a day ahead is sent after both', async () => {
  const { rule } = await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  await world.changeRule({ id: rule.id, quietHours: { from: '00:00', to: '23:59', timeZone: 'UTC' } });
  world.clock.milliseconds += dayMs;
  await world.routeAndSend();
  world.clock.milliseconds -= dayMs;
  await world.sql`update notifications.rule set quiet_from = null, quiet_to = null, time_zone = null`;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a message that a process was sending when it was killed is sent again after the clock of the database is corrected', async () => {
  await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  await world.sql`update notifications.queue set lease = gen_random_uuid(),
    leased_until = extract(epoch from clock_timestamp()) * 1000 + ${dayMs}`;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
});

/** Begins to send the next message. The target responds when the returned function is called. */
async function beginSending(dependencies: NotificationDependencies = world.dependencies) {
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
  const { promise: found, resolve: onFound } = Promise.withResolvers<void>();
  const targets: NotificationDependencies['targets'] = {
    ...dependencies.targets,
    async post(...request) {
      await responded;
      return await dependencies.targets.post(...request);
    },
  };
  const sending = sendNext({ ...dependencies, targets }, { onFound });
  await Promise.race([found, sending]);
  return async () => {
    respond();
    return await sending;
  };
}

test('a message that failed while the clock was a year ahead is retried by one of several senders', async () => {
  await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  await world.sql`update notifications.queue set retry_at = ${world.clock.milliseconds + yearMs}`;
  const senders = [await beginSending(), await beginSending(), await beginSending()];
  expect(await Promise.all(senders.map((end) => end()))).toEqual([true, false, false]);
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a message is sent once by two servers whose clocks differ by an hour', async () => {
  await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  const ahead = { now: () => world.clock.milliseconds + hourMs };
  const senders = [await beginSending({ ...world.dependencies, clock: ahead }), await beginSending()];
  expect(await Promise.all(senders.map((end) => end()))).toEqual([true, false]);
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a message that failed while the clock was ahead is sent after a restart if a stopping server was sending it', async () => {
  await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  const leasedAt = world.clock.milliseconds + dayMs;
  await world.sql`update notifications.queue set leased_at = ${leasedAt}, retry_at = ${leasedAt + 5 * secondMs}`;
  const post = () => Promise.reject(new Error('the target was closed'));
  const stopping = { ...world.dependencies, targets: { ...world.dependencies.targets, post } };
  expect(await sendNext(stopping, { closing: AbortSignal.abort() })).toBe(true);
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a rule that was enabled while the clock of the database was ahead sends the events after the clock is corrected', async () => {
  await world.addRule();
  await world.sql`update notifications.rule set active_from = active_from + ${yearMs / secondMs}`;
  await world.recordEvents('a');
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a message is not retried early by a server whose clock is a little behind', async () => {
  await world.addRule();
  world.receiver.next.push(500);
  await world.recordEvents('a');
  await world.routeEvents();
  await world.sql`update notifications.delivery set attempts = 8`;
  const maxPause = { ...world.dependencies, random: () => 1 };
  await world.routeAndSend(maxPause);
  world.clock.milliseconds -= secondMs;
  await world.routeAndSend(maxPause);
  expect(world.usernamesAt()).toEqual(['a']);
});

test('a message waits for a day if the receiver requests a longer time', async () => {
  await world.addRule();
  world.receiver.next.push({ status: 503, headers: { 'retry-after': '999999999' } });
  await world.recordEvents('a');
  await world.routeAndSend();
  world.clock.milliseconds += 24 * hourMs - secondMs;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']);
  world.clock.milliseconds += secondMs;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a', 'a']);
});
