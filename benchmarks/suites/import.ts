import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inferences, writeInferences } from '../data/inferences.js';
import type { BenchmarkEnvironment } from '../environment.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

interface Import {
  readonly database: string;
  readonly label: string;
  /** Maximum ratio of the time to that of COPY. */
  readonly max: number;
  readonly settings: Readonly<Record<string, string>>;
}

const imports: readonly Import[] = [
  {
    ...{ database: 'imported', label: 'alerts import, without the log of inferences', max: 6 },
    settings: { RAMPART_ALERTS_INFERENCE_RETENTION_DAYS: '0' },
  },
  // Each inference is also written to the log, so the policy can be replayed (docs/decisions/0082).
  { database: 'imported_logged', label: 'alerts import', max: 8, settings: {} },
];
/**
 * Proportions of real pipelines: a quarter of the inferences is noise, and each alert has six of the others on average.
 */
const stream = { noise: 0.25, maxParts: 17 };
/**
 * Lines per incident, from which the number of incidents is computed. Slightly below the average of eight (with noise),
 * so enough lines are generated.
 */
const linesPerIncident = 7.5;
/** Maximum ratio of the memory during the second half of the run to that during the first half. */
const maxGrowth = 1.25;

/** Compares the import of the command line with COPY, and measures the memory of the import. */
export async function importSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const incidents = Math.ceil(options.lines / linesPerIncident);
  const files = { lines: join(benchmark.folder, 'inferences.ndjson'), rows: join(benchmark.folder, 'inferences.copy') };
  onProgress(`writing ${options.lines} inferences`);
  const { lines } = await writeInferences(files.lines, { incidents, ...stream, maxLines: options.lines });
  await writeRows(files.rows, { incidents, lines });
  const measurements: Measurement[] = [];
  for (const planned of imports) measurements.push(...(await measureImport(context, { ...planned, files, lines })));
  return measurements;
}

async function measureImport(
  { benchmark, onProgress }: SuiteContext,
  options: Import & { files: { lines: string; rows: string }; lines: number },
): Promise<Measurement[]> {
  const { database, settings, files } = options;
  const label = `${options.label}, ${options.lines} lines`;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  onProgress('COPY, before the import');
  const before = await copyRows(benchmark, { path: files.rows, database });
  onProgress(label);
  const imported = await runCommand(benchmark, { database, args: ['alerts', 'import', files.lines], settings });
  onProgress('COPY, after the import');
  const after = await copyRows(benchmark, { path: files.rows, database });
  const copySeconds = median([before, after]);
  const rate = Math.round(options.lines / imported.seconds);
  return [
    {
      label,
      reference: 'COPY into a table without indexes',
      ratio: imported.seconds / copySeconds,
      bound: { max: options.max },
      measured: `${imported.seconds.toFixed(1)} and ${copySeconds.toFixed(1)} s, ${rate} lines/s`,
    },
    memoryMeasurement(imported.memoryBytes),
  ];
}

function memoryMeasurement(memoryBytes: readonly number[]): Measurement {
  const middle = Math.floor(memoryBytes.length / 2);
  const first = Math.max(...memoryBytes.slice(0, middle));
  const second = Math.max(...memoryBytes.slice(middle));
  const at = (share: number) => formatMegabytes(memoryBytes[Math.floor((memoryBytes.length - 1) * share)]);
  return {
    label: 'alerts import, memory of the second half',
    reference: 'memory of the first half',
    ratio: second / first,
    bound: { max: maxGrowth },
    measured: `${at(0.1)}, ${at(0.5)}, ${at(1)} after 10 %, 50 % and 100 % of the time; maximum ${formatMegabytes(Math.max(first, second))}`,
  };
}

/** Writes the imported inferences in the text format of COPY in advance, so COPY has nothing else to do. */
async function writeRows(path: string, options: { incidents: number; lines: number }): Promise<void> {
  let remaining = options.lines;
  function* rows(): Generator<string> {
    let chunk = '';
    for (const inference of inferences({ incidents: options.incidents, ...stream })) {
      if (remaining-- === 0) break;
      chunk += `${Object.values(inference).map(copyText).join('\t')}\n`;
      if (chunk.length < 262_144) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  await pipeline(Readable.from(rows()), createWriteStream(path));
}

function copyText(value: unknown): string {
  if (value === null) return '\\N';
  if (Array.isArray(value)) return `{${value.map((item) => `"${item}"`).join(',')}}`;
  return String(value); // The generated strings have no tabs, line feeds or backslashes.
}

async function copyRows(
  benchmark: BenchmarkEnvironment,
  { path, database }: { path: string; database: string },
): Promise<number> {
  return await benchmark.withConnection(database, async (sql) => {
    await sql`drop table if exists copied`;
    await sql`create table copied (inference_id text, tenant_id text, endpoint_id text, platform text, model_name text,
      attack_prob float8, confidence float8, prediction text, ttp_techniques text[], ttp_explanation text, num_nodes int,
      num_edges int, timestamp float8)`;
    const startMs = performance.now();
    await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), await sql`copy copied from stdin`.writable());
    return (performance.now() - startMs) / 1000;
  });
}

function formatMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : `${Math.round(bytes / 1_048_576)} MB`;
}
