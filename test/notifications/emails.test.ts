import { expect, test } from 'vitest';
import { mailRule } from './support/mail-rule.js';
import { describeNotifications, secondMs } from './support/notification-world.js';

const world = describeNotifications();

test('email is sent to the address of the rule, with the same id after a failure', async () => {
  let rejections = 1;
  const { server, rule, dependencies } = await mailRule(world, {
    onMessage: () => (rejections-- > 0 ? { code: 451, message: 'later' } : null),
  });
  await world.recordEvents('al\nBcc: x@evil.example');
  await world.routeAndSend(dependencies);
  world.clock.milliseconds += 5 * secondMs;
  await world.routeAndSend(dependencies);
  const [first, retried] = server.received;
  expect(retried).toMatchObject({ to: ['soc@mail.example'], messageId: first?.messageId });
  expect(retried?.text).toContain('Subject: [Rampart] al Bcc: x@evil.example has requested an account');
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});

test('email is retried after the server rejected the sender, which is an error of the settings', async () => {
  let rejections = 1;
  const { server, rule, dependencies } = await mailRule(world, {
    options: {
      onMailFrom: (_address, _session, done) =>
        rejections-- > 0 ? done(Object.assign(new Error('authentication required'), { responseCode: 530 })) : done(),
    },
  });
  await world.recordEvents('al');
  await world.routeAndSend(dependencies);
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'pending', attempts: 1, lastStatus: 530 }]);
  world.clock.milliseconds += 5 * secondMs;
  await world.routeAndSend(dependencies);
  expect(server.received).toHaveLength(1);
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});

test('email is dead after the server rejected the recipient permanently', async () => {
  const { rule, dependencies } = await mailRule(world, {
    onRecipient: () => ({ code: 550, message: 'no such mailbox' }),
  });
  await world.recordEvents('al');
  await world.routeAndSend(dependencies);
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'dead', attempts: 1, lastStatus: 550 }]);
});
