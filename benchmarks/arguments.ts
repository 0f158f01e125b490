import { parseArgs } from 'node:util';

export const suiteNames = [
  'alerts',
  'joined',
  'dashboard',
  'latency',
  'licenses',
  'import',
  'inferences',
  'bulk',
  'scale',
  'zones-import',
  'drive',
  'zones-search',
  'zones-pull',
  'brands',
  'clusters',
  'attack',
  'backup',
  'executor',
  'traces',
  'engines',
  'unchanged',
] as const;
export type SuiteName = (typeof suiteNames)[number];

export interface BenchmarkArguments {
  readonly suites: readonly SuiteName[];
  /** Seconds of load on one competitor in one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Number of bursts of requests to each server in the `traces` suite. */
  readonly bursts: number;
  /** Number of connections in the throughput suites. */
  readonly connections: number;
  /** Number of alerts in the database of the throughput suites and of the suites `bulk` and `backup`. */
  readonly alerts: number;
  /** Number of inferences in the suites `import` and `inferences`. */
  readonly lines: number;
  /** Number of alerts in the larger database of the `scale` suite; the smaller database has a hundredth of them. */
  readonly scale: number;
  /** Number of domains in the test zone of the zone, brand and backup suites; each domain has two nameservers. */
  readonly domains: number;
  /** Number of files on the document site of the drive suite. */
  readonly files: number;
  /** Size of the large file of the drive suite, in megabytes. */
  readonly large: number;
  readonly hive: boolean;
  readonly json: boolean;
  readonly fail: boolean;
  /** Directory for CPU profiles of Rampart; undefined disables profiling. */
  readonly profile: string | undefined;
}

export const help = `Usage: npm run bench -- [SUITE ...] [OPTIONS]

Measures Rampart and its references in the same run and compares the ratios with the targets.

Suites (default: all):
  alerts       the list and one alert, over REST and GraphQL, compared with a handwritten handler and two gateways
  joined       20 alerts, each with an entity of another subgraph
  dashboard    a dashboard query over all four domains, in one process and in distributed processes, compared with two gateways
  latency      the 99th percentile of the latency at 64 connections
  licenses     check-ins of registered controllers, compared with a handwritten handler
  import       \`rampart alerts import\`, compared with COPY of the same rows, and its memory
  inferences   \`POST /api/alerts/inferences\`, compared with \`rampart alerts import\` of the same number of lines
  bulk         a bulk change of all alerts during which the server is killed, compared with one UPDATE
  scale        pages, filters, facets and a search on a large database, compared with one of a hundredth of its size
  zones-import \`rampart zones import\` of a large zone, compared with COPY of the same pairs; its memory; the size of the state
  zones-search pages of a large zone over REST, compared with plain SQL; deep pages, sessions, wildcards
  zones-pull   \`rampart zones pull\` of a large zone over HTTP and by zone transfers, compared with imports of the same files
  brands       100 brands compared with all names of a large zone, and with the changes of a day
  clusters     search for bulk registrations among 100,000 names that were added to a zone of 1,000,000 on one day
  attack       latency of clients while attackers request expensive counts over 300,000 alerts and disconnect
  backup       \`rampart backup\` and \`rampart restore\` of alerts and a large zone, compared with COPY and the import of the zone; their memory
  traces       the CPU time of tracing: disabled, and with 1 % and 100 % of the requests sampled
  engines      the engine rampart, compared with the engine apollo in the same server
  unchanged    lists of unchanged alerts, compared with a handwritten handler, and of continuously changing ones
  executor     the executor of query plans, compared with that of @apollo/gateway, over subgraphs in memory
  drive        \`rampart drive sync\`, compared with a loop that downloads and writes the same files, and its memory

Options:
  --seconds N      seconds of load on each competitor in one round (2)
  --rounds N       number of rounds; results are medians (7)
  --bursts N       number of bursts of requests to each server in the suite traces (100)
  --connections N  number of connections of the suites alerts, joined, dashboard, licenses, traces, engines and unchanged (16)
  --alerts N       number of alerts in the databases of alerts, joined, latency, bulk, backup, traces, engines and unchanged (100000)
  --lines N        number of inferences that the suites import and inferences import (1000000)
  --scale N        number of alerts in the larger database of the suite scale (1000000)
  --domains N      number of domains in the zone of the suites of zones, brands and backup (5000000)
  --files N        number of files that the suite drive synchronizes (2000)
  --large N        size of the large file of the suite drive in megabytes (2048)
  --no-hive        skip Hive Gateway, which the first run installs from the npm registry
  --profile DIR    write CPU profiles of Rampart to this directory (slightly slower)
  --json           print JSON instead of a table
  --no-fail        exit 0 even if a target is missed
  --help           print this help
`;

/** Invalid arguments. The message states the expected values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses the arguments.
 * @returns undefined for --help
 * @throws {UsageError} if a suite, an option or its value is invalid
 */
export function readArguments(args: readonly string[]): BenchmarkArguments | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  return {
    suites: suitesOf(positionals),
    seconds: positiveNumber(values.seconds, 'seconds'),
    rounds: positiveInteger(values.rounds, 'rounds'),
    bursts: positiveInteger(values.bursts, 'bursts'),
    connections: positiveInteger(values.connections, 'connections'),
    alerts: positiveInteger(values.alerts, 'alerts'),
    lines: positiveInteger(values.lines, 'lines'),
    scale: positiveInteger(values.scale, 'scale'),
    domains: positiveInteger(values.domains, 'domains'),
    files: positiveInteger(values.files, 'files'),
    large: positiveInteger(values.large, 'large'),
    hive: !values['no-hive'],
    json: values.json,
    fail: !values['no-fail'],
    profile: values.profile,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '2' },
        rounds: { type: 'string', default: '7' },
        bursts: { type: 'string', default: '100' },
        connections: { type: 'string', default: '16' },
        alerts: { type: 'string', default: '100000' },
        lines: { type: 'string', default: '1000000' },
        scale: { type: 'string', default: '1000000' },
        domains: { type: 'string', default: '5000000' },
        files: { type: 'string', default: '2000' },
        large: { type: 'string', default: '2048' },
        'no-hive': { type: 'boolean', default: false },
        profile: { type: 'string' },
        json: { type: 'boolean', default: false },
        'no-fail': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message); // parseArgs throws only instances of Error.
  }
}

function suitesOf(args: readonly string[]): readonly SuiteName[] {
  const unknown = args.find((arg) => !suiteNames.some((name) => name === arg));
  if (unknown !== undefined) throw new UsageError(`unknown suite ${unknown}; expected one of ${suiteNames.join(', ')}`);
  return args.length === 0 ? suiteNames : suiteNames.filter((name) => args.includes(name));
}

function positiveNumber(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`--${option} must be a number above 0, not ${text}`);
  return value;
}

function positiveInteger(text: string, option: string): number {
  const value = positiveNumber(text, option);
  if (!Number.isInteger(value)) throw new UsageError(`--${option} must be an integer, not ${text}`);
  return value;
}
