import { expect, onTestFinished, test, vi } from 'vitest';
import { createTargetSender, startSending } from '../../subgraphs/notifications/delivery/index.js';
import { mailRule } from './support/mail-rule.js';
import { describeNotifications } from './support/notification-world.js';

const world = describeNotifications();

test('a target that does not respond does not delay messages of other rules that are queued later', async () => {
  const targets = createTargetSender({ allowPrivate: true });
  const stop = startSending({ ...world.dependencies, targets });
  onTestFinished(stop);
  await world.addRule({ address: `${world.receiver.url}/slow` });
  world.receiver.next.push('hang');
  await world.recordEvents('alice');
  await vi.waitFor(() => expect(world.usernamesAt('/slow')).toEqual(['alice']), { timeout: 10_000, interval: 50 });
  await world.addRule({ address: `${world.receiver.url}/other` });
  await world.recordEvents('bob', 'carol');
  await vi.waitFor(() => expect(world.usernamesAt('/other')).toEqual(['bob', 'carol']), {
    timeout: 10_000,
    interval: 50,
  });
  expect(world.usernamesAt('/slow')).toEqual(['alice']);
});

test('a process that stops does not wait for a mail server that does not respond, and the email is retried', async () => {
  const { server, rule, dependencies } = await mailRule(world, { onMessage: () => 'hang' });
  const targets = createTargetSender({ allowPrivate: true });
  const stop = startSending({ ...dependencies, targets });
  await world.recordEvents('alice');
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000, interval: 50 });
  await stop();
  expect(await world.deliveriesOf(rule.id)).toMatchObject([
    { status: 'pending', attempts: 1, lastError: 'Message sending aborted' },
  ]);
});
