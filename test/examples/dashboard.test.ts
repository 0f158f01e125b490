import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import {
  adminToken,
  type EventDeployment,
  openEventDeployment,
  type Replica,
} from '../events/support/event-deployment.js';

let deployment: EventDeployment;
let server: Replica;

beforeAll(async () => {
  deployment = await openEventDeployment();
  server = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token' });
});
afterAll(() => deployment.close());

interface Program {
  readonly process: ChildProcess;
  /** The output so far. */
  text(): string;
  /** Waits until the output matches. */
  printed(pattern: RegExp): Promise<void>;
  /** Waits for its exit code. */
  ended(): Promise<number | null>;
}

/** Runs the example like a user who has copied it. */
function startDashboard(args: readonly string[], { token = adminToken, url = server.url } = {}): Program {
  const file = join(projectRoot, 'examples', 'dashboard', 'dashboard.ts');
  const child = spawn(process.execPath, [file, ...args], {
    env: { SERVER_URL: url, OPERATOR_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    process: child,
    text: () => output,
    async printed(pattern) {
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(pattern);
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

test('the example dashboard shows the most severe alerts and new ones, and misses none while the server is unavailable', async () => {
  const [first = ''] = await deployment.alert('acme', 'ws-1');
  const dashboard = startDashboard([]);
  await dashboard.printed(/^HIGH 0\.9 ws-1 \| controllers: none \| domain: none \| evidence: none$/m);
  expect(dashboard.text()).toContain('open alerts: 1\n');

  const [second = ''] = await deployment.alert('acme', 'ws-2');
  await dashboard.printed(new RegExp(`^opened: HIGH OPEN ws-2 ${second}$`, 'm'));
  const change = startDashboard(['acknowledge', first]);
  await change.printed(new RegExp(`^${first} is ACKNOWLEDGED$`, 'm'));
  await dashboard.printed(new RegExp(`^changed: HIGH ACKNOWLEDGED ws-1 ${first}$`, 'm'));

  await server.close();
  const [missed = ''] = await deployment.alert('acme', 'ws-3');
  const { port } = new URL(server.url);
  server = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token', RAMPART_SERVER_PORT: port });
  await dashboard.printed(new RegExp(`^opened: HIGH OPEN ws-3 ${missed}$`, 'm'));
  expect(dashboard.text()).toContain('live updates are unavailable: ');
  const opened = dashboard.text().match(/^opened: .*$/gm);
  expect(opened).toEqual([`opened: HIGH OPEN ws-2 ${second}`, `opened: HIGH OPEN ws-3 ${missed}`]);
  dashboard.process.kill('SIGTERM');
  expect(await dashboard.ended()).toBe(0);
});

test('the example dashboard shows alerts before a slow domain responds', async () => {
  await deployment.alert('acme', 'ws-5');
  const dashboard = await deployment.test.database.transaction(async (sql) => {
    await sql`lock table licenses.controller in access exclusive mode`;
    const program = startDashboard([]);
    await program.printed(/^HIGH 0\.9 ws-5 \| controllers: … \| domain: none \| evidence: none$/m);
    expect(program.text()).not.toContain('controllers: none');
    return program;
  });
  await dashboard.printed(/^HIGH 0\.9 ws-5 \| controllers: none \| domain: none \| evidence: none$/m);
});

test('the example dashboard follows open alerts through a subscription, which resumes when the server is available again', async () => {
  const program = startDashboard(['follow']);
  // Changes before the subscription is open are not sent.
  await expect
    .poll(
      async () => {
        await deployment.alert('acme', 'probe');
        return program.text();
      },
      { timeout: 60_000 },
    )
    .toContain('HIGH probe: 1 open | domain: none | ');
  await server.close();
  const [missed = ''] = await deployment.alert('acme', 'ws-4');
  const { port } = new URL(server.url);
  server = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token', RAMPART_SERVER_PORT: port });
  await program.printed(new RegExp(`^HIGH ws-4: 1 open \\| domain: none \\| ${missed}$`, 'm'));
  program.process.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
});

/** A failing server: returns these streams and responses in order, then repeats the last ones. */
async function startFaultyServer(faults: {
  readonly streams: readonly string[];
  readonly responses: readonly (readonly [status: number, body: string])[];
}): Promise<string> {
  const streams = [...faults.streams];
  const responses = [...faults.responses];
  const next = <Item>(items: Item[]): Item | undefined => (items.length > 1 ? items.shift() : items[0]);
  const troubled = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(next(streams));
      return;
    }
    const [status, body] = next(responses) ?? [500, ''];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    troubled.close();
    troubled.closeAllConnections();
  });
  await once(troubled, 'listening');
  return `http://127.0.0.1:${(troubled.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
}

test('the example dashboard retries failed queries, and reconnects a silent stream', async () => {
  const silent = 'id: 1-0\nevent: ready\ndata: {"heartbeatSeconds":0.1}\n\n';
  const event = { change: 'opened', tenantId: 'acme', ids: ['a', 'b'] };
  const url = await startFaultyServer({
    streams: [silent, `id: 2-0\nevent: alerts\ndata: ${JSON.stringify(event)}\n\n`],
    responses: [
      [503, '{"errors":[{"message":"it is starting"}]}'],
      [200, '{"data":{"alerts":null},"errors":[{"message":"alerts are away"}]}'],
      [200, '{"data":{"alerts":{"totalCount":7,"nodes":[]}}}'],
    ],
  });
  const dashboard = startDashboard([], { url });
  await dashboard.printed(/^open alerts: 7$/m);
  await dashboard.printed(/^opened: 2 alerts$/m);
  await dashboard.printed(/^alerts are unavailable: it is starting\nalerts are unavailable: alerts are away$/m);
  await dashboard.printed(/^live updates are unavailable: received no data for 0\.3/m);
  dashboard.process.kill('SIGTERM');
  expect(await dashboard.ended()).toBe(0);
});

test('the example dashboard does not retry permanent errors', async () => {
  const url = await startFaultyServer({
    streams: ['id: 1-0\nevent: ready\ndata: {}\n\n'],
    responses: [[200, '{"data":{"alerts":null},"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}']],
  });
  const dashboard = startDashboard([], { url });
  expect(await dashboard.ended()).toBe(1);
  expect(dashboard.text()).toContain('RequestFailed: no');
});

test('the example dashboard shows why the server rejects it', async () => {
  const dashboard = startDashboard([], { token: 'rpt_unknown' });
  expect(await dashboard.ended()).toBe(1);
  expect(dashboard.text()).toContain('Rejected: 401');
});
