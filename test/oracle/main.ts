import { parseArgs } from 'node:util';
import { runNasty } from './nasty.js';
import { type Finding, runOracle, type Tally } from './run.js';
import { shrink } from './shrink.js';

const help = `Usage: npm run oracle -- [options]

Compare the gateway's results of generated operations over generated supergraphs with one
graphql-js execution of the composed schema over the same data. Exits 1 when one is wrong.

  --operations N   number of operations; default 10000
  --seed N         first seed; default: the time
  --per-graph N    operations over each supergraph; default 20
  --http           through a gateway and subgraphs over HTTP, not in this process
  --defer          with @defer on generated fragments: the parts of responses are compared
  --nasty N        instead, plan N operations that are hard to plan; exits 1 when one takes
                   more than 500 ms
  --findings N     stop after this number of wrong results; default 5
  --help           show this help

A wrong result is printed with the smallest subgraphs and operation that still give one.
`;

/** Maximum milliseconds until a plan or an error. */
const maxPlanMs = 500;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) return 0;
  if (typeof options === 'string') {
    process.stderr.write(`oracle: ${options}\n`);
    return 2;
  }
  process.stderr.write(`seed ${options.seed}\n`);
  if (options.nasty !== undefined) return planNasty(options.nasty, options.seed);
  let shownCount = 0;
  const tally = await runOracle({
    operations: options.operations,
    seed: options.seed,
    operationsPerSupergraph: options.perGraph,
    overHttp: options.http,
    defers: options.defer,
    onProgress(progress) {
      const isTerminal = process.stderr.isTTY === true;
      if (isTerminal) process.stderr.write(`\r\x1b[K${line(progress)}`);
      else if (Date.now() - shownCount > 60_000) {
        shownCount = Date.now();
        process.stderr.write(`${line(progress)}\n`);
      }
      return progress.findings.length < options.findings;
    },
  });
  process.stdout.write(`${line(tally)}\n`);
  for (const [reason, times] of tally.rejections) process.stdout.write(`rejected ${times} times: ${reason}\n`);
  for (const finding of tally.findings.slice(0, options.findings))
    process.stdout.write(describe(await shrink(finding)));
  return tally.findings.length === 0 ? 0 : 1;
}

async function planNasty(count: number, seed: number): Promise<number> {
  const tally = await runNasty({ count, seed, maxMs: maxPlanMs });
  const rejected = [...tally.rejected].map(([code, times]) => `${times} rejected with ${code}`);
  const [slowest, cpu, pause] = [tally.slowestMs, tally.maxCpuMs, tally.maxPauseMs].map(Math.round);
  const longest = `slowest ${slowest} ms, at most ${cpu} ms of CPU time, longest pause of the process ${pause} ms`;
  process.stdout.write(`${[`${tally.planned} planned`, ...rejected, longest].join(', ')}\n`);
  for (const { document, milliseconds } of tally.tooSlow)
    process.stdout.write(`${Math.round(milliseconds)} ms: ${document}\n`);
  return tally.tooSlow.length === 0 ? 0 : 1;
}

interface Options {
  readonly operations: number;
  readonly seed: number;
  readonly perGraph: number;
  readonly findings: number;
  readonly http: boolean;
  readonly defer: boolean;
  readonly nasty: number | undefined;
}

/** The options; undefined for --help; a string with the problem if they are invalid. */
function readOptions(args: string[]): Options | string | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: args,
      options: {
        operations: text,
        seed: text,
        'per-graph': text,
        findings: text,
        nasty: text,
        http: { type: 'boolean' },
        defer: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(help);
      return undefined;
    }
    return {
      operations: positive('--operations', values.operations ?? '10000'),
      seed: positive('--seed', values.seed ?? String(Date.now() % 1_000_000_000)),
      perGraph: positive('--per-graph', values['per-graph'] ?? '20'),
      findings: positive('--findings', values.findings ?? '5'),
      http: values.http === true,
      defer: values.defer === true,
      nasty: values.nasty === undefined ? undefined : positive('--nasty', values.nasty),
    };
  } catch (error) {
    return (error as Error).message; // parseArgs and `positive` throw only errors.
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${name} must be an integer above 0: ${text}`);
}

function line({ operations, supergraphs, rejected, inParts, findings }: Tally): string {
  const parts = inParts === 0 ? '' : `, ${inParts} in parts`;
  return `${operations} operations over ${supergraphs} supergraphs: ${findings.length} wrong, ${rejected} rejected${parts}`;
}

function describe({ subgraphs, operation, reason, seed }: Finding): string {
  const parts = Object.entries(subgraphs).map(([name, sdl]) => `# subgraph ${name}\n${sdl}`);
  const variables = JSON.stringify(operation.variables);
  return `\n=== seed ${seed}: ${reason}\n${parts.join('\n')}\n# operation\n${operation.document}\n# variables ${variables}\n`;
}
