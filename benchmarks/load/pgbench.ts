import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RecordedStatement } from '../competitors/recorded-statements.js';
import type { LoadOptions, SelfLoadedCompetitor } from '../measure.js';

/** The statements of one request, which pgbench sends in one pipeline. */
export type PgbenchRequest = readonly RecordedStatement[];

export interface PgbenchOptions {
  readonly name: string;
  readonly connection: { host: string; user: string; password: string; database: string };
  /** Directory for the scripts. */
  readonly folder: string;
  /** Requests, at most 100. For each transaction, pgbench chooses one of them at random. */
  readonly requests: readonly PgbenchRequest[];
}

const run = promisify(execFile);

/**
 * Environment of pgbench that forces generic plans, so each connection plans each statement only once. By default,
 * PostgreSQL does so only after several executions.
 */
const genericPlanEnvironment = { PGOPTIONS: '-c plan_cache_mode=force_generic_plan' };

/** Path of pgbench, which comes with PostgreSQL's server; undefined if it is not installed. */
export function findPgbench(): string | undefined {
  return globSync(['/usr/lib/postgresql/*/bin/pgbench', '/usr/bin/pgbench', '/usr/local/bin/pgbench'])[0];
}

/** Creates a competitor that loads PostgreSQL directly, by pgbench with prepared statements. */
export function pgbenchLoad(command: string, options: PgbenchOptions): SelfLoadedCompetitor {
  const { name, connection, folder, requests } = options;
  const scripts = requests.flatMap((request, index) => {
    const path = join(folder, `pgbench-${index}.sql`);
    writeFileSync(path, scriptOf(request, index));
    return ['-f', path];
  });
  const variables = requests.flatMap((request, index) => variablesOf(request, index));
  return {
    name,
    run: async ({ connections, seconds }: LoadOptions) => {
      const { host, user, password, database } = connection;
      const load = ['-c', String(connections), '-j', '1', '-T', String(Math.max(1, Math.round(seconds)))];
      const target = ['-h', host, '-U', user, database];
      const args = ['-n', '-M', 'prepared', ...load, ...variables, ...scripts, ...target];
      const { stdout } = await run(command, args, {
        env: { ...genericPlanEnvironment, PATH: '/usr/bin:/bin', PGPASSWORD: password },
      });
      const averageMs = extractNumber(stdout, /latency average = ([\d.]+) ms/);
      const requestsPerSecond = extractNumber(stdout, /tps = ([\d.]+)/);
      // pgbench reports no percentiles.
      return { requestsPerSecond, medianMs: averageMs, p99Ms: averageMs };
    },
  };
}

function scriptOf(request: PgbenchRequest, index: number): string {
  const statements = request.map(({ text, parameters }, statement) => {
    const named = parameters.reduceRight<string>(
      (all, _, position) => all.replaceAll(`$${position + 1}`, `:${variableOf({ index, statement, position })}`),
      text,
    );
    return `${named};`;
  });
  return ['\\startpipeline', ...statements, '\\endpipeline', ''].join('\n');
}

/**
 * Returns the parameters of a request as pgbench variables. Their values are strings whose types PostgreSQL infers, as
 * it does for parameters of a driver.
 */
function variablesOf(request: PgbenchRequest, index: number): string[] {
  return request.flatMap(({ parameters }, statement) =>
    parameters.flatMap((value, position) => ['-D', `${variableOf({ index, statement, position })}=${value}`]),
  );
}

function variableOf({ index, statement, position }: { index: number; statement: number; position: number }): string {
  return `p${index}_${statement}_${position}`;
}

function extractNumber(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`unexpected output of pgbench:\n${output}`);
  return Number(found);
}
