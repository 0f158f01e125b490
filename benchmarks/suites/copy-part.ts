import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { copyIn } from '../../platform/database/index.js';
import { writePairs } from '../data/zone-files.js';
import type { BenchmarkEnvironment } from '../environment.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import type { SuiteContext } from './suite.js';

const table = 'copied_part';
const maxDomains = 1_000_000;
/** Number of turns. With an even number, the import and psql each run first equally often. */
const turns = 12;

/**
 * Compares the COPY part of an import with psql, which copies the same rows. Skipped if psql is not installed; the
 * embedded server does not include it. Both mostly wait for the same server, so other load on the
 * machine dominates the times. Therefore, there are many short turns, and each yields the ratio of two consecutive runs
 * in alternating order.
 */
export async function measureCopyPart(
  { benchmark, options, onProgress }: SuiteContext,
  database: string,
): Promise<Measurement[]> {
  if (!(await hasPsql())) {
    onProgress('psql is not installed: the copy part is not measured');
    return [];
  }
  const file = join(benchmark.folder, 'part.copy');
  await writePairs(file, { domains: Math.min(options.domains, maxDomains), day: 0 });
  const seconds = { ours: [] as number[], client: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    onProgress(`copy part, ${turn + 1} of ${turns}`);
    const ours = async () => seconds.ours.push(await secondsOfCopy(benchmark, database, file));
    const client = async () =>
      seconds.client.push(
        await timeInEmptyTable(benchmark, database, () => copyByClient(benchmark.databaseUrl(database), file)),
      );
    for (const copy of turn % 2 === 0 ? [client, ours] : [ours, client]) await copy();
  }
  return [
    {
      label: 'zones import, its COPY part',
      reference: '\\copy of the same rows by psql',
      ratio: median(seconds.ours.map((ours, turn) => ours / (seconds.client[turn] ?? Number.NaN))),
      bound: { max: 1.05 },
      measured: `medians ${median(seconds.ours).toFixed(2)} and ${median(seconds.client).toFixed(2)} s`,
    },
  ];
}

/** Copies rows into an unlogged table without indexes, and returns the duration in seconds. */
export async function secondsOfCopy(benchmark: BenchmarkEnvironment, database: string, file: string): Promise<number> {
  return await timeInEmptyTable(benchmark, database, () => copyByImport(benchmark, database, file));
}

async function timeInEmptyTable(
  benchmark: BenchmarkEnvironment,
  database: string,
  work: () => Promise<void>,
): Promise<number> {
  await benchmark.withConnection(database, (sql) =>
    sql.unsafe(`drop table if exists ${table}; create unlogged table ${table} (label text, nameserver text)`),
  );
  const startMs = performance.now();
  await work();
  const seconds = (performance.now() - startMs) / 1000;
  await benchmark.withConnection(database, (sql) => sql.unsafe(`drop table ${table}`));
  return seconds;
}

/** Copies rows like an import, on a separate connection. */
async function copyByImport(benchmark: BenchmarkEnvironment, database: string, file: string): Promise<void> {
  await benchmark.withConnection(database, (sql) =>
    sql.begin((transaction) => copyIn(transaction, `copy ${table} from stdin`, readChunks(file))),
  );
}

/** Reads a file in chunks into a reused buffer; rows are sent before the next are read. */
async function* readChunks(file: string): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(1 << 18);
  const handle = await open(file);
  try {
    for (let read = await handle.read(memory); read.bytesRead > 0; read = await handle.read(memory)) {
      yield memory.subarray(0, read.bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function copyByClient(url: string, file: string): Promise<void> {
  const args = ['--no-psqlrc', '--quiet', '--command', `\\copy ${table} from '${file}'`, url];
  const child = spawn('psql', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`psql exited with code ${code}`);
}

async function hasPsql(): Promise<boolean> {
  const child = spawn('psql', ['--version'], { stdio: 'ignore' });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
