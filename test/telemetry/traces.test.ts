import type { IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startParts } from '../../command-line/rampart.js';
import type { RunningProcess } from '../../command-line/running.js';
import { fixedSource } from '../../gateway/standalone/index.js';
import { systemClock } from '../../platform/clock.js';
import { addJob } from '../../platform/jobs.js';
import { createLog } from '../../platform/log.js';
import { startTelemetry } from '../../platform/telemetry/index.js';
import { ownVersion } from '../../platform/version.js';
import { federated, serveSubgraphs } from '../execution/support/http-subgraphs.js';
import { startGateway } from '../gateway/standalone/support/start.js';
import { respondsWith, responseAbout } from '../rdap/support/behaviors.js';
import { bootstrapOf } from '../rdap/support/rdap-world.js';
import { startRegistry } from '../rdap/support/registry.js';
import { openTestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { type ReceivedSpan, startCollector, treeOf } from './support/collector.js';

/**
 * Requests to real servers, and the spans that a collector receives. All requests are sent first, because spans are
 * exported when the servers stop.
 */

const token = 'the-administrator-of-the-traced-server';
const secretHeader = 'Bearer secret-of-the-collector,second';
const folder = temporaryFolder();
const logLines: string[] = [];
const log = createLog({
  level: 'debug',
  destination: new Writable({
    write(line, _encoding, done) {
      logLines.push(String(line));
      done();
    },
  }),
});
const collector = await startCollector();
const settings = {
  RAMPART_SERVER_DATA_DIR: folder.path,
  RAMPART_AUTH_ADMIN_TOKEN: token,
  RAMPART_TELEMETRY_OTLP_ENDPOINT: collector.url,
  RAMPART_TELEMETRY_OTLP_HEADERS: `authorization=${encodeURIComponent(secretHeader)}`,
  RAMPART_TELEMETRY_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  RAMPART_CLUSTER_SHARED_SECRET: 'the-secret-of-gateway-and-subgraphs-here',
};
const database = await openTestDatabase(settings);
const clientSpanId = '00f067aa0ba902b7';
const job = 'platform.sweep-rate-windows';
const traceIds = new Map<string, string>();

function configurationWith(changes: Record<string, string>) {
  return testConfiguration({ ...settings, DATABASE_URL: database.url, ...changes });
}

function urlOf({ addresses }: RunningProcess): string {
  return addresses.find(({ name }) => name === 'rest' || name.endsWith('-subgraph'))?.url ?? '';
}

/** A trace id that a client sets, so tests can find the trace. */
function traceIdOf(name: string): string {
  const traceId = traceIds.get(name) ?? (traceIds.size + 1).toString(16).padStart(32, '0');
  traceIds.set(name, traceId);
  return traceId;
}

/** Sends a request that continues the trace with that name. */
async function send(url: string, name: string, init: RequestInit & { isSampled?: boolean } = {}): Promise<Response> {
  const { isSampled = true, headers, ...rest } = init;
  const traceparent = `00-${traceIdOf(name)}-${clientSpanId}-${isSampled ? '01' : '00'}`;
  return await fetch(url, {
    ...rest,
    headers: { authorization: `Bearer ${token}`, traceparent, tracestate: 'vendor=client', ...headers },
  });
}

function queryRequest(document: string, variables = {}): RequestInit {
  const body = JSON.stringify({ query: document, variables });
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

const importMutation = `mutation ($input: ImportInferencesInput!) {
  importInferences(input: $input) { results { outcome } }
}`;
const federatedQuery = '{ alerts(first: 5) { nodes { id endpoint { hostname controllers { guid } } } } }';

let registryUrl = '';
const registryHeaders: IncomingHttpHeaders[] = [];

async function startTracedRegistry() {
  const registry = await startRegistry();
  registryUrl = registry.url;
  registry.setPath('/bootstrap.json', respondsWith(bootstrapOf(registry, ['test'])));
  registry.set('shop.test', (request, response) => {
    registryHeaders.push(request.headers);
    respondsWith(responseAbout('shop.test'))(request, response);
  });
  return registry;
}

async function traceWholeServer(): Promise<void> {
  const registry = await startTracedRegistry();
  const configuration = configurationWith({
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${registry.url}bootstrap.json`,
    RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'True',
  });
  const server = await startParts({ configuration, clock: systemClock, log }, []);
  const url = urlOf(server);
  try {
    await send(`${url}/graphql`, 'import', queryRequest(importMutation, { input: { inferences: [inference] } }));
    await send(`${url}/alerts?status=open`, 'rest');
    await send(`${url}/graphql`, 'federated', queryRequest(`query Dashboard ${federatedQuery}`));
    await send(
      `${url}/graphql`,
      'error',
      queryRequest('{ alert(id: "no such id") { id } node(id: "Wrong:1") { id } }'),
    );
    await send(`${url}/graphql`, 'invalid', queryRequest('{ nonsense }'));
    await send(`${url}/graphql`, 'registry', queryRequest('{ rdapDossier(domain: "shop.test") { domain } }'));
    await send(`${url}/graphql`, 'unsampled', { ...queryRequest(federatedQuery), isSampled: false });
    await send(`${url}/health/ready`, 'health');
    await send(`${url}/no/such/path`, 'unknown');
    await server.jobsStarted;
    await database.database.transaction((sql) => addJob(sql, { name: job, payload: {} }));
    const readJobs = () => database.database.sql`select from graphile_worker.jobs where task_identifier = ${job}`;
    await vi.waitFor(async () => expect(await readJobs()).toHaveLength(0), { timeout: 60_000 });
  } finally {
    await server.close();
    await registry.close();
  }
}

const inference = {
  ...{ inferenceId: 'i-1', tenantId: 'northwind', endpointId: 'ws-1.northwind.example', platform: 'WINDOWS' },
  ...{ attackProb: 0.9, confidence: 0.8, prediction: 'ATTACK', ttpTechniques: [], timestamp: 1_790_000_000 },
  ...{ modelName: 'model', numNodes: 1, numEdges: 1 },
};

async function traceDistributedServer(): Promise<void> {
  const subgraphs = await startParts(
    {
      configuration: configurationWith({ RAMPART_TELEMETRY_SERVICE_NAME: 'rampart-alerts' }),
      clock: systemClock,
      log,
    },
    ['alerts', 'zones', 'licenses', 'drive'],
  );
  const at = urlOf(subgraphs);
  const addresses = Object.fromEntries(
    ['ALERTS', 'ZONES', 'LICENSES', 'DRIVE'].map((name) => [`RAMPART_CLUSTER_${name}_URL`, at]),
  );
  // New traces are not recorded, but those of clients are.
  const configuration = configurationWith({ ...addresses, RAMPART_TELEMETRY_SAMPLE_RATIO: '0' });
  const gateway = await startParts({ configuration, clock: systemClock, log }, ['gateway']);
  try {
    const url = `${urlOf(gateway)}/graphql`;
    await send(url, 'distributed', queryRequest('{ alerts { totalCount } }'));
    await send(url, 'distributed and unsampled', { ...queryRequest('{ alerts { totalCount } }'), isSampled: false });
    await fetch(url, queryRequest('{ alerts { totalCount } }'));
  } finally {
    await gateway.close();
    await subgraphs.close();
  }
}

const seenHeaders: Record<string, unknown>[] = [];

async function traceStandaloneGateway(): Promise<void> {
  const subgraphs = await serveSubgraphs([
    {
      name: 'books',
      typeDefs: federated('type Query { title: String }'),
      resolvers: {
        Query: {
          title(_source: never, _args: never, { headers }: { headers: Record<string, unknown> }) {
            seenHeaders.push(headers);
            return 'Tides';
          },
        },
      },
    },
  ]);
  const configuration = configurationWith({ RAMPART_TELEMETRY_SERVICE_NAME: 'books-gateway' });
  const telemetry = await startTelemetry({ configuration, log });
  const gateway = await startGateway({
    configuration,
    log,
    telemetry,
    source: fixedSource('the test', subgraphs.supergraphSdl),
  });
  try {
    await send(`${gateway.url}/graphql`, 'standalone', queryRequest('{ title }'));
    await send(`${gateway.url}/graphql`, 'standalone and unsampled', {
      ...queryRequest('{ title }'),
      isSampled: false,
    });
  } finally {
    await gateway.close();
    await telemetry?.stop();
    await subgraphs.close();
  }
}

beforeAll(async () => {
  await traceWholeServer();
  await traceDistributedServer();
  await traceStandaloneGateway();
});
afterAll(async () => {
  await database.close();
  await collector.close();
  folder.remove();
});

function treeOfTrace(name: string): string[] {
  return treeOf(collector.spans, traceIdOf(name));
}

function spansOf(name: string): ReceivedSpan[] {
  return collector.spans.filter(({ traceId }) => traceId === traceIdOf(name));
}

function spanOf(name: string, spanName: string): ReceivedSpan | undefined {
  return spansOf(name).find((span) => span.name === spanName);
}

/** The trace header of a request (W3C Trace Context). */
function traceparent(name: string, { spanId, flags }: { spanId: string; flags: '00' | '01' }): string {
  return `00-${traceIdOf(name)}-${spanId}-${flags}`;
}

describe('a trace contains', () => {
  test('the request, operation, fetch and statements of a REST path', () => {
    // The first request of a path plans its operations.
    const planned = treeOfTrace('rest').filter((line) => line !== '  internal plan');
    const [request, operation, fetched, ...statements] = planned;
    expect([request, operation, fetched]).toEqual([
      'server GET /alerts',
      '  server query ListAlerts',
      '    internal fetch alerts',
    ]);
    // They run concurrently.
    expect(statements.sort()).toEqual(['      client SELECT alerts.alert', '      client SELECT alerts.alert_tally']);
  });

  test('the plan of a new document, and each fetch of a federated operation', () => {
    expect(treeOfTrace('federated')).toEqual([
      'server POST /graphql',
      '  server query',
      '    internal plan',
      '    internal fetch alerts',
      '      client SELECT alerts.alert',
      '    internal fetch licenses',
      '      client SELECT licenses.controller',
    ]);
  });

  test('transactions with the statements that change data', () => {
    const lines = treeOfTrace('import');
    const first = lines.indexOf('      internal transaction');
    expect(first).toBeGreaterThan(0);
    expect(lines.slice(first)).toContain('        client INSERT alerts.alert');
  });

  test('the span of the client as parent, and its trace state', () => {
    const [request] = spansOf('rest').filter(({ name }) => name === 'GET /alerts');
    expect(request).toMatchObject({ parentSpanId: clientSpanId, traceState: 'vendor=client' });
  });

  test('the code of the first error of an operation, and no message', () => {
    expect(treeOfTrace('error')).toEqual([
      'server POST /graphql',
      '  server query failed BAD_USER_INPUT',
      '    internal plan',
      '    internal fetch alerts failed NOT_FOUND',
      '    internal fetch nodes failed BAD_USER_INPUT',
    ]);
    expect(treeOfTrace('invalid')).toEqual([
      'server POST /graphql',
      '  server GraphQL Operation failed GRAPHQL_VALIDATION_FAILED',
    ]);
    expect(inspect([spansOf('error'), spansOf('invalid')], { depth: 4 })).not.toMatch(/no such id|nonsense/);
  });

  test('only the request if there is no operation', () => {
    expect(treeOfTrace('unknown')).toEqual(['server GET']);
  });

  test('the spans of both processes of a distributed call', () => {
    expect(treeOfTrace('distributed')).toEqual([
      'server POST /graphql',
      '  server query',
      '    internal plan',
      '    internal fetch alerts',
      '      client POST',
      '        server POST /subgraphs/alerts',
      '          server query',
      '            client SELECT alerts.alert_tally',
    ]);
    const services = new Map(spansOf('distributed').map(({ name, service }) => [name, service]));
    expect(services.get('POST /graphql')).toBe('rampart');
    expect(services.get('POST /subgraphs/alerts')).toBe('rampart-alerts');
  });

  test('the request to a subgraph of another organization, which receives the trace context', () => {
    expect(treeOfTrace('standalone')).toEqual([
      'server POST /graphql',
      '  server query',
      '    internal plan',
      '    internal fetch books',
      '      client POST',
    ]);
    const { spanId = '' } = spanOf('standalone', 'POST') ?? {};
    expect(seenHeaders[0]).toMatchObject({
      traceparent: traceparent('standalone', { spanId, flags: '01' }),
      tracestate: 'vendor=client',
    });
  });

  test('the request to a registry, which does not receive the trace context', () => {
    const urls = spansOf('registry').flatMap(({ name, attributes }) => (name === 'GET' ? attributes['url.full'] : []));
    expect(urls).toEqual([`${registryUrl}bootstrap.json`, `${registryUrl}domain/shop.test`]);
    expect(registryHeaders).toHaveLength(1);
    expect(Object.keys(registryHeaders[0] ?? {})).not.toContain('traceparent');
  });

  test('only one run of a job', () => {
    const [run] = collector.spans.filter(({ name }) => name === `process ${job}`);
    expect(run).toMatchObject({ kind: 'consumer', parentSpanId: '', failed: false });
    expect(treeOf(collector.spans, run?.traceId ?? '')[0]).toBe(`consumer process ${job}`);
  });
});

describe('attributes', () => {
  test('of a request are its method, route, scheme, status and id', () => {
    const { attributes } = spanOf('rest', 'GET /alerts') ?? {};
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/alerts',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'rampart.request.id': expect.any(String),
    });
  });

  test('of an operation are its type and name', () => {
    const { attributes } = spanOf('federated', 'query') ?? {};
    expect(attributes).toEqual({ 'graphql.operation.type': 'query', 'graphql.operation.name': 'Dashboard' });
  });

  test('of a statement are its text with parameters, its table and the number of rows', () => {
    const { attributes } = spanOf('rest', 'SELECT alerts.alert') ?? {};
    expect(attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'alerts.alert',
      'db.response.returned_rows': 1,
    });
    expect(attributes?.['db.query.text']).toContain('$1');
    expect(attributes?.['db.query.text']).not.toContain('open');
  });

  test('of the resource are the service and the configured attributes', () => {
    expect(spanOf('rest', 'GET /alerts')?.resource).toMatchObject({
      'service.name': 'rampart',
      'service.version': ownVersion,
      'deployment.environment.name': 'test',
    });
  });

  test('are short, and contain no secrets', () => {
    const values = collector.spans.flatMap(({ attributes }) => Object.values(attributes).map(String));
    expect(Math.max(...values.map(({ length }) => length))).toBeLessThanOrEqual(4096);
    expect(values.join('\n')).not.toMatch(new RegExp(`${token}|secret-of-the-collector|ws-1\\.northwind`));
  });
});

describe('nothing is recorded', () => {
  test('of a request whose trace is not sampled, even by its subgraphs, which receive the trace context', () => {
    for (const name of ['unsampled', 'distributed and unsampled', 'standalone and unsampled'])
      expect(treeOfTrace(name)).toEqual([]);
    expect(seenHeaders[1]?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(seenHeaders[1]?.traceparent).toContain(traceIdOf('standalone and unsampled'));
  });

  test('of requests that start a trace if the sampling ratio is 0', () => {
    const roots = collector.spans.filter(({ parentSpanId, kind }) => parentSpanId === '' && kind === 'server');
    expect(roots).toEqual([]);
  });

  test('of health checks', () => {
    expect(treeOfTrace('health')).toEqual([]);
  });
});

test('log lines contain the ids of their trace', () => {
  const lines = logLines.map((line): Record<string, unknown> => JSON.parse(line));
  const [line] = lines.filter(({ route, msg }) => route === '/alerts' && msg === 'request');
  const [traced] = lines.filter(({ trace_id: traceId }) => traceId === traceIdOf('rest'));
  expect(traced ?? line).toMatchObject({
    trace_id: traceIdOf('rest'),
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test('the collector receives Protocol Buffers at /v1/traces, with the configured headers', () => {
  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', authorization: secretHeader },
  });
});
