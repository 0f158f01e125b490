import { expect, onTestFinished, test } from 'vitest';
import { databaseSettingsForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { openDatabaseLink } from './support/database-link.js';
import { adminToken } from './support/load.js';

const timeoutSeconds = 2;
/** Maximum delay that the test machine can cause. */
const slackSeconds = 3;
const pollOptions = { timeout: 90_000, interval: 100 };

test('a request waits at most its timeout for a dead database host, and a new host is used without a restart', async () => {
  const { DATABASE_URL } = await databaseSettingsForTest();
  const link = await openDatabaseLink(DATABASE_URL);
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { command, addresses } = await startServer({
    ...{ DATABASE_URL: link.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
    RAMPART_GRAPHQL_TIMEOUT_SECONDS: String(timeoutSeconds),
  });
  onTestFinished(() => void command.process.kill('SIGKILL'));
  const authorization = `Bearer ${adminToken}`;
  const sendRequest = async (
    path: string,
    body?: unknown,
  ): Promise<{ path: string; status: number | undefined; seconds: number }> => {
    const startedAt = performance.now();
    const init = { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(20_000);
    const status = await fetch(`${addresses.rest}${path}`, { headers, signal, ...(body !== undefined && init) })
      .then(async (response) => await response.text().then(() => response.status))
      .catch(() => undefined);
    return { path, status, seconds: (performance.now() - startedAt) / 1000 };
  };
  const requests: [string, unknown?][] = [
    ['/alerts'],
    ['/endpoints'],
    ['/graphql', { query: '{ alerts(first: 5) { nodes { id } } }' }],
    ['/graphql', { query: 'mutation { retryMail(input: { id: "1" }) { mail { status } } }' }],
    ['/feedback', { alert_id: 'd1b5c1a4-0000-4000-8000-000000000000', is_true_positive: true }],
    ['/auth/login', { username: 'someone', password: 'a long password' }],
    ['/events?types=alerts'],
    ['/health/ready'],
    ['/health'],
  ];
  expect(await sendRequest('/alerts')).toMatchObject({ status: 200 });

  link.cut();
  expect(link.openSinceCut()).toBeGreaterThan(0);
  const responses = await Promise.all(requests.map(([path, body]) => sendRequest(path, body)));
  expect(responses.filter(({ seconds }) => seconds > timeoutSeconds + slackSeconds)).toEqual([]);
  expect(await sendRequest('/health/ready')).toMatchObject({ status: 503 });

  // The server is not notified that the connections are dead, and all of them are in use.
  await Promise.all(Array.from({ length: 40 }, () => sendRequest('/alerts')));
  await expect.poll(link.openSinceCut, pollOptions).toBe(0);
  link.restore();
  await expect.poll(async () => (await sendRequest('/health/ready')).status, pollOptions).toBe(200);
  const retried = await Promise.all(Array.from({ length: 40 }, () => sendRequest('/alerts')));
  expect(retried.filter(({ status }) => status !== 200)).toEqual([]);
});
