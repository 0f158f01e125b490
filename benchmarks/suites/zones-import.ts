import { join } from 'node:path';
import { writePairs, writeZoneFile } from '../data/zone-files.js';
import type { BenchmarkEnvironment } from '../environment.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import type { CommandRun } from '../run-command.js';
import { measureCopyPart, secondsOfCopy } from './copy-part.js';
import type { SuiteContext } from './suite.js';
import { createZoneDatabase, importFile, zoneDatabase } from './zone-days.js';

const maxMemoryBytes = 512 * 2 ** 20;
const maxBytesPerObservation = 75;
/**
 * Maximum number of bytes per observation of the index that finds domains by nameserver (decision 99). This index is
 * not included in the maximum of the other tables and indexes.
 */
const maxNameserverBytes = 22;

/**
 * Compares imports of a large zone with COPY of its pairs, and measures the memory of the imports and the size of the
 * stored state.
 */
export async function zonesImportSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const { domains } = options;
  const files = {
    first: join(benchmark.folder, 'first.zone'),
    next: join(benchmark.folder, 'next.zone'),
    pairs: join(benchmark.folder, 'pairs.copy'),
  };
  onProgress(`writing zone files of ${domains} domains`);
  await writeZoneFile(files.first, 'com', { domains, day: 0, serial: 1 });
  await writeZoneFile(files.next, 'com', { domains, day: 1, serial: 2 });
  await writePairs(files.pairs, { domains, day: 0 });
  await createZoneDatabase(benchmark);

  const copies = [await copyPairs(context, files.pairs)];
  const first = await timeImport(context, files.first, 0);
  const size = await stateSize(benchmark);
  copies.push(await copyPairs(context, files.pairs));
  const next = await timeImport(context, files.next, 1);
  copies.push(await copyPairs(context, files.pairs));
  const same = await timeImport(context, files.next, 2);
  const copySeconds = median(copies);
  const copyPart = await measureCopyPart(context, zoneDatabase);

  const comparedWithCopy = (label: string, run: CommandRun, max: number): Measurement => ({
    label: `zones import, ${label}`,
    reference: 'COPY of its pairs, unlogged, no index',
    ratio: run.seconds / copySeconds,
    bound: { max },
    measured: `${run.seconds.toFixed(1)} and ${copySeconds.toFixed(1)} s`,
  });
  return [
    comparedWithCopy(`first load of ${domains} domains`, first, 6),
    comparedWithCopy('next day, 0.3% changed', next, 2.2),
    comparedWithCopy('the same file again', same, 0.1),
    ...copyPart,
    memoryMeasurement('first load', first),
    memoryMeasurement('next day', next),
    sizeMeasurement('state with search indexes', size.bytes / size.observations, maxBytesPerObservation),
    sizeMeasurement('nameserver index', size.ofNameservers / size.observations, maxNameserverBytes),
  ];
}

function sizeMeasurement(label: string, bytes: number, max: number): Measurement {
  return {
    label: `zones, ${label}`,
    reference: `${max} bytes per observation`,
    ratio: bytes / max,
    bound: { max: 1 },
    measured: `${bytes.toFixed(1)} bytes`,
  };
}

async function timeImport({ benchmark, onProgress }: SuiteContext, file: string, number: number): Promise<CommandRun> {
  onProgress(`importing a zone, ${number + 1} of 3`);
  return await importFile(benchmark, file, number);
}

function memoryMeasurement(label: string, { memoryBytes }: CommandRun): Measurement {
  const peak = Math.max(...memoryBytes);
  const megabytes = (bytes: number | undefined) => `${Math.round((bytes ?? Number.NaN) / 2 ** 20)} MB`;
  const middle = memoryBytes[Math.floor(memoryBytes.length / 2)];
  return {
    label: `zones import, memory of the ${label}`,
    reference: megabytes(maxMemoryBytes),
    ratio: peak / maxMemoryBytes,
    bound: { max: 1 },
    measured: `maximum ${megabytes(peak)}, median ${megabytes(middle)}`,
  };
}

async function copyPairs({ benchmark, onProgress }: SuiteContext, path: string): Promise<number> {
  onProgress('COPY of the pairs');
  return await secondsOfCopy(benchmark, zoneDatabase, path);
}

interface StateSize {
  /** Size of the tables and indexes in bytes, without the index of nameservers. */
  readonly bytes: number;
  readonly ofNameservers: number;
  readonly observations: number;
}

async function stateSize(benchmark: BenchmarkEnvironment): Promise<StateSize> {
  return await benchmark.withConnection(zoneDatabase, async (sql) => {
    const [row] = await sql<[StateSize]>`
      select (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('zones.state') where isleaf)
          - used as bytes,
        used as "ofNameservers", (select sum(observations)::float8 from zones.zone) as observations
      from (select sum(pg_relation_size(relid))::float8 as used from pg_partition_tree('zones.state_set') where isleaf) index`;
    return row;
  });
}
