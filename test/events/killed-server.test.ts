import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { alertDependencies, importInferences } from '../../subgraphs/alerts/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { inference } from './support/event-deployment.js';
import { Listener } from './support/listen.js';

test('a client of a killed server resumes at another one, and receives each new alert once', async () => {
  const testDatabase = await openDatabaseForTest();
  const alerts = alertDependencies({ ...testDatabase, clock: systemClock });
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = { DATABASE_URL: testDatabase.url, RAMPART_SERVER_DATA_DIR: folder.path };
  const servers = await Promise.all([startServer(environment), startServer(environment)]);
  onTestFinished(async () => {
    for (const { command } of servers) command.process.kill('SIGTERM');
    await Promise.all(servers.map(({ command }) => command.result));
  });
  const [victim, heir] = servers.map(({ command, addresses }) => ({
    command,
    url: `${addresses.rest}/events?types=alerts`,
  }));
  if (victim === undefined || heir === undefined) throw new Error('there are two servers');

  const opened: string[] = [];
  // Several concurrent tenants, so transactions overlap and commit in any order.
  const tenants = ['acme', 'globex', 'initech'];
  async function importAll(from: number, end: number): Promise<void> {
    await Promise.all(
      tenants.map(async (tenant) => {
        for (let round = from; round < end; round++) {
          const batch = [inference(tenant, `${tenant}-${round}-a`), inference(tenant, `${tenant}-${round}-b`)];
          const { results } = await importInferences({ ...alerts, ...localRequest }, batch);
          opened.push(...results.map(({ alertId }) => alertId ?? ''));
        }
      }),
    );
  }
  const received = (listener: Listener): string[] => listener.messagesOf().flatMap(({ data }) => data.ids);

  const first = await Listener.open(victim.url);
  const importing = importAll(0, 40);
  await first.waitFor(() => received(first).length >= 20);
  victim.command.process.kill('SIGKILL');
  await first.waitForEnd();
  await importing;
  const second = await Listener.open(heir.url, { lastId: first.lastId });
  await importAll(40, 45);
  await second.waitFor(() => received(first).length + received(second).length >= opened.length);
  expect(second.messagesOf('reset')).toEqual([]);
  expect([...received(first), ...received(second)].sort()).toEqual([...opened].sort());
});
