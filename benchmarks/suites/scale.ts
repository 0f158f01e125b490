import { generateAlerts, rareNote } from '../data/generated-alerts.js';
import type { LoadRequest } from '../load/load.js';
import { type Measured, measure } from '../measure.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import { measuredOf } from './compare.js';
import { ask, graphqlPath, graphqlRequest, restList } from './requests.js';
import type { SuiteContext } from './suite.js';

const share = 100;
const atMost = 1.5;
/** A single client, to measure the cost of a request instead of waiting times. */
const connections = 1;
const limits = { seconds: 1, rounds: 5 };

interface Question {
  readonly what: string;
  readonly requests: readonly LoadRequest[];
  /** Why the time may grow; then it is reported without a bound. */
  readonly grows?: string;
  /** Maximum time with all alerts, in milliseconds, for a time that may grow. */
  readonly atMostMs?: number;
}

const rows = 'nodes { id severity status endpointId attackProb lastSeen }';

/** Facets from the tally of alerts, and facets from the tallies by endpoint and technique. */
const tallied = 'facets { severity { value count } status { value count } model { value count } }';
const byEndpoint = 'facets { endpoint { value count } technique { value count } }';
const facetMs = 200;

const questions: readonly Question[] = [
  { what: 'list page of all', requests: restList() },
  { what: 'list page of a tenant', requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&limit=100' }] },
  {
    what: 'list page of a tenant and a status',
    requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&status=open&limit=100' }],
  },
  {
    what: 'deep page of a tenant',
    requests: [{ method: 'GET', path: '/alerts?tenant_id=tenant-0&limit=100&offset=1000' }],
  },
  {
    what: 'filter by severity and score',
    requests: graph('minAttackProb: 0.97, severity: [CRITICAL]', `first: 50`, rows),
  },
  {
    what: 'filter of a tenant by technique',
    requests: graph('tenantId: "tenant-0", technique: ["T1486"]', 'first: 50', rows),
  },
  {
    what: 'search for a rare text',
    requests: graph(`notes: "${rareNote}"`, 'first: 50', `${rows} totalCount`),
    grows:
      'on a large table PostgreSQL plans the search again for each text, on a small one it reuses a plan; this takes tenths of a millisecond for any size',
  },
  { what: 'facets of a tenant', requests: graph('tenantId: "tenant-0"', 'first: 1', tallied) },
  {
    what: 'facets of a tenant by endpoint, technique',
    requests: graph('tenantId: "tenant-0"', 'first: 1', byEndpoint),
  },
  { what: 'facets of all', requests: graph('', 'first: 1', tallied) },
  {
    what: 'facets of all by endpoint, technique',
    requests: graph('', 'first: 1', byEndpoint),
    grows: 'a row of each endpoint is read',
    atMostMs: facetMs,
  },
  {
    what: 'facets of open and critical ones by endpoint, technique',
    requests: graph('status: [OPEN], severity: [CRITICAL, HIGH]', 'first: 1', byEndpoint),
    grows: 'a row of each endpoint is read',
    atMostMs: facetMs,
  },
  {
    what: 'facets by endpoint, technique of a platform',
    requests: graph('platform: [LINUX], tenantId: "tenant-0"', 'first: 1', byEndpoint),
    grows: 'the tallies by endpoint and technique do not have platforms: each matching alert is read',
  },
];

function graph(filter: string, page: string, selection: string): LoadRequest[] {
  return [graphqlRequest(graphqlPath, `{ alerts(filter: {${filter}}, ${page}) { ${selection} } }`, {})];
}

/** Compares requests on a large database with those on one of a hundredth of its size. */
export async function scaleSuite(context: SuiteContext): Promise<Measurement[]> {
  const large = context.options.scale;
  const small = Math.max(1, Math.round(large / share));
  const origins = { small: await prepare(context, 'small', small), large: await prepare(context, 'large', large) };
  const counts: Measurement[] = [];
  for (const question of questions) counts.push(await compareSizes(context, { question, origins, small, large }));
  return counts;
}

async function prepare(context: SuiteContext, size: string, alerts: number): Promise<string> {
  const { bench, options, onProgress } = context;
  const database = `scale_${size}`;
  await bench.createDatabase(database);
  await runCommand(bench, { database, args: ['migrate'] });
  await bench.withConnection(database, async (sql) => await generateAlerts(sql, { alerts, onProgress }));
  const server = { name: `rampart-${size}`, database, profile: options.profile };
  return (await startRampart(bench, server)).origin;
}

async function compareSizes(
  { bench, options, onProgress }: SuiteContext,
  input: { question: Question; origins: { small: string; large: string }; small: number; large: number },
): Promise<Measurement> {
  const { question, origins } = input;
  const { requests } = question;
  const competitors = [
    { name: 'small', origin: origins.small, requests },
    { name: 'large', origin: origins.large, requests },
  ];
  for (const competitor of competitors) await ask(competitor);
  const measured = await measure({
    ...{ load: bench.load, competitors, connections },
    seconds: Math.min(options.seconds, limits.seconds),
    rounds: Math.min(options.rounds, limits.rounds),
    onProgress: (text) => onProgress(`${question.what}, ${text}`),
  });
  return measurement(question, { ...input, measured });
}

function measurement(
  question: Question,
  { small, large, measured }: { small: number; large: number; measured: readonly Measured[] },
): Measurement {
  const [few, many] = [measuredOf(measured, 'small').median, measuredOf(measured, 'large').median];
  const { atMostMs } = question;
  if (atMostMs !== undefined) {
    return {
      what: `${question.what}, ${large} alerts`,
      ...{ reference: `${atMostMs} ms`, ratio: many / atMostMs, bound: { atMost: 1 } },
      measured: `${many.toFixed(2)} ms; ${few.toFixed(2)} ms with ${small}`,
    };
  }
  return {
    what: `${question.what}, ${large} alerts`,
    reference: `the same with ${small}`,
    ratio: many / few,
    bound: question.grows === undefined ? { atMost } : undefined,
    measured: `${many.toFixed(2)} and ${few.toFixed(2)} ms`,
    ...(question.grows === undefined ? {} : { note: question.grows }),
  };
}
