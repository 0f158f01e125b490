import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  resendDead,
  rotateSecret,
  sendTest,
} from '../../subgraphs/notifications/administration/service/operate-rules.js';
import {
  createSecretSeal,
  createTargetSender,
  sendNext,
  sweepDeliveriesJob,
} from '../../subgraphs/notifications/delivery/index.js';
import { NotificationKind, NotificationTarget } from '../../subgraphs/notifications/vocabulary.js';
import { admin, describeNotifications, hourMs, minuteMs, secondMs } from './support/notification-world.js';

const world = describeNotifications({ RAMPART_NOTIFICATIONS_ENCRYPTION_KEY: 'a-key-of-these-tests-only' });

describe('a webhook', () => {
  test('has a signature that the reference library of Standard Webhooks accepts', async () => {
    world.clock.milliseconds = Date.now(); // The library accepts signatures of recent minutes only.
    const { secret } = await world.addRule();
    await world.recordEvents('alice');
    await world.routeAndSend();
    const [request] = world.receiver.requests;
    const headers = request?.headers as Record<string, string>;
    const payload = new Webhook(secret ?? '').verify(request?.body ?? '', headers);
    expect(payload).toMatchObject({ type: 'account.requested', data: { username: 'alice', tenantId: null } });
    expect(() => new Webhook(secret ?? '').verify(`${request?.body} `, headers)).toThrow();
    expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f-]{36}$/);
  });

  test('has the signatures of both secrets while the old one is valid, and only that of the new one afterwards', async () => {
    world.clock.milliseconds = Date.now();
    const { rule, secret } = await world.addRule();
    const rotated = await rotateSecret(world.dependencies, admin, { id: rule.id, oldValidSeconds: 60 });
    await world.recordEvents('alice');
    await world.routeAndSend();
    world.clock.milliseconds += minuteMs;
    await world.recordEvents('bob');
    await world.routeAndSend();
    const verifies = (index: number, by: string | null) => {
      const request = world.receiver.requests[index];
      try {
        new Webhook(by ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([verifies(0, secret), verifies(0, rotated.secret)]).toEqual([true, true]);
    expect([verifies(1, secret), verifies(1, rotated.secret)]).toEqual([false, true]);
  });

  test('is not sent if its secret was encrypted with another key, and secrets are stored only in encrypted form', async () => {
    const { rule, secret } = await world.addRule();
    const [row] = await world.sql`select sealed from notifications.secret`;
    expect(row?.sealed).toMatch(/^aes-256-gcm:/);
    expect(row?.sealed).not.toContain(secret);
    await world.recordEvents('alice');
    await world.routeAndSend({ ...world.dependencies, secretSeal: createSecretSeal('another one') });
    expect(world.receiver.requests).toEqual([]);
    const [delivery] = await world.deliveriesOf(rule.id);
    expect(delivery?.lastError).toContain('encryption_key');
  });

  test('is not sent to private addresses, or to hostnames that resolve to one', async () => {
    const { rule } = await world.addRule({ address: 'http://receiver.example/hook' });
    await world.recordEvents('alice');
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const targets = createTargetSender({ allowPrivate: false, resolve, timeoutMs: 300 });
    await world.routeAndSend({ ...world.dependencies, targets });
    await targets.close();
    expect(await world.deliveriesOf(rule.id)).toMatchObject([
      { status: 'pending', lastError: 'receiver.example resolves to 127.0.0.1, which is not allowed' },
    ]);
    const strict = { ...world.dependencies, settings: { ...world.dependencies.settings, allowPrivate: false } };
    const { createRule } = await import('../../subgraphs/notifications/administration/service/change-rules.js');
    for (const address of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'http://example.com/',
    ]) {
      const input = {
        name: address,
        kinds: [NotificationKind.ACCOUNT_REQUESTED],
        target: NotificationTarget.WEBHOOK,
        address,
      };
      await expect(createRule(strict, admin, input)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  test('does not follow redirects', async () => {
    const { rule } = await world.addRule();
    world.receiver.next.push({ status: 307, headers: { location: `${world.receiver.url}/elsewhere` } });
    await world.recordEvents('alice');
    await world.routeAndSend();
    expect(world.receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
    expect(await world.deliveriesOf(rule.id)).toMatchObject([{ status: 'pending', lastStatus: 307, attempts: 1 }]);
  });
});

describe('failures', () => {
  test('are retried with the same id and in the order of their rule, without delaying other rules', async () => {
    const { rule } = await world.addRule();
    await world.addRule({ address: `${world.receiver.url}/other` });
    world.receiver.next.push(500, 200, 200, 'reset', 'hang');
    await world.recordEvents('a', 'b');
    await world.routeAndSend();
    // The first request fails, whichever rule it belongs to; that rule waits.
    const failed = world.receiver.requests[0]?.path;
    const other = failed === '/hook' ? '/other' : '/hook';
    expect(world.usernamesAt(failed)).toEqual(['a']);
    expect(world.usernamesAt(other)).toEqual(['a', 'b']);
    world.clock.milliseconds += 5 * secondMs;
    await world.routeAndSend(); // reset
    await world.routeAndSend();
    world.clock.milliseconds += 5 * minuteMs;
    await world.routeAndSend(); // no response in time
    world.clock.milliseconds += 30 * minuteMs;
    await world.routeAndSend();
    expect(world.usernamesAt(failed)).toEqual(['a', 'a', 'a', 'a', 'b']);
    const ids = world.receiver.requests
      .filter(({ path }) => path === failed)
      .map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(ids[4]).not.toBe(ids[0]);
    expect((await world.stateOf(rule.id))?.pending).toBe(0);
  });

  test('become dead messages after the attempts that Standard Webhooks recommends, and can be sent again in order', async () => {
    const { rule } = await world.addRule();
    await world.recordEvents('a', 'b');
    world.receiver.next.push(...Array<number>(11).fill(503));
    await world.routeAndSend();
    for (const pause of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000]) {
      world.clock.milliseconds += (pause - 1) * secondMs;
      await world.routeAndSend();
      world.clock.milliseconds += secondMs;
      await world.routeAndSend();
    }
    expect(world.usernamesAt()).toEqual(Array(9).fill('a'));
    expect(await world.stateOf(rule.id)).toMatchObject({ pending: 2, dead: 0 });
    world.clock.milliseconds += 24 * hourMs;
    await world.routeAndSend();
    // The second message has waited during all attempts of the first one, so it has only one attempt.
    expect(world.usernamesAt()).toEqual([...Array(10).fill('a'), 'b']);
    expect(await world.stateOf(rule.id)).toMatchObject({ pending: 0, dead: 2 });
    const [first] = await world.deliveriesOf(rule.id);
    expect(first).toMatchObject({
      status: 'dead',
      attempts: 10,
      lastStatus: 503,
      lastError: 'the receiver responded with 503',
    });

    world.receiver.requests.length = 0;
    const resent = await resendDead(world.dependencies, admin, { ruleId: rule.id, deliveryIds: [first?.id ?? ''] });
    expect(resent).toMatchObject({ resent: 1, rule: { pending: 1, dead: 1 } });
    await resendDead(world.dependencies, admin, { ruleId: rule.id });
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a', 'b']);
    expect(world.receiver.requests[0]?.headers['webhook-id']).toBe(first?.id);
    expect(await world.stateOf(rule.id)).toMatchObject({ pending: 0, dead: 0 });
  });

  test('are deleted as dead messages after their retention, like delivered ones, and no longer counted', async () => {
    const { rule } = await world.addRule();
    await world.recordEvents('a', 'b', 'c');
    world.receiver.next.push(200, 410);
    await world.routeAndSend();
    expect(await world.stateOf(rule.id)).toMatchObject({ pending: 1, dead: 1 });
    const { run } = sweepDeliveriesJob(world.dependencies);
    await run({});
    expect(await world.deliveriesOf(rule.id)).toHaveLength(3);
    world.clock.milliseconds += world.dependencies.settings.retentionDays * 24 * hourMs + 1;
    await run({});
    expect(await world.deliveriesOf(rule.id)).toHaveLength(1);
    expect(await world.stateOf(rule.id)).toMatchObject({ pending: 1, dead: 0 });
  });

  test('are retried after the time in Retry-After', async () => {
    await world.addRule();
    world.receiver.next.push({ status: 429, headers: { 'retry-after': '120' } });
    await world.recordEvents('a');
    await world.routeAndSend();
    world.clock.milliseconds += 119 * secondMs;
    await world.routeAndSend();
    expect(world.receiver.requests).toHaveLength(1);
    world.clock.milliseconds += secondMs;
    await world.routeAndSend();
    expect(world.receiver.requests).toHaveLength(2);
  });

  test('with 410 Gone disable the rule, and its pending messages remain', async () => {
    const { rule } = await world.addRule();
    world.receiver.next.push(410);
    await world.recordEvents('a', 'b');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a']);
    expect(await world.stateOf(rule.id)).toMatchObject({
      isEnabled: false,
      pending: 1,
      dead: 1,
      disabledReason: expect.stringContaining('410'),
    });
    await world.recordEvents('while disabled');
    await world.routeAndSend();
    expect(await world.sql`select 1 from platform.event_cursor`).toHaveLength(0);
    await world.changeRule({ id: rule.id, isEnabled: true });
    await world.recordEvents('c');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a', 'b', 'c']);
  });
});

test('several processes send every message once, and the messages of each rule in order', async () => {
  const rules = await Promise.all(
    ['/1', '/2', '/3'].map((path) => world.addRule({ address: world.receiver.url + path })),
  );
  const names = Array.from({ length: 20 }, (_, index) => `user ${index}`);
  world.receiver.next.push(...Array.from({ length: 9 }, () => 500));
  const workers = Array.from({ length: 6 }, () =>
    (async () => {
      for (let round = 0; round < 12; round++) await world.routeAndSend();
    })(),
  );
  await world.recordEvents(...names);
  await Promise.all(workers);
  for (let attempt = 0; attempt < 6; attempt++) {
    world.clock.milliseconds += hourMs * 6;
    await Promise.all([world.routeAndSend(), world.routeAndSend(), world.routeAndSend(), world.routeAndSend()]);
  }
  for (const path of ['/1', '/2', '/3']) {
    const received = world.receiver.requests.filter((one) => one.path === path);
    const order = received.map(({ body }) => JSON.parse(body).data.username);
    expect(order.filter((name, index) => name !== order[index - 1])).toEqual(names);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(names.length);
  }
  expect(world.receiver.requests).toHaveLength(3 * 20 + 9);
  for (const { rule } of rules) expect(await world.stateOf(rule.id)).toMatchObject({ pending: 0, dead: 0 });
});

test('a rule with many messages does not delay the messages of another rule', async () => {
  for (const name of ['one', 'other']) await world.addRule({ name, address: `${world.receiver.url}/${name}` });
  await world.recordEvents('a', 'b', 'c');
  await world.routeAndSend();
  const [first, second] = world.receiver.requests.map(({ path }) => path);
  expect([first, second].toSorted()).toEqual(['/one', '/other']);
});

test('a message is sent again with the same id, in order, if a process stops after sending it and before recording the result', async () => {
  const { rule } = await world.addRule();
  await world.recordEvents('a', 'b');
  await world.routeEvents();
  // The connection to the database is lost after the request.
  const losingConnection = {
    ...world.dependencies,
    database: {
      ...world.dependencies.database,
      guard: world.dependencies.database.guard.bind(world.dependencies.database),
      transaction: world.dependencies.database.transaction.bind(world.dependencies.database),
    },
  };
  const targets = {
    ...losingConnection.targets,
    async post(...fixture: Parameters<typeof losingConnection.targets.post>) {
      const response = await world.dependencies.targets.post(...fixture);
      losingConnection.database.guard = () => Promise.reject(new Error('killed'));
      return response;
    },
  };
  await expect(sendNext({ ...losingConnection, targets })).rejects.toThrow('killed');
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a']); // The lease has not expired.
  await world.expireLeases();
  await world.routeAndSend();
  expect(world.usernamesAt()).toEqual(['a', 'a', 'b']);
  const ids = world.receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  expect(await world.stateOf(rule.id)).toMatchObject({ pending: 0, dead: 0 });
});

test('a test message is sent regardless of throttle and quiet hours', async () => {
  const quietHours = { from: '00:00', to: '23:59', timeZone: 'UTC' };
  const { rule } = await world.addRule({ quietHours, throttle: { max: 1, periodSeconds: 60 } });
  await sendTest(world.dependencies, admin, { id: rule.id });
  await world.routeAndSend();
  expect(world.receiver.bodies()).toMatchObject([{ type: 'notification.test', data: { rule: rule.name } }]);
});

test('Slack receives escaped text, and its webhook URL is not revealed', async () => {
  const { rule, secret } = await world.addRule({
    target: 'slack',
    address: `${world.receiver.url}/services/T0/B0/token`,
  });
  expect(secret).toBeNull();
  expect(JSON.stringify(await world.stateOf(rule.id))).not.toContain('token');
  const audited = await world.sql`select * from platform.audit_pending`;
  expect(JSON.stringify(audited)).not.toContain('B0/token');
  await world.recordEvents('<!channel> & co');
  await world.routeAndSend();
  const [{ text }] = world.receiver.bodies('/services/T0/B0/token');
  expect(text).toMatch(/^\*&lt;!channel&gt; &amp; co has requested an account for the zone feed\*\nid: /);
});
