import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { runCommand } from '../support/command-line.js';
import { databaseSettingsForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

const inference = {
  tenant_id: 'acme',
  platform: 'windows',
  attack_prob: 0.97,
  confidence: 0.9,
  prediction: 'attack',
  ttp_techniques: [],
  ttp_explanation: null,
  timestamp: 1_790_000_000,
  model_name: 'm',
  num_nodes: 1,
  num_edges: 1,
};

function dataFolder(): Record<string, string> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return { RAMPART_SERVER_DATA_DIR: folder.path };
}

/** Settings for tests that can use any database. */
async function settingsForTest(): Promise<Record<string, string>> {
  return { ...dataFolder(), ...(await databaseSettingsForTest()) };
}

async function serverForTest(environment: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(environment);
  onTestFinished(async () => {
    server.command.process.kill('SIGTERM');
    await server.command.result;
  });
  return server;
}

async function stop(server: RunningServer, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  server.command.process.kill(signal);
  return (await server.command.result).code;
}

/** Opens an alert of the endpoint. */
async function importAlert(endpoint: string, environment: Record<string, string>): Promise<void> {
  const input = JSON.stringify({ ...inference, inference_id: `i-${endpoint}`, endpoint_id: endpoint });
  expect(await runCommand(['alerts', 'import', '-'], { environment, input })).toMatchObject({ code: 0 });
}

async function totalOf(server: RunningServer): Promise<number> {
  const response = await fetch(`${server.addresses.rest}/alerts`);
  return ((await response.json()) as { total: number }).total;
}

describe('serve on the embedded database', () => {
  const folder = temporaryFolder();
  const environment = { RAMPART_SERVER_DATA_DIR: folder.path };
  let first: RunningServer;
  let second: RunningServer;

  // The first start of two concurrent servers creates the data directory.
  beforeAll(async () => {
    [first, second] = await Promise.all([startServer(environment), startServer(environment)]);
  });

  afterAll(folder.remove);

  test('prints its URLs and serves them', async () => {
    const server = first;
    expect(Object.keys(server.addresses)).toEqual(['graphql', 'rest', 'licenses', 'console', 'docs']);
    expect(server.addresses.licenses).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const health = await fetch(`${server.addresses.rest}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', service: 'alert-api', alerts_count: 0 });
    const fetchText = async (path: string): Promise<string> =>
      await (await fetch(`${server.addresses.rest}${path}`)).text();
    const printed = (sdl: string): string => printSchema(lexicographicSortSchema(buildSchema(sdl)));
    const committed = (path: string): string => readFileSync(join(projectRoot, 'schema', path), 'utf8');
    expect(printed(await fetchText('/schema.graphql'))).toBe(printed(committed('api.graphql')));
    expect((await fetchText('/supergraph.graphql')).trim()).toBe(committed('supergraph.graphql').trim());
    for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs', '/']) {
      // If the machine is busy, readiness can be delayed by one check.
      const fetchStatus = async (): Promise<number> =>
        (await fetch(`${server.addresses.rest}${path}`, { headers: { accept: 'text/html, */*' } })).status;
      await expect.poll(fetchStatus, { message: path }).toBe(200);
    }
    const { paths } = JSON.parse(await fetchText('/openapi.json'));
    expect(paths['/api/get-licenses/'].servers).toMatchObject([{ url: server.addresses.licenses }]);
    expect(paths['/events'].get.operationId).toBe('streamEvents');
  });

  test('shares a data directory with a second server, exits 0 on SIGTERM, and keeps its data and certificate when servers are restarted or killed', async () => {
    const certificate = join(folder.path, 'licenses-certificate.pem');
    await importAlert('WS-1', environment);
    const created = readFileSync(certificate, 'utf8');
    expect([await totalOf(first), await totalOf(second)]).toEqual([1, 1]);
    expect(await stop(first)).toBe(0);
    expect(await totalOf(second)).toBe(1);
    expect(await stop(second)).toBe(0);
    const restarted = await startServer(environment);
    expect(await totalOf(restarted)).toBe(1);
    await importAlert('WS-2', environment);
    restarted.command.process.kill('SIGKILL');
    await restarted.command.result;
    expect(await totalOf(await serverForTest(environment))).toBe(2);
    expect(readFileSync(certificate, 'utf8')).toBe(created);
  });

  test('creates an administrator token that only its owner can read, and exits 0 on SIGINT', async () => {
    const environment = await settingsForTest();
    const server = await serverForTest({ ...environment, RAMPART_AUTH_ALERTS: 'token' });
    const file = join(environment.RAMPART_SERVER_DATA_DIR ?? '', 'admin-token');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, 'utf8').trim();
    expect((await fetch(`${server.addresses.rest}/alerts`)).status).toBe(401);
    const authorized = await fetch(`${server.addresses.rest}/alerts`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(authorized.status).toBe(200);
    // As service managers and log rotation send it.
    server.command.process.kill('SIGHUP');
    await expect.poll(() => server.command.process.exitCode ?? server.command.process.signalCode).toBeNull();
    expect((await fetch(`${server.addresses.rest}/health/live`)).status).toBe(200);
    expect(await stop(server, 'SIGINT')).toBe(0);
    expect((await server.command.result).errors).not.toContain(token);
  });
});

describe('serve with an unavailable database', () => {
  test('returns 503 on documented paths, keeps running, and exits 0 on SIGTERM', async () => {
    const server = await serverForTest({ ...dataFolder(), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/none' });
    const alerts = await fetch(`${server.addresses.rest}/alerts`);
    expect([alerts.status, await alerts.json()]).toEqual([503, { detail: 'Alert store not attached' }]);
    expect(alerts.headers.get('retry-after')).toBe('5');
    expect((await fetch(`${server.addresses.rest}/health`)).status).toBe(503);
    expect((await fetch(`${server.addresses.rest}/health/ready`)).status).toBe(503);
    expect((await fetch(`${server.addresses.rest}/health/live`)).status).toBe(200);
    server.command.process.kill('SIGTERM');
    const { code, output, errors } = await server.command.result;
    expect(code).toBe(0);
    // Work that waits for the database must not start when the server stops.
    expect(`${output}${errors}`).not.toContain('sending notifications failed');
  });
});

describe('serve fails to start', () => {
  test('with open alerts on an address other than loopback', async () => {
    const environment = { ...dataFolder(), RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_SERVER_PORT: '0' };
    const { code, errors, output } = await runHere(['serve'], { environment });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/alerts/);
  });

  test('with URLs of subgraphs for distributed mode', async () => {
    const environment = { ...dataFolder(), RAMPART_CLUSTER_ALERTS_URL: 'http://127.0.0.1:4001' };
    const { code, errors } = await runHere(['serve'], { environment });
    expect(code).toBe(2);
    expect(errors).toMatch(/\[cluster\] alerts_url/);
  });

  test('on a port in use, and reports it', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo; // The address of a TCP server has a port.
    const { code, errors } = await runCommand(['serve'], {
      environment: { ...(await settingsForTest()), RAMPART_SERVER_PORT: String(port) },
    });
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`${port}`));
  });
});
