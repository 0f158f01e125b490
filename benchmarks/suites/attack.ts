import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { generateAlerts } from '../data/generated-alerts.js';
import { checkIns, licenseSettings, registerControllers } from '../data/licenses.js';
import { type LoadRequest, percentile } from '../load/load.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const database = 'attack';
const alerts = 300_000;
const attackers = 16;
/** Milliseconds after which an attacker disconnects and sends the next request. */
const disconnectAfterMs = 600;
const attackMs = 20_000;
/** Maximum 99th percentile of the latency of clients that do not attack, in milliseconds. */
const limitMs = 500;
/** Number of aliases with which the cost of a query is just below `[graphql] max_cost`. */
const aliases = 9;

interface Probe {
  readonly name: string;
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
}

/**
 * Measures clients while attackers request the most expensive allowed counts over many alerts, and disconnect. Reports
 * the latency as a ratio to its limit, and the PostgreSQL statements that are still running afterwards.
 */
export async function attackSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark } = context;
  const { origin, probes } = await prepare(context);
  context.onProgress(`attacking for ${attackMs / 1000} seconds`);
  const endMs = performance.now() + attackMs;
  const [measured] = await Promise.all([
    Promise.all(probes.map((probe) => measureLatencies(probe, endMs))),
    ...Array.from({ length: attackers }, (_, attacker) => attack(origin, attacker, endMs)),
  ]);
  const running = await benchmark.withConnection('postgres', countRunningStatements);
  const measurements = probes.map(({ name }, index): Measurement => {
    const sorted = (measured[index] ?? []).sort((a, b) => a - b);
    const p99Ms = percentile(sorted, 0.99);
    return {
      label: `${name} under attack, p99`,
      reference: `${limitMs} ms`,
      ratio: p99Ms / limitMs,
      bound: { max: 1 },
      measured: `${p99Ms.toFixed(0)} ms of ${sorted.length} requests, median ${percentile(sorted, 0.5).toFixed(0)} ms`,
    };
  });
  const after = 'running statements two seconds after the attack';
  return [
    ...measurements,
    { label: after, reference: 'none', ratio: running, bound: { max: 0 }, measured: String(running) },
  ];
}

async function prepare(context: SuiteContext): Promise<{ origin: string; probes: Probe[] }> {
  const { benchmark, onProgress } = context;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  await benchmark.withConnection(database, (sql) => generateAlerts(sql, { alerts, onProgress }));
  const settings = await licenseSettings(benchmark);
  const { origin, licensesOrigin } = await startRampart(benchmark, { name: 'attacked', database, settings });
  await registerControllers(licensesOrigin, checkIns());
  const ids = await benchmark.withConnection(
    database,
    (sql) => sql<{ id: string }[]>`select id from alerts.alert order by id limit 100`,
  );
  const authorization = `Bearer ${await createApiKey(context, origin)}`;
  return {
    origin,
    probes: [
      { name: 'GET /alerts/{id}', origin, requests: ids.map(({ id }) => ({ method: 'GET', path: `/alerts/${id}` })) },
      { name: 'GET /auth/me', origin, requests: [{ method: 'GET', path: '/auth/me', headers: { authorization } }] },
      { name: 'check-license', origin: licensesOrigin, requests: checkIns() },
    ],
  };
}

/** Registers and approves an account, and returns an API key. */
async function createApiKey({ benchmark }: SuiteContext, origin: string): Promise<string> {
  const account = { username: 'attacked', password: 'a long enough password' };
  await post(origin, '/auth/register', { ...account, email: 'attacked@mail.example' });
  await runCommand(benchmark, { database, args: ['accounts', 'approve', account.username] });
  const { key } = await post(origin, '/auth/api-keys/generate', { ...account, name: 'benchmark' });
  if (typeof key !== 'string') throw new Error('no API key was generated');
  return key;
}

async function post(origin: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returns ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>; // The responses of these paths are JSON objects.
}

/** Sends one request at a time until `endMs`, a time of `performance.now()`, and returns the latencies. */
async function measureLatencies({ name, origin, requests }: Probe, endMs: number): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (let turn = 0; performance.now() < endMs; turn++) {
    const next = requests[turn % requests.length];
    if (next === undefined) throw new Error(`no requests are defined for ${name}`);
    const startMs = performance.now();
    const response = await fetch(`${origin}${next.path}`, {
      method: next.method,
      headers: { 'content-type': 'application/json', ...next.headers },
      body: next.body ?? null,
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name} returns ${response.status}`);
    latenciesMs.push(performance.now() - startMs);
  }
  return latenciesMs;
}

/** Sends different operations until `endMs`, and disconnects before each response. */
async function attack(origin: string, attacker: number, endMs: number): Promise<void> {
  const { hostname, port } = new URL(origin);
  for (let round = 0; performance.now() < endMs; round++) {
    const body = JSON.stringify({ query: expensiveQuery(attacker * 1_000_000 + round) });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ hostname, port, path: '/graphql', method: 'POST', headers, agent: false });
    sent.on('error', () => {});
    sent.on('response', (response) => response.resume());
    sent.end(body);
    await delay(disconnectAfterMs);
    sent.destroy();
  }
}

function expensiveQuery(number: number): string {
  const parts = Array.from({ length: aliases }, (_, alias) => {
    const filter = `maxAttackProb: ${(0.999 - (number % 1000) / 1e6 - alias / 1e4).toFixed(6)}`;
    return `a${alias}: alerts(first: 1, filter: { ${filter} }) { totalCount histogram { count }
      facets(top: 100) { severity { count } status { count } model { count } endpoint { count } technique { count } } }`;
  });
  return `{ ${parts.join(' ')} }`;
}

async function countRunningStatements(sql: Sql): Promise<number> {
  await delay(2000);
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity where datname = ${database} and state = 'active'`;
  return row.count;
}
