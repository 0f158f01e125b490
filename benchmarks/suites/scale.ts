import { generateAlerts, selectiveNote } from '../data/generated-alerts.js';
import type { LoadRequest } from '../load/load.js';
import { measure, type Result } from '../measure.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import { resultOf } from './compare.js';
import { graphqlPath, graphqlRequest, restList, send } from './requests.js';
import type { SuiteContext } from './suite.js';

const share = 100;
const maxRatio = 1.5;
/** Number of connections. A single one, to measure the cost of a request instead of waiting times. */
const connections = 1;
const limits = { seconds: 1, rounds: 5 };

interface Query {
  readonly label: string;
  readonly requests: readonly LoadRequest[];
  /**
   * Reason why the time of the request may grow with the number of alerts. If set, the ratio is reported without a
   * bound.
   */
  readonly growthReason?: string;
  /** Maximum time on the larger database in milliseconds, for a request whose time may grow. */
  readonly maxMs?: number;
}

const rows = 'nodes { id severity status endpointId attackProb lastSeen }';

/** Facets that are read from the precomputed counts of alerts. */
const tallyFacets = 'facets { severity { value count } status { value count } model { value count } }';
/** Facets that are read from the precomputed counts by endpoint and technique. */
const endpointFacets = 'facets { endpoint { value count } technique { value count } }';
const facetMs = 200;

const queries: readonly Query[] = [
  { label: 'list page of all alerts', requests: restList() },
  { label: 'list page of a tenant', requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&limit=100' }] },
  {
    label: 'list page of a tenant and a status',
    requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&status=open&limit=100' }],
  },
  {
    label: 'deep page of a tenant',
    requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&limit=100&offset=1000' }],
  },
  {
    label: 'filter by severity and score',
    requests: graph('minAttackProb: 0.97, severity: [CRITICAL]', `first: 50`, rows),
  },
  {
    label: 'filter of a tenant by technique',
    requests: graph('tenantId: "tenant-0", technique: ["T1486"]', 'first: 50', rows),
  },
  {
    label: 'search for a selective text',
    requests: graph(`notes: "${selectiveNote}"`, 'first: 50', `${rows} totalCount`),
    growthReason:
      'on a large table, PostgreSQL plans the search again for each text; on a small table, it reuses a plan. Planning takes tenths of a millisecond for any size',
  },
  { label: 'facets of a tenant', requests: graph('tenantId: "tenant-0"', 'first: 1', tallyFacets) },
  {
    label: 'facets of a tenant by endpoint and technique',
    requests: graph('tenantId: "tenant-0"', 'first: 1', endpointFacets),
  },
  { label: 'facets of all alerts', requests: graph('', 'first: 1', tallyFacets) },
  {
    label: 'facets of all alerts by endpoint and technique',
    requests: graph('', 'first: 1', endpointFacets),
    growthReason: 'a row of each endpoint is read',
    maxMs: facetMs,
  },
  {
    label: 'facets of open severe alerts by endpoint and technique',
    requests: graph('status: [OPEN], severity: [CRITICAL, HIGH]', 'first: 1', endpointFacets),
    growthReason: 'a row of each endpoint is read',
    maxMs: facetMs,
  },
  {
    label: 'facets of a platform by endpoint and technique',
    requests: graph('platform: [LINUX], tenantId: "tenant-0"', 'first: 1', endpointFacets),
    growthReason:
      'the precomputed counts by endpoint and technique do not distinguish platforms: each matching alert is read',
  },
];

function graph(filter: string, page: string, selection: string): LoadRequest[] {
  return [graphqlRequest(graphqlPath, `{ alerts(filter: {${filter}}, ${page}) { ${selection} } }`, {})];
}

/** Compares requests on a large database with the same requests on a database of a hundredth of the size. */
export async function scaleSuite(context: SuiteContext): Promise<Measurement[]> {
  const large = context.options.scale;
  const small = Math.max(1, Math.round(large / share));
  const origins = { small: await prepare(context, 'small', small), large: await prepare(context, 'large', large) };
  const measurements: Measurement[] = [];
  for (const query of queries) measurements.push(await compareSizes(context, { query, origins, small, large }));
  return measurements;
}

async function prepare(context: SuiteContext, size: string, alerts: number): Promise<string> {
  const { benchmark, options, onProgress } = context;
  const database = `scale_${size}`;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  await benchmark.withConnection(database, async (sql) => await generateAlerts(sql, { alerts, onProgress }));
  const server = { name: `rampart-${size}`, database, profile: options.profile };
  return (await startRampart(benchmark, server)).origin;
}

async function compareSizes(
  { benchmark, options, onProgress }: SuiteContext,
  input: { query: Query; origins: { small: string; large: string }; small: number; large: number },
): Promise<Measurement> {
  const { query, origins } = input;
  const { requests } = query;
  const competitors = [
    { name: 'small', origin: origins.small, requests },
    { name: 'large', origin: origins.large, requests },
  ];
  for (const competitor of competitors) await send(competitor);
  const measured = await measure({
    ...{ load: benchmark.load, competitors, connections },
    seconds: Math.min(options.seconds, limits.seconds),
    rounds: Math.min(options.rounds, limits.rounds),
    onProgress: (message) => onProgress(`${query.label}, ${message}`),
  });
  return measurement(query, { ...input, measured });
}

function measurement(
  query: Query,
  { small, large, measured }: { small: number; large: number; measured: readonly Result[] },
): Measurement {
  const [smallMs, largeMs] = [resultOf(measured, 'small').medianMs, resultOf(measured, 'large').medianMs];
  const { maxMs } = query;
  if (maxMs !== undefined) {
    return {
      label: `${query.label}, ${large} alerts`,
      ...{ reference: `${maxMs} ms`, ratio: largeMs / maxMs, bound: { max: 1 } },
      measured: `${largeMs.toFixed(2)} ms; ${smallMs.toFixed(2)} ms with ${small}`,
    };
  }
  return {
    label: `${query.label}, ${large} alerts`,
    reference: `the same with ${small}`,
    ratio: largeMs / smallMs,
    bound: query.growthReason === undefined ? { max: maxRatio } : undefined,
    measured: `${largeMs.toFixed(2)} and ${smallMs.toFixed(2)} ms`,
    ...(query.growthReason === undefined ? {} : { note: query.growthReason }),
  };
}
