import { expect, test } from 'vitest';
import { dayMs } from '../../platform/durations.js';
import { describeNotifications, hourMs, minuteMs, secondMs } from './support/notification-world.js';

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

test('a message that a process was sending when it was killed, while the clock was ahead, is sent again', async () => {
  const { rule } = await world.addRule();
  await world.recordEvents('a');
  await world.routeEvents();
  const leasedAt = world.clock.milliseconds + dayMs;
  await world.sql`update notifications.queue set lease = gen_random_uuid(), leased_at = ${leasedAt},
    leased_until = ${leasedAt + minuteMs} where rule_id = ${rule.id}`;
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
