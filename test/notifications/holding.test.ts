import { describe, expect, test } from 'vitest';
import { sendTest } from '../../subgraphs/notifications/administration/service/operate-rules.js';
import { NotificationKind } from '../../subgraphs/notifications/vocabulary.js';
import { admin, describeNotifications, hourMs, minuteMs, secondMs } from './support/notification-world.js';

const world = describeNotifications();

describe('a throttle', () => {
  test('sends as many messages as it permits, and the others as one summary after the period', async () => {
    const { rule } = await world.addRule({ throttle: { max: 2, periodSeconds: 600 } });
    await world.recordEvents('a', 'b', ...Array.from({ length: 41 }, (_, index) => `held ${index}`));
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a', 'b']);
    expect(await world.stateOf(rule.id)).toMatchObject({ held: 41, pending: 0 });
    world.clock.milliseconds += 10 * minuteMs - secondMs;
    await world.recordEvents('later');
    await world.routeAndSend();
    expect(world.usernamesAt()).toHaveLength(2);
    world.clock.milliseconds += secondMs;
    await world.recordEvents('next', 'too many');
    await world.routeAndSend();
    expect(world.receiver.bodies().slice(2)).toMatchObject([
      {
        type: 'notification.summary',
        data: { reason: 'throttle', total: 42, counts: { 'account.requested': 42 }, from: '2026-06-01T12:00:00.000Z' },
      },
      { data: { username: 'next' } }, // The summary counts as a message in its period.
    ]);
    expect(world.receiver.bodies()[2].data.examples).toHaveLength(10);
    expect(await world.stateOf(rule.id)).toMatchObject({ held: 1 });
    world.clock.milliseconds += 10 * minuteMs;
    await world.routeAndSend();
    expect(world.receiver.bodies().at(-1)).toMatchObject({ data: { total: 1 } });
    expect(await world.stateOf(rule.id)).toMatchObject({ held: 0 });
  });

  test('starts each period at zero, even after a period with the maximum number of messages', async () => {
    await world.addRule({ throttle: { max: 1, periodSeconds: 600 } });
    await world.recordEvents('first period');
    await world.routeAndSend();
    world.clock.milliseconds += 10 * minuteMs;
    for (const name of ['second period', 'too many', 'too many']) {
      await world.recordEvents(name);
      await world.routeAndSend();
    }
    expect(world.usernamesAt()).toEqual(['first period', 'second period']);
  });
});

describe('quiet hours', () => {
  test.each([
    [
      'over midnight in Berlin',
      { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
      '2026-06-01T20:00:00Z',
      '2026-06-02T05:00:00Z',
    ],
    [
      'with another offset in winter',
      { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
      '2026-12-01T21:00:00Z',
      '2026-12-02T06:00:00Z',
    ],
    [
      'within a day in Kolkata',
      { from: '12:30', to: '13:00', timeZone: 'Asia/Kolkata' },
      '2026-06-01T07:00:00Z',
      '2026-06-01T07:30:00Z',
    ],
  ])('%s hold messages back from their first to their last second', async (_, quietHours, begin, end) => {
    await world.addRule({ quietHours });
    world.clock.milliseconds = Date.parse(begin) - secondMs;
    await world.recordEvents('before');
    await world.routeAndSend();
    world.clock.milliseconds += secondMs;
    await world.recordEvents('in it');
    await world.routeAndSend();
    world.clock.milliseconds = Date.parse(end) - secondMs;
    await world.recordEvents('at its end');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['before']);
    world.clock.milliseconds += secondMs;
    await world.recordEvents('after');
    await world.routeAndSend();
    expect(world.receiver.bodies().slice(1)).toMatchObject([
      { type: 'notification.summary', data: { reason: 'quiet_hours', total: 2 } },
      { data: { username: 'after' } },
    ]);
  });
});

test('messages that failed before the quiet hours are sent after them, in order, but tests are sent at once', async () => {
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
  const { rule } = await world.addRule({ quietHours });
  const tested = await world.addRule({ quietHours, address: `${world.receiver.url}/tested` });
  await world.changeRule({ id: tested.rule.id, kinds: [NotificationKind.CONTROLLER_REGISTERED] });
  world.clock.milliseconds = Date.parse('2026-06-01T19:59:57Z');
  world.receiver.next.push(500);
  await world.recordEvents('failed', 'behind it');
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['failed']);
  for (const time of ['2026-06-01T20:00:02Z', '2026-06-02T01:00:00Z', '2026-06-02T04:59:59Z']) {
    world.clock.milliseconds = Date.parse(time);
    await world.recordEvents('held');
    await world.routeAndSend();
  }
  expect(world.usernamesAt()).toEqual(['failed']);
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
  await sendTest(world.dependencies, admin, { id: tested.rule.id });
  await world.routeAndSend();
  expect(world.usernamesAt('/tested')).toHaveLength(1);
  world.clock.milliseconds += secondMs;
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['failed', 'failed', 'behind it', expect.stringContaining('3 events held back')]);
});

test('held messages are retained during a restart and while their rule is disabled', async () => {
  const { rule } = await world.addRule({ throttle: { max: 1, periodSeconds: 60 } });
  await world.recordEvents('a', 'b');
  await world.routeAndSend();
  await world.changeRule({ id: rule.id, isEnabled: false });
  world.clock.milliseconds += hourMs;
  await world.routeAndSend();
  expect(await world.stateOf(rule.id)).toMatchObject({ held: 1 });
  await world.changeRule({ id: rule.id, isEnabled: true });
  await world.routeAndSend();
  expect(world.receiver.bodies().at(-1)).toMatchObject({ type: 'notification.summary', data: { total: 1 } });
});
