import { join } from 'node:path';
import { writePairs, writeZoneFile } from '../data/zone-files.js';
import type { BenchmarkEnvironment } from '../environment.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import { type CommandRun, runCommand } from '../run-command.js';
import { copyPartCounts, secondsOfCopy } from './copy-part.js';
import type { SuiteContext } from './suite.js';

const database = 'zones_imported';
const maxMemory = 512 * 2 ** 20;
const maxBytesPerObservation = 75;

/** Imports of a large zone, compared with COPY of its pairs; their memory, and the size of the state. */
export async function zonesImportSuite(context: SuiteContext): Promise<Measurement[]> {
  const { bench, options, onProgress } = context;
  const { domains } = options;
  const files = {
    first: join(bench.folder, 'first.zone'),
    next: join(bench.folder, 'next.zone'),
    pairs: join(bench.folder, 'pairs.copy'),
  };
  onProgress(`writing zone files of ${domains} domains`);
  await writeZoneFile(files.first, 'com', { domains, day: 0 });
  await writeZoneFile(files.next, 'com', { domains, day: 1 });
  await writePairs(files.pairs, { domains, day: 0 });
  await bench.createDatabase(database);
  await runCommand(bench, { database, words: ['migrate'] });

  const copies = [await copyPairs(context, files.pairs)];
  const first = await importFile(context, files.first, '2026-05-01');
  const size = await stateSize(bench);
  copies.push(await copyPairs(context, files.pairs));
  const next = await importFile(context, files.next, '2026-05-02');
  copies.push(await copyPairs(context, files.pairs));
  const same = await importFile(context, files.next, '2026-05-03');
  const copied = median(copies);
  const copyPart = await copyPartCounts(context, database);

  const against = (what: string, run: CommandRun, atMost: number): Measurement => ({
    what: `zones import, ${what}`,
    reference: 'COPY of its pairs, unlogged, no index',
    ratio: run.seconds / copied,
    bound: { atMost },
    measured: `${run.seconds.toFixed(1)} and ${copied.toFixed(1)} s`,
  });
  return [
    against(`first load of ${domains} domains`, first, 6),
    against('next day, 0.3 % changed', next, 2.2),
    against('the same file again', same, 0.1),
    ...copyPart,
    memoryMeasurement('first load', first),
    memoryMeasurement('next day', next),
    {
      what: 'zones, state with all indexes',
      reference: `${maxBytesPerObservation} bytes per observation`,
      ratio: size.bytes / size.observations / maxBytesPerObservation,
      bound: { atMost: 1 },
      measured: `${(size.bytes / size.observations).toFixed(1)} bytes, ${size.observations} observations`,
    },
  ];
}

async function importFile({ bench, onProgress }: SuiteContext, file: string, at: string): Promise<CommandRun> {
  onProgress(`importing the zone of ${at}`);
  return await runCommand(bench, { database, words: ['zones', 'import', 'com', file, '--at', at] });
}

function memoryMeasurement(what: string, { memory }: CommandRun): Measurement {
  const peak = Math.max(...memory);
  const megabytes = (bytes: number | undefined) => `${Math.round((bytes ?? Number.NaN) / 2 ** 20)} MB`;
  const middle = memory[Math.floor(memory.length / 2)];
  return {
    what: `zones import, memory of the ${what}`,
    reference: megabytes(maxMemory),
    ratio: peak / maxMemory,
    bound: { atMost: 1 },
    measured: `maximum ${megabytes(peak)}, median ${megabytes(middle)}`,
  };
}

async function copyPairs({ bench, onProgress }: SuiteContext, path: string): Promise<number> {
  onProgress('COPY of the pairs');
  return await secondsOfCopy(bench, database, path);
}

async function stateSize(bench: BenchmarkEnvironment): Promise<{ bytes: number; observations: number }> {
  return await bench.withConnection(database, async (sql) => {
    const [row] = await sql<[{ bytes: number; observations: number }]>`
      select sum(pg_total_relation_size(relid))::float8 as bytes,
        (select sum(observations)::float8 from zones.zone) as observations
      from pg_partition_tree('zones.state') where isleaf`;
    return row;
  });
}
