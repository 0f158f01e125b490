import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchmarkEnvironment } from '../environment.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import { type CommandRun, runCommand, runModule } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const fileBytes = 65_536;
const maxTimeRatio = 2;
const maxTimeRatioLarge = 1.5;
/** Maximum ratio of the memory during the second half of the sync of a large file to that during the first half. */
const maxGrowth = 1.25;

/**
 * Compares `rampart drive sync` with a loop that fetches and writes the same files, and measures the memory of the
 * command for a large file.
 */
export async function driveSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const origin = await startSite(benchmark, { name: 'site of small files', files: options.files, bytes: fileBytes });
  onProgress(`syncing ${options.files} files`);
  const small = await syncBetweenLoops(benchmark, { database: 'drive_small', origin });
  const bytes = options.large * 1_048_576;
  const largeOrigin = await startSite(benchmark, { name: 'site of a large file', files: 1, bytes });
  onProgress(`syncing a file of ${options.large} MB`);
  const large = await syncBetweenLoops(benchmark, { database: 'drive_large', origin: largeOrigin });
  const { memoryBytes } = large.synced;
  const half = Math.floor(memoryBytes.length / 2);
  const [firstHalf, secondHalf] = [memoryBytes.slice(0, half), memoryBytes.slice(half)];
  const loop = { reference: 'a loop that downloads and writes them' };
  return [
    {
      ...loop,
      label: `drive sync, ${options.files} files of ${fileBytes / 1024} kB`,
      ratio: small.synced.seconds / small.seconds,
      bound: { max: maxTimeRatio },
      measured: `${secondsOf(small)}, ${Math.round(options.files / small.synced.seconds)} files/s`,
    },
    {
      ...loop,
      label: 'drive sync, memory',
      ratio: peak(small.synced) / small.peak,
      bound: undefined,
      measured: `${megabytes(peak(small.synced))} and ${megabytes(small.peak)} MB`,
    },
    {
      ...loop,
      label: `drive sync, one file of ${options.large} MB`,
      ratio: large.synced.seconds / large.seconds,
      bound: { max: maxTimeRatioLarge },
      measured: secondsOf(large),
    },
    {
      label: `drive sync, one file of ${options.large} MB, memory of the second half`,
      reference: 'memory of the first half',
      ratio: Math.max(...secondHalf) / Math.max(...firstHalf),
      bound: { max: maxGrowth },
      measured: `${megabytes(Math.max(...secondHalf))} and ${megabytes(Math.max(...firstHalf))} MB; for many small files ${megabytes(peak(small.synced))} MB`,
    },
  ];
}

/** A measured sync, with the median time and the peak memory of the loop that ran before and after it. */
interface ComparedSync {
  readonly synced: CommandRun;
  readonly seconds: number;
  readonly peak: number;
}

async function syncBetweenLoops(
  benchmark: BenchmarkEnvironment,
  options: { database: string; origin: string },
): Promise<ComparedSync> {
  const before = await fetchAll(benchmark, options.origin);
  const synced = await syncAll(benchmark, options);
  const after = await fetchAll(benchmark, options.origin);
  return {
    synced,
    seconds: median([before.seconds, after.seconds]),
    peak: Math.max(peak(before), peak(after)),
  };
}

function secondsOf({ synced, seconds }: ComparedSync): string {
  return `${synced.seconds.toFixed(1)} and ${seconds.toFixed(1)} s`;
}

async function startSite(
  benchmark: BenchmarkEnvironment,
  site: { name: string; files: number; bytes: number },
): Promise<string> {
  const { name, ...options } = site;
  const { lines } = await benchmark.processes.startUntilReady({
    name,
    args: [competitor('document-site-server'), JSON.stringify(options)],
    workingDirectory: benchmark.subfolder('sites'),
  });
  const origin = /^ready (http\S+)$/.exec(lines.at(-1) ?? '')?.[1];
  if (origin === undefined) throw new Error('the site did not print its URL');
  return origin;
}

async function syncAll(
  benchmark: BenchmarkEnvironment,
  options: { database: string; origin: string },
): Promise<CommandRun> {
  const { database, origin } = options;
  const settings = {
    RAMPART_DRIVE_AUTH_URL: origin,
    RAMPART_DRIVE_GRAPH_URL: origin,
    RAMPART_DRIVE_TENANT_ID: 'bench',
    RAMPART_DRIVE_CLIENT_ID: 'bench',
    RAMPART_DRIVE_CLIENT_SECRET: 'bench',
    RAMPART_DRIVE_SITE_HOSTNAME: 'bench.example',
    RAMPART_DRIVE_SITE_PATH: '/sites/bench',
  };
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, settings, args: ['migrate'] });
  await runCommand(benchmark, { database, settings, args: ['drive', 'connect'] });
  const run = await runCommand(benchmark, { database, settings, args: ['drive', 'sync'] });
  rmSync(join(benchmark.subfolder('commands'), 'drive'), { recursive: true, force: true });
  return run;
}

async function fetchAll(benchmark: BenchmarkEnvironment, origin: string): Promise<CommandRun> {
  const folder = join(benchmark.folder, 'fetched');
  const args = [competitor('fetch-loop'), JSON.stringify({ origin, folder })];
  const run = await runModule(benchmark, { name: 'download loop', args });
  rmSync(folder, { recursive: true, force: true });
  return run;
}

function competitor(name: string): string {
  return fileURLToPath(new URL(`../competitors/${name}.js`, import.meta.url));
}

function peak({ memoryBytes }: CommandRun): number {
  return Math.max(...memoryBytes);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
