import { join } from 'node:path';
import { hourMs } from '../../platform/durations.js';
import { writeZoneFile } from '../data/zone-files.js';
import type { BenchmarkEnvironment } from '../environment.js';
import { type CommandRun, runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

/** The database of the suites that import and search one large zone. */
export const zoneDatabase = 'zones';

/**
 * Time of the first import in Unix epoch milliseconds. The others follow hourly, all in the past and within the history
 * that every account can read.
 */
const firstImport = Date.now() - 10 * hourMs;

/** Time of the import with this number; numbers start from 0. */
export function importTime(number: number): Date {
  return new Date(firstImport + number * hourMs);
}

/** Creates the database of the zone suites with its tables. */
export async function createZoneDatabase(benchmark: BenchmarkEnvironment): Promise<void> {
  await benchmark.createDatabase(zoneDatabase);
  await runCommand(benchmark, { database: zoneDatabase, args: ['migrate'] });
}

/** Imports a zone file at the time of the import with this number; see {@link importTime}. */
export async function importFile(benchmark: BenchmarkEnvironment, file: string, number: number): Promise<CommandRun> {
  const at = importTime(number).toISOString();
  return await runCommand(benchmark, { database: zoneDatabase, args: ['zones', 'import', 'com', file, '--at', at] });
}

/**
 * Imports a zone file for each of these import numbers: the first day of the zone for even numbers, the second for odd
 * ones.
 */
export async function importDays(
  { benchmark, options, onProgress }: SuiteContext,
  numbers: readonly number[],
): Promise<void> {
  const { domains } = options;
  const file = join(benchmark.folder, 'day.zone');
  for (const number of numbers) {
    onProgress(`writing and importing ${domains} domains, import ${number + 1}`);
    await writeZoneFile(file, 'com', { domains, day: number % 2 === 0 ? 0 : 1, serial: number + 1 });
    await importFile(benchmark, file, number);
  }
  await benchmark.withConnection(zoneDatabase, async (sql) => await sql`vacuum analyze`);
}
