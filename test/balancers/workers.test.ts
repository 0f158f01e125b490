import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WorkerMessage } from '../../command-line/workers/messages.js';
import { projectRoot } from '../../platform/project-root.js';
import { runHere } from '../command-line/support/run-here.js';
import { followEvents, Inbox } from '../events/support/followers.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { databaseSettingsForTest } from '../support/index.js';
import { hasPeakMemory } from '../support/peak-memory.js';
import { startServer, temporaryFolder, untilReady } from '../support/running-server.js';
import { adminToken, Load } from './support/load.js';

const pollOptions = { timeout: 120_000, interval: 50 };

interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
}

interface StartOptions {
  /** Whether to send SIGHUP before all workers are ready. */
  readonly hangsUp?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a server with this number of workers, and reads its log. */
async function startWorkers(count: number, { hangsUp = false, settings = {} }: StartOptions = {}) {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const command = startCommand(['serve', '--workers', String(count)], {
    environment: {
      ...(await databaseSettingsForTest()),
      ...{ RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
      ...{ RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0', RAMPART_DATABASE_POOL_SIZE: '6' },
      ...settings,
    },
  });
  onTestFinished(() => void command.process.kill('SIGKILL'));
  let log = '';
  command.process.stderr?.on('data', (chunk: Buffer) => {
    if (hangsUp && log === '') command.process.kill('SIGHUP');
    log += chunk.toString();
  });
  const { rest: url = '' } = await untilReady(command);
  const lines = (): LogLine[] =>
    log
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const countAlertRequests = async (): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counts = metrics.matchAll(/^rampart_http_request_duration_seconds_count\{.*route="\/alerts".*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, number]) => sum + Number(number), 0);
  };
  return {
    ...{ command, url, lines, countAlertRequests },
    serving: () => lines().filter(({ msg }) => msg === 'a worker is ready'),
  };
}

test.skipIf(!existsSync('/proc/self/task'))(
  'a start fails with an explanation if the first worker is killed',
  async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const command = startCommand(['serve', '--workers', '2'], {
      environment: { ...(await databaseSettingsForTest()), RAMPART_SERVER_DATA_DIR: folder.path },
    });
    const { pid } = command.process;
    const worker = await vi.waitFor(() => {
      const [child] = /^\d+/.exec(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? [];
      expect(child).toBeDefined();
      return Number(child);
    }, pollOptions);
    process.kill(worker, 'SIGKILL');
    expect(await command.result).toMatchObject({
      ...{ code: 1, errors: 'rampart: worker 1 was ended by SIGKILL before it was ready\n' },
    });
  },
);

test('a start on a port in use fails with the reason only', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo; // The address of a TCP server has a port.
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { code, errors } = await runCommand(['serve', '--workers', '2'], {
    environment: {
      ...{ ...(await databaseSettingsForTest()), RAMPART_SERVER_DATA_DIR: folder.path },
      ...{ RAMPART_SERVER_PORT: String(port), RAMPART_DATABASE_POOL_SIZE: '6' },
    },
  });
  expect(code).toBe(1);
  expect(errors.split('\n').filter((line) => line.startsWith('rampart: '))).toEqual([
    expect.stringMatching(new RegExp(`^rampart: port ${port} of 127\\.0\\.0\\.1 is in use`)),
  ]);
});

/** The resident memory of a process, in kilobytes. */
function memoryOf(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

test('workers share a port and have one set of metrics; one that is killed is replaced, and SIGHUP replaces all without a failed request', async () => {
  const { command, url, lines, serving, countAlertRequests } = await startWorkers(2);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const inbox = new Inbox();
  followEvents(inbox, [url], stop.signal);
  await expect.poll(() => inbox.isOpen, pollOptions).toBe(true);
  expect(serving().map(({ worker }) => worker)).toEqual([1, 2]);
  // The process that hands out connections has loaded no domains.
  if (hasPeakMemory) expect(memoryOf(command.process.pid)).toBeLessThan(memoryOf(serving()[0]?.pid) / 2);

  const load = new Load([{ url, ownPath: '/health/live' }], 2, { pauseMs: 50 });
  await expect.poll(() => load.requests, pollOptions).toBeGreaterThan(20);
  command.process.kill('SIGHUP');
  await expect.poll(() => lines().map(({ msg }) => msg), pollOptions).toContain('all workers were replaced');
  expect(load.failures.slice(0, 10)).toEqual([]);
  expect(new Set(serving().map(({ pid }) => pid)).size).toBe(4);

  // Only requests of a killed worker are lost. The limit counts connections, because times depend on the machine.
  const victim = serving().at(-1)?.pid ?? 0;
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => serving().length, pollOptions).toBe(5);
  await load.stop();
  expect(load.failures.length).toBeLessThanOrEqual(2);
  expect(load.failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([]);

  // Connections that wait for a worker are closed when the worker ends.
  const stopped = serving().at(-1)?.pid ?? 0;
  process.kill(stopped, 'SIGSTOP');
  const { hostname, port } = new URL(url);
  const closed = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      await once(socket, 'connect');
      socket.resume().write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      // `once` would reject if the connection is reset.
      return { close: new Promise((resolve) => socket.once('close', resolve)) };
    }),
  );
  process.kill(stopped, 'SIGKILL');
  await Promise.all(closed.map(({ close }) => close));
  await expect.poll(() => serving().length, pollOptions).toBe(6);

  const missing = (): string[] => load.alertIds.filter((id) => !inbox.counts.has(id));
  await expect.poll(missing, pollOptions).toEqual([]);
  const requestCount = await countAlertRequests();
  const paths = Array.from({ length: 20 }, () => fetch(`${url}/alerts`, { headers: { connection: 'close' } }));
  for (const response of await Promise.all(paths)) expect(response.status).toBe(200);
  expect(await countAlertRequests()).toBe(requestCount + 20);
  stop.abort();
  command.process.kill('SIGTERM');
  expect(await command.result).toMatchObject({ code: 0 });
});

test('SIGHUP during the start or a replacement replaces all workers again afterwards, and a worker that is killed meanwhile has one replacement', async () => {
  const { command, url, lines, serving } = await startWorkers(2, { hangsUp: true });
  const count = (message: string): number => lines().filter(({ msg }) => msg === message).length;
  const former = serving()[0]?.pid ?? 0;
  await expect.poll(() => count('replacing all workers'), pollOptions).toBe(1);
  process.kill(former, 'SIGKILL');
  await expect.poll(() => serving().length, pollOptions).toBe(3);
  command.process.kill('SIGHUP');
  await expect.poll(() => count('all workers were replaced'), pollOptions).toBe(2);
  expect(serving().map(({ worker }) => worker)).toEqual([1, 2, 1, 2, 1, 2]);
  const running = serving().filter(({ pid = 0 }) => existsSync(`/proc/${pid}`));
  if (hasPeakMemory) expect(running).toHaveLength(2);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  command.process.kill('SIGTERM');
  expect(await command.result).toMatchObject({ code: 0 });
});

test('SIGHUP also replaces a worker whose predecessor was killed before, and SIGTERM stops a server whose worker has not started yet', async () => {
  const { command, lines, serving } = await startWorkers(2);
  const messages = () => lines().map(({ msg }) => msg);
  process.kill(serving()[1]?.pid ?? 0, 'SIGKILL');
  await expect.poll(messages, pollOptions).toContain('a worker ended; starting another one');
  command.process.kill('SIGHUP');
  await expect.poll(messages, pollOptions).toContain('all workers were replaced');
  expect(serving().filter(({ worker }) => worker === 2)).toHaveLength(3);

  command.process.kill('SIGHUP');
  const replacements = () => messages().filter((message) => message === 'replacing all workers').length;
  await expect.poll(replacements, pollOptions).toBe(2);
  command.process.kill('SIGTERM');
  expect(await command.result).toMatchObject({ code: 0 });
  expect(messages().filter((message) => message.startsWith('a worker cannot be replaced'))).toEqual([]);
});

test('a worker closes DNS connections beyond [dns] max_connections', async () => {
  const port = await freePort();
  const { command } = await startWorkers(2, {
    settings: {
      ...{ RAMPART_DNS_PORT: String(port), RAMPART_DNS_MAX_CONNECTIONS: '1' },
      RAMPART_DNS_POLICY_ZONES: 'local.example',
    },
  });
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const first = await vi.waitFor(open, pollOptions);
  const second = await open();
  await once(second.resume(), 'close');
  // The server closes idle connections after 30 seconds.
  expect(first.destroyed).toBe(false);
  command.process.kill('SIGTERM');
  expect(await command.result).toMatchObject({ code: 0 });
});

test('a subgraph process ignores [server] workers, which may be in shared settings, and rejects --workers', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = {
    ...(await databaseSettingsForTest()),
    ...{
      RAMPART_SERVER_DATA_DIR: folder.path,
      RAMPART_CLUSTER_SHARED_SECRET: 'secret-of-the-gateway-and-the-subgraphs',
    },
    ...{ RAMPART_SERVER_WORKERS: '2', RAMPART_DATABASE_POOL_SIZE: '6' },
  };
  const { command } = await startServer(environment, ['alerts']);
  command.process.kill('SIGTERM');
  const { code, errors } = await command.result;
  expect([code, errors]).toEqual([0, expect.not.stringContaining('a worker is ready')]);
  expect(await runHere(['serve', '--only', 'alerts', '--workers', '2'], { environment })).toMatchObject({
    code: 2,
    errors: expect.stringContaining('2 workers require a gateway in the process'),
  });
});

test('a worker sends its last metrics completely before it ends', async () => {
  const workers = pathToFileURL(join(projectRoot, 'dist/command-line/workers/index.js'));
  const program = `
    import { runWorker } from '${workers}';
    const name = 'x'.repeat(8_000_000);
    await runWorker(console, async ({ publishMetrics }) => {
      publishMetrics(async () => [{ name }]);
      return { addresses: [], listening: [], close: async () => {} };
    });`;
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const received: WorkerMessage[] = [];
  worker.on('message', (message: WorkerMessage) => {
    received.push(message);
    if (message.type === 'waiting') worker.send({ type: 'start', runsJobs: false });
    else if (message.type === 'ready') worker.send({ type: 'stop' });
  });
  await once(worker, 'close');
  expect(received.map(({ type }) => type)).toEqual(['waiting', 'ready', 'collected']);
});

test('workers are rejected with the embedded database', async () => {
  const { code, errors } = await runHere(['serve', '--workers', '2']);
  expect(code).toBe(2);
  // Warnings about databases of killed servers on this machine can precede it.
  expect(errors.split('\n').slice(-2)).toEqual([
    'rampart: 2 workers cannot share the embedded database: set [database] url to a PostgreSQL server, or workers to 1',
    '',
  ]);
});
