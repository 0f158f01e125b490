import { expect, onTestFinished, test } from 'vitest';
import { followEvents, followSocket, Inbox } from '../events/support/followers.js';
import { Listener } from '../events/support/listen.js';
import { freePort } from '../support/free-port.js';
import { databaseSettingsForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { installedBalancers, startBalancer } from './support/balancer.js';
import { adminToken, Load } from './support/load.js';
import { makeNextRelease } from './support/next-release.js';

/** `npm run rolling-restarts` sends more. */
const minRequests = Number(process.env.RAMPART_TEST_REQUESTS ?? 1);
const clientsPerBalancer = Number(process.env.RAMPART_TEST_CLIENTS ?? 1);
const balancerKinds = installedBalancers();
const pollOptions = { timeout: 60_000, interval: 20 };

/** Two servers on ports that their successors reuse. */
class Replicas {
  readonly #environment: Record<string, string>;
  readonly #ports: readonly number[];
  readonly #servers: RunningServer[] = [];

  constructor(environment: Record<string, string>, ports: readonly number[]) {
    this.#environment = environment;
    this.#ports = ports;
  }

  async start(index: number, root?: string): Promise<void> {
    const port = String(this.#ports[index]);
    this.#servers[index] = await startServer({ ...this.#environment, RAMPART_SERVER_PORT: port }, [], root);
  }

  /** Stops a replica like an operator, starts it again, and waits until the balancers use it. */
  async replace(index: number, root?: string): Promise<void> {
    const { command } = this.#servers[index] as RunningServer;
    command.process.kill('SIGTERM');
    expect(await command.result).toMatchObject({ code: 0 });
    await this.start(index, root);
    await expect.poll(() => this.#isUsedByAll(index), pollOptions).toBe(true);
  }

  async #isUsedByAll(index: number): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${this.#ports[index]}/metrics`);
    const metrics = await response.text();
    return balancerKinds.every(({ ownPath }) => metrics.includes(`route="${ownPath}",status="200"`));
  }

  stop(): void {
    for (const { command } of this.#servers) command.process.kill('SIGKILL');
  }
}

/** Follows `/events` through a balancer, and resumes where a stream has ended. */
function followLog(url: string, signal: AbortSignal) {
  const listeners: Listener[] = [];
  const failures: string[] = [];
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const lastId = listeners.at(-1)?.lastId ?? '';
      const listener = await Listener.open(`${url}/events?types=alerts`, { token: adminToken, lastId });
      listeners.push(listener);
      signal.addEventListener('abort', () => listener.close());
      await listener.waitForEnd();
      if (listener.messagesOf('reset').length > 0) failures.push('reset');
    }
  };
  run().catch((error: unknown) => void failures.push(String(error)));
  return {
    failures,
    isOpen: () => listeners.length > 0,
    ids: () => new Set(listeners.flatMap((listener) => listener.messagesOf().flatMap(({ data }) => data.ids))),
  };
}

test.skipIf(balancerKinds.length === 0)(
  'two replicas behind HAProxy and nginx are replaced by the next release, and no request fails and no event is missed',
  { timeout: 120_000 + minRequests * 100 },
  async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const ports = [await freePort(), await freePort()];
    const replicas = new Replicas(
      {
        ...(await databaseSettingsForTest()),
        ...{ RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
        ...{ RAMPART_SERVER_DRAIN_SECONDS: '1', RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '0' },
      },
      ports,
    );
    onTestFinished(() => replicas.stop());
    await Promise.all(ports.map((_, index) => replicas.start(index)));
    const balancers = await Promise.all(balancerKinds.map((kind) => startBalancer(kind, ports, folder.path)));
    onTestFinished(async () => void (await Promise.all(balancers.map((balancer) => balancer.close()))));
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const inboxes = balancers.flatMap(({ url }) => {
      const inboxes = [new Inbox(), new Inbox()] as const;
      followEvents(inboxes[0], [url], stop.signal);
      followSocket(inboxes[1], [url], stop.signal);
      return inboxes;
    });
    await expect.poll(() => inboxes.every(({ isOpen }) => isOpen), pollOptions).toBe(true);
    const logs = balancers.map(({ url }) => followLog(url, stop.signal));
    // Changes before the stream is open are not sent.
    await expect.poll(() => logs.every((log) => log.isOpen()), pollOptions).toBe(true);

    const nextRelease = makeNextRelease(folder.path);
    const load = new Load(balancers, clientsPerBalancer, { pauseMs: minRequests > 1 ? 0 : 100 });
    let restarts = 0;
    do {
      await replicas.replace(restarts % 2, nextRelease);
      restarts++;
      if (minRequests > 1) console.info(`${load.requests} of ${minRequests} requests, ${restarts} restarts`);
    } while (restarts < 2 || load.requests < minRequests);
    await load.stop();
    expect(load.failures.slice(0, 10)).toEqual([]);

    await expect
      .poll(() => inboxes.map(({ counts }) => counts.size), pollOptions)
      .toEqual(inboxes.map(() => load.alertIds.length));
    await expect
      .poll(() => logs.map((log) => log.ids().size), pollOptions)
      .toEqual(logs.map(() => load.alertIds.length));
    stop.abort();
    expect(logs.flatMap(({ failures }) => failures)).toEqual([]);
    console.info(`${load.requests} requests and ${restarts} restarts: 0 failed`);
  },
);
