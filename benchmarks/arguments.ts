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
  /** Number of bursts of requests to each server of the suite traces. */
  readonly bursts: number;
  /** Number of connections in the throughput suites. */
  readonly connections: number;
  /** Number of alerts in the database of the throughput suites, and of the suite bulk. */
  readonly alerts: number;
  /** Number of inferences of the suites import and inferences. */
  readonly lines: number;
  /** Number of alerts in the larger database of the scale suite; the smaller one has a hundredth. */
  readonly scale: number;
  /** Number of domains in the zone of the suites of zones, brands and backup, each with two nameservers. */
  readonly domains: number;
  /** Number of files on the document site of the drive suite. */
  readonly files: number;
  /** Size of its large file in megabytes. */
  readonly large: number;
  readonly hive: boolean;
  readonly json: boolean;
  readonly fail: boolean;
  /** Directory for CPU profiles of Rampart; undefined disables profiling. */
  readonly profile: string | undefined;
}

export const help = `Usage: npm run bench -- [SUITE ...] [OPTIONS]

Measures Rampart against its references in the same run and compares the ratios with the targets.

Suites (all when none is named):
  alerts   the list and one alert, over REST and in the graph, against a hand-written handler and two gateways
  joined   20 alerts, each with an entity of another subgraph
  dashboard a dashboard's question of all four domains, in one process and in distributed processes, against two gateways
  latency  the slowest hundredth of the requests at 64 connections
  licenses check-ins of registered controllers, against a hand-written handler
  import   \`rampart alerts import\` against COPY of the same rows, and its memory
  inferences \`POST /api/alerts/inferences\` against \`rampart alerts import\` of as many lines
  bulk     a change of all alerts by filter whose server is killed, against one UPDATE
  scale    a page, a filter, a facet, a search on a large database and on one of a hundredth of its size
  zones-import \`rampart zones import\` of a large zone against COPY of the same pairs, its memory, the size of the state
  zones-search pages of a large zone over REST against its bare SQL, deep pages, sessions, wildcards
  zones-pull \`rampart zones pull\` of a large zone over HTTP and by zone transfers, against imports of the same files
  brands   100 brands compared with all names of a large zone, and with the changes of a day
  clusters bulk registrations in 100,000 names that a day adds to a zone of 1,000,000
  attack   requests of others while attackers ask for expensive counts over 300,000 alerts and hang up
  backup   \`rampart backup\` and \`rampart restore\` of alerts and a large zone against COPY and the zone's import, and their memory
  traces   the processor time that tracing costs: off, at 1 % and at 100 % of the requests
  engines  the engines of the graph in the same server: rampart against apollo
  unchanged lists of alerts that do not change, against a handwritten handler, and that change all the time
  executor the executor of plans alone, against that of @apollo/gateway, over subgraphs in memory
  drive    \`rampart drive sync\` against a loop that fetches and writes the same files, and its memory

Options:
  --seconds N      seconds of load on each competitor in one round (2)
  --rounds N       rounds; the median counts (7)
  --bursts N       bursts of requests to each server of the suite traces (100)
  --connections N  connections of the suites alerts, joined and licenses (16)
  --alerts N       alerts in the database of alerts, joined, latency, bulk and backup (100000)
  --lines N        inferences that the suites import and inferences import (1000000)
  --scale N        alerts in the larger database of the suite scale (1000000)
  --domains N      domains in the zone of the suites of zones, brands and backup (5000000)
  --files N        files that the suite drive syncs (2000)
  --large N        megabytes of its large file (2048)
  --no-hive        leave Hive Gateway out, which is installed from the registry at its first run
  --profile DIR    write CPU profiles of our server to this folder (they slow it down a little)
  --json           print JSON instead of a table
  --no-fail        exit 0 also when a figure is missed
  --help           print this
`;

/** Wrong usage. The message states the allowed values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses the arguments.
 * @returns undefined for --help
 * @throws {UsageError}
 */
export function readArguments(args: readonly string[]): BenchmarkArguments | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  return {
    suites: suitesOf(positionals),
    seconds: positive(values.seconds, 'seconds'),
    rounds: wholeNumber(values.rounds, 'rounds'),
    bursts: wholeNumber(values.bursts, 'bursts'),
    connections: wholeNumber(values.connections, 'connections'),
    alerts: wholeNumber(values.alerts, 'alerts'),
    lines: wholeNumber(values.lines, 'lines'),
    scale: wholeNumber(values.scale, 'scale'),
    domains: wholeNumber(values.domains, 'domains'),
    files: wholeNumber(values.files, 'files'),
    large: wholeNumber(values.large, 'large'),
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
    throw new UsageError((error as Error).message); // parseArgs throws only errors.
  }
}

function suitesOf(args: readonly string[]): readonly SuiteName[] {
  const unknown = args.find((arg) => !suiteNames.some((name) => name === arg));
  if (unknown !== undefined) throw new UsageError(`unknown suite ${unknown}; expected one of ${suiteNames.join(', ')}`);
  return args.length === 0 ? suiteNames : suiteNames.filter((name) => args.includes(name));
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`--${option} must be a number above 0: ${text}`);
  return value;
}

function wholeNumber(text: string, option: string): number {
  const value = positive(text, option);
  if (!Number.isInteger(value)) throw new UsageError(`--${option} must be an integer: ${text}`);
  return value;
}
