import { statSync } from 'node:fs';
import { join } from 'node:path';
import { copyOut } from '../../platform/database/copy-out.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { importAlerts } from '../data/imported-alerts.js';
import { writeZoneFile } from '../data/zone-files.js';
import type { BenchmarkEnvironment } from '../environment.js';
import type { Measurement } from '../report.js';
import { type CommandRun, runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const [database, restored] = ['backed_up', 'restored'];
/** Maximum resident memory, of which key derivation uses 128 MiB. */
const maxMemoryBytes = 320 * 2 ** 20;
const passphrase = 'a passphrase of the benchmark';

/**
 * Compares a backup of alerts and a large zone with COPY of all rows, and its restore with the import of the zone. Also
 * measures the memory of backup and restore.
 */
export async function backupSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const { alerts, domains } = options;
  const [zone, file] = [join(benchmark.folder, 'backup.zone'), join(benchmark.folder, 'backup')];
  await importAlerts(benchmark, { database, alerts, onProgress });
  onProgress(`importing ${domains} domains`);
  await writeZoneFile(zone, 'com', { domains, day: 0 });
  const imported = await runCommand(benchmark, { database, args: ['zones', 'import', 'com', zone] });
  const copySeconds = await secondsOfRows(context);
  const settings = { RAMPART_BACKUP_PASSPHRASE: passphrase };
  onProgress('backup');
  const backup = await runCommand(benchmark, { database, args: ['backup', file], settings });
  await benchmark.createDatabase(restored);
  onProgress('restore');
  const restore = await runCommand(benchmark, { database: restored, args: ['restore', file], settings });
  await assertSame(benchmark);
  const size = Math.round(statSync(file).size / 1e6);
  return [
    {
      label: `backup of ${alerts} alerts and ${domains} domains`,
      reference: 'COPY of all rows to a client that discards them',
      ratio: backup.seconds / copySeconds,
      bound: { max: 2.5 },
      measured: `${backup.seconds.toFixed(1)} and ${copySeconds.toFixed(1)} s, ${size} MB`,
    },
    {
      label: 'restore of the backup',
      reference: 'the first import of the zone only',
      ratio: restore.seconds / imported.seconds,
      bound: { max: 1.5 },
      measured: `${restore.seconds.toFixed(1)} and ${imported.seconds.toFixed(1)} s`,
    },
    memoryMeasurement('backup', backup),
    memoryMeasurement('restore', restore),
  ];
}

/** Reads the rows of all tables and returns the duration in seconds. */
async function secondsOfRows({ benchmark, onProgress }: SuiteContext): Promise<number> {
  onProgress('COPY of all rows');
  return await benchmark.withConnection(database, async (pool) => {
    const startMs = performance.now();
    await runTransaction(pool, async (sql) => {
      const tables = await sql<{ name: string }[]>`
        select oid::regclass::text as name from pg_class
        where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`;
      for (const { name } of tables) for await (const _ of copyOut(sql, `copy ${name} to stdout`));
    });
    return (performance.now() - startMs) / 1000;
  });
}

async function assertSame(benchmark: BenchmarkEnvironment): Promise<void> {
  const count = (name: string) =>
    benchmark.withConnection(name, async (sql) => {
      const [row] = await sql<[{ rows: string }]>`
        select (select count(*) from alerts.alert) || ' ' || (select count(*) from zones.state) as rows`;
      return row.rows;
    });
  const [before, after] = [await count(database), await count(restored)];
  if (before !== after) throw new Error(`the restored database contains ${after} rows instead of ${before}`);
}

function memoryMeasurement(command: string, { memoryBytes }: CommandRun): Measurement {
  const peak = Math.max(...memoryBytes);
  const megabytes = (bytes: number | undefined) => `${Math.round((bytes ?? Number.NaN) / 2 ** 20)} MB`;
  return {
    label: `memory of the ${command}`,
    reference: megabytes(maxMemoryBytes),
    ratio: peak / maxMemoryBytes,
    bound: { max: 1 },
    measured: `maximum ${megabytes(peak)}, median ${megabytes(memoryBytes[Math.floor(memoryBytes.length / 2)])}`,
  };
}
