import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { alertDependencies, importInferences } from '../../subgraphs/alerts/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { inference } from './support/event-deployment.js';
import { followEvents, followSocket, Inbox } from './support/followers.js';

/** `npm run subscribers` sets higher numbers. */
const { env } = process;
const subscribers = Number(env.RAMPART_TEST_SUBSCRIBERS ?? 20);
const changesPerSecond = Number(env.RAMPART_TEST_CHANGES_PER_SECOND ?? 60);
const seconds = Number(env.RAMPART_TEST_SECONDS ?? 3);
/** The transactions overlap, and commit in any order. */
const concurrentImports = 8;
/** One subscriber in this number uses WebSocket. */
const shareOfSockets = 10;

test(`${subscribers} subscribers get each of ${changesPerSecond} changes a second although their server is killed`, {
  timeout: 90_000 + seconds * 12_000,
}, async () => {
  const testDatabase = await openDatabaseForTest();
  const alerts = alertDependencies({ ...testDatabase, clock: systemClock });
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = {
    ...{ DATABASE_URL: testDatabase.url, RAMPART_SERVER_DATA_DIR: folder.path },
    ...{ RAMPART_EVENTS_MAX_STREAMS: '10000', RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '10000' },
    ...{ RAMPART_SERVER_MAX_CONNECTIONS_PER_SOURCE: '10000', RAMPART_EVENTS_HEARTBEAT_SECONDS: '5' },
  };
  const servers = await Promise.all([startServer(environment), startServer(environment)]);
  onTestFinished(async () => {
    for (const { command } of servers) command.process.kill('SIGTERM');
    await Promise.all(servers.map(({ command }) => command.result));
  });
  const [victim] = servers;
  const urls = servers.map(({ addresses }) => addresses.rest ?? '');
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const inboxes = Array.from({ length: subscribers }, () => new Inbox());
  for (const [index, inbox] of inboxes.entries()) {
    const follow = index % shareOfSockets === 0 ? followSocket : followEvents;
    // All subscribers first connect to the server that is killed.
    follow(inbox, urls, stop.signal);
  }
  await expect.poll(() => inboxes.filter(({ isOpen }) => !isOpen).length, { timeout: 60_000 }).toBe(0);

  const opened: string[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAtMs = performance.now();
  for (let change = 0; change < changesPerSecond * seconds; change++) {
    const dueAtMs = startedAtMs + (change * 1000) / changesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAtMs - performance.now())));
    if (change === Math.floor((changesPerSecond * seconds) / 2)) victim?.command.process.kill('SIGKILL');
    if (underWay.size >= concurrentImports) await Promise.race(underWay);
    const importing = importInferences({ ...alerts, ...localRequest }, [
      inference(`tenant-${change % 3}`, `host-${change}`),
    ])
      .then(({ results }) => void opened.push(...results.map(({ alertId }) => alertId ?? '')))
      .finally(() => underWay.delete(importing));
    underWay.add(importing);
  }
  await Promise.all(underWay);
  const endedAtMs = performance.now();
  const missing = (): number => inboxes.reduce((sum, { counts }) => sum + opened.length - counts.size, 0);
  await expect.poll(missing, { timeout: 60_000 + seconds * 2000, interval: 50 }).toBe(0);
  const repeated = inboxes.reduce(
    (sum, { counts }) => sum + [...counts.values()].reduce((repetitions, count) => repetitions + count - 1, 0),
    0,
  );
  const rate = Math.round((opened.length / (endedAtMs - startedAtMs)) * 1000);
  const behind = Math.round(performance.now() - endedAtMs);
  console.info(
    `${subscribers} subscribers, ${opened.length} changes at ${rate}/s: all received ${behind} ms after the last one, ${repeated} more than once`,
  );
  expect(opened).toHaveLength(changesPerSecond * seconds);
  expect(repeated).toBe(0);
});
