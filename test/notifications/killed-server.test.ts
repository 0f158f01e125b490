import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { notificationSources } from '../../subgraphs/index.js';
import { routeEvents, sendNext } from '../../subgraphs/notifications/delivery/index.js';
import { notificationDependencies } from '../../subgraphs/notifications/service.js';
import { openDatabaseForTest, testPlatform } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { startReceiver } from './support/receiver.js';

const adminToken = 'the-administrator-of-these-very-tests';

test('a killed server loses no event, and sends the message in progress again with the same id', async () => {
  const opened = await openDatabaseForTest({ RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.next.push(200, 'hang');
  const { sql } = opened.database;
  const recordEvents = (username: string) => sql`insert into platform.event (type, data)
    values ('account-requests', jsonb_build_object('id', '1', 'username', ${username}::text))`;

  const server = await startServer({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    ...{
      RAMPART_LICENSES_PORT: '0',
      RAMPART_AUTH_ADMIN_TOKEN: adminToken,
      RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true',
    },
  });
  onTestFinished(() => void server.command.process.kill('SIGKILL'));
  const response = await fetch(`${server.addresses.graphql}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({
      query: `mutation { createNotificationRule(input: { name: "r", kinds: [ACCOUNT_REQUESTED], target: WEBHOOK,
        address: "${receiver.url}/hook" }) { rule { id } secret } }`,
    }),
  });
  expect(await response.json()).toMatchObject({
    data: { createNotificationRule: { secret: expect.stringMatching(/^whsec_/) } },
  });
  for (const username of ['a', 'b', 'c']) await recordEvents(username);
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(2), { timeout: 60_000, interval: 50 });
  server.command.process.kill('SIGKILL');
  await server.command.result;
  await recordEvents('while nothing runs');

  const dependencies = notificationDependencies({
    ...testPlatform(opened, { clock: systemClock, log }),
    notificationSources,
  });
  onTestFinished(() => dependencies.targets.close());
  await routeEvents(dependencies);
  expect(await sendNext(dependencies)).toBe(false);
  await sql`update notifications.queue set leased_until = leased_until - 60_000`; // The lease expires.
  while (await sendNext(dependencies));
  expect(receiver.bodies().map(({ data }) => data.username)).toEqual(['a', 'b', 'b', 'c', 'while nothing runs']);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[2]);
  expect(new Set(ids).size).toBe(4);
});
