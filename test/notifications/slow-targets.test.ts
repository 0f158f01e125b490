import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../platform/log.js';
import { createTargetSender, startSending } from '../../subgraphs/notifications/delivery/index.js';
import type { TargetSender } from '../../subgraphs/notifications/dependencies.js';
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

test('a process that stops does not wait for a mail server that does not respond, and does not count the attempt', async () => {
  const { server, rule, dependencies } = await mailRule(world, { onMessage: () => 'hang' });
  const targets = createTargetSender({ allowPrivate: true });
  const stop = startSending({ ...dependencies, targets });
  await world.recordEvents('alice');
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000, interval: 50 });
  await stop();
  expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }]);
});

test('rules with the same slow target do not wait for each other, and a stop does not count their attempts', async () => {
  const stop = startSending({ ...world.dependencies, targets: createTargetSender({ allowPrivate: true }) });
  onTestFinished(stop);
  const rules = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    rules.push((await world.addRule({ name })).rule);
    world.receiver.next.push('hang');
  }
  await world.recordEvents('alice');
  await vi.waitFor(() => expect(world.receiver.requests).toHaveLength(5), { timeout: 10_000, interval: 50 });
  await stop();
  for (const { id } of rules)
    expect(await world.deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }]);
});

test('a failure to record a result is logged, and the message is sent again after the lease', async () => {
  const logged: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(line) } });
  const { database: stored } = world.dependencies;
  const [guard, transaction] = [stored.guard.bind(stored), stored.transaction.bind(stored)];
  let isLost = false;
  const targets: TargetSender = {
    ...world.dependencies.targets,
    async post(...request) {
      const response = await world.dependencies.targets.post(...request);
      isLost = world.receiver.requests.length === 1;
      return response;
    },
    close: async () => {},
  };
  const losing: typeof guard = (run) => {
    if (!isLost) return guard(run);
    isLost = false;
    return Promise.reject(new Error('the connection was lost'));
  };
  const database = { ...stored, guard: losing, transaction };
  await world.addRule();
  await world.recordEvents('alice');
  onTestFinished(startSending({ ...world.dependencies, database, targets, log }));
  await vi.waitFor(() => expect(logged.join()).toContain('the connection was lost'), { timeout: 10_000, interval: 50 });
  await world.expireLeases();
  await vi.waitFor(() => expect(world.usernamesAt()).toEqual(['alice', 'alice']), { timeout: 10_000, interval: 50 });
});
