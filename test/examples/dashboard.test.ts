import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { adminToken, type EventWorld, openEventWorld, type Replica } from '../events/support/event-world.js';

let world: EventWorld;
let server: Replica;

beforeAll(async () => {
  world = await openEventWorld();
  server = await world.replica({ RAMPART_AUTH_ALERTS: 'token' });
});
afterAll(() => world.close());

interface Program {
  readonly process: ChildProcess;
  /** Everything printed so far. */
  text(): string;
  /** Waits until this is printed. */
  printed(pattern: RegExp): Promise<void>;
  /** Its exit code. */
  ended(): Promise<number | null>;
}

/** Runs the example as somebody would who has copied it. */
function startDashboard(words: readonly string[], token = adminToken): Program {
  const file = join(projectRoot, 'examples', 'dashboard', 'dashboard.ts');
  const child = spawn(process.execPath, [file, ...words], {
    env: { RAMPART_URL: server.url, RAMPART_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    process: child,
    text: () => text,
    async printed(pattern) {
      await expect.poll(() => text, { timeout: 60_000 }).toMatch(pattern);
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

test('the example dashboard shows the worst alerts, then what happens, and misses nothing while the server is away', async () => {
  const [first = ''] = await world.alert('acme', 'ws-1');
  const dashboard = startDashboard([]);
  await dashboard.printed(/^HIGH 0\.9 ws-1 \| controllers: none \| domain: none \| evidence: none$/m);
  expect(dashboard.text()).toContain('open alerts: 1\n');

  const [second = ''] = await world.alert('acme', 'ws-2');
  await dashboard.printed(new RegExp(`^opened: HIGH OPEN ws-2 ${second}$`, 'm'));
  const change = startDashboard(['acknowledge', first]);
  await change.printed(new RegExp(`^${first} is ACKNOWLEDGED$`, 'm'));
  await dashboard.printed(new RegExp(`^changed: HIGH ACKNOWLEDGED ws-1 ${first}$`, 'm'));

  await server.close();
  const [missed = ''] = await world.alert('acme', 'ws-3');
  const { port } = new URL(server.url);
  server = await world.replica({ RAMPART_AUTH_ALERTS: 'token', RAMPART_SERVER_PORT: port });
  await dashboard.printed(new RegExp(`^opened: HIGH OPEN ws-3 ${missed}$`, 'm'));
  expect(dashboard.text()).toContain('no live updates for now: ');
  const opened = dashboard.text().match(/^opened: .*$/gm);
  expect(opened).toEqual([`opened: HIGH OPEN ws-2 ${second}`, `opened: HIGH OPEN ws-3 ${missed}`]);
  dashboard.process.kill('SIGTERM');
  expect(await dashboard.ended()).toBe(0);
});

test('whom the server refuses hears why', async () => {
  const dashboard = startDashboard([], 'rpt_unknown');
  expect(await dashboard.ended()).toBe(1);
  expect(dashboard.text()).toContain('Refused: 401');
});
