import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Sql } from 'postgres';
import { copyIn } from '../../platform/database/index.js';
import { median } from '../measure.js';
import type { Figure } from '../report.js';
import type { SuiteContext } from './suite.js';

const table = 'copied_part';
const turns = 3;

/**
 * The part of an import that sends rows, against PostgreSQL's own client with the same rows. None where there is no such client:
 * the embedded server comes without it.
 */
export async function copyPartFigures(
  { bench, onProgress }: SuiteContext,
  { database, file }: { database: string; file: string },
): Promise<Figure[]> {
  if (!(await hasClient())) {
    onProgress('psql is not installed: the copy part is not measured');
    return [];
  }
  const seconds = { ours: [] as number[], client: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    onProgress(`copy part, ${turn + 1} of ${turns}`);
    await bench.withConnection(database, async (sql) => {
      seconds.client.push(await inEmptyTable(sql, () => copyByClient(bench.databaseUrl(database), file)));
      seconds.ours.push(await inEmptyTable(sql, () => copyByImport(sql, file)));
    });
  }
  const [ours, client] = [median(seconds.ours), median(seconds.client)];
  return [
    {
      what: 'zones import, its COPY part',
      reference: '\\copy of the same rows by psql',
      ratio: ours / client,
      bound: { atMost: 1.05 },
      measured: `${ours.toFixed(1)} and ${client.toFixed(1)} s`,
    },
  ];
}

async function inEmptyTable(sql: Sql, work: () => Promise<void>): Promise<number> {
  await sql.unsafe(`drop table if exists ${table}; create unlogged table ${table} (label text, nameserver text)`);
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  await sql.unsafe(`drop table ${table}`);
  return seconds;
}

async function copyByImport(sql: Sql, file: string): Promise<void> {
  const rows = createReadStream(file, { highWaterMark: 1 << 18 });
  await sql.begin((transaction) => copyIn(transaction, `copy ${table} from stdin`, rows));
}

async function copyByClient(url: string, file: string): Promise<void> {
  const words = ['--no-psqlrc', '--quiet', '--command', `\\copy ${table} from '${file}'`, url];
  const child = spawn('psql', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`psql exits ${code}`);
}

async function hasClient(): Promise<boolean> {
  const child = spawn('psql', ['--version'], { stdio: 'ignore' });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
