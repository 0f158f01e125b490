import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { backupOf, withoutSecrets } from './support/archives.js';
import {
  connectTo,
  emptyInstance,
  type Instance,
  inspect,
  instanceLabel,
  succeed,
} from './support/backup-instances.js';
import { contentOf, filesOf } from './support/compare.js';

const data = temporaryFolder();
const backups = temporaryFolder();
/** A backup of the source. Not encrypted, because the key takes half a second to derive for each command. */
const backup = join(backups.path, 'backup');
let source: Instance;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createMigratedDatabase();
  source = { url: created.url, dataDir: data.path };
  drop = created.drop;
  const contents = join(data.path, 'drive', 'content');
  mkdirSync(contents, { recursive: true });
  for (let index = 0; index < 20; index++) writeFileSync(join(contents, `file-${index}`), String(index));
  await inspect(source, async (sql) => {
    await sql`insert into zones.nameserver_set (id, data)
      select number, array[md5(number::text), md5((-number)::text)] from generate_series(1, 12000) number`;
    await sql`insert into zones.rdap_answer (domain, source, fetched_at, expires_at)
      select md5(number::text), 'x', number, number from generate_series(1, 12000) number`;
  });
  writeFileSync(backup, await backupOf(source, withoutSecrets));
});
afterAll(async () => {
  await drop();
  data.remove();
  backups.remove();
});

/** Kills a command as soon as a condition holds; returns whether it was still running. */
async function killWhen(command: RunningCommand, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  let hasEnded = false;
  void command.result.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !(await condition())) await delay(5);
  command.process.kill('SIGKILL');
  return (await command.result).signal === 'SIGKILL';
}

test('a backup that is killed at any time leaves the previous file or a complete new one', async () => {
  const file = join(backups.path, 'repeated backup');
  const args = ['backup', file, '--force', '--without-secrets', ...instanceLabel(source)];
  await succeed(args);
  const { size } = statSync(file);
  let kills = 0;
  for (const share of [0, 0.3, 0.6, 0.95]) {
    const previous = readFileSync(file);
    const condition = () => (statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? -1) >= share * size;
    if (await killWhen(startCommand(args), condition)) kills++;
    if (!readFileSync(file).equals(previous)) await succeed(['restore', '--check', file]);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  await succeed(args);
  expect(existsSync(`${file}.part`)).toBe(false);
});

/** The stages of a restore, in order, and how to detect them. The staging of files is tested below. */
const stages: [string, (sql: Sql, target: Instance) => Promise<boolean>][] = [
  ['it fills a table', (sql) => isRunning(sql, 'copy "zones"."nameserver_set"%')],
  ['it creates keys and indexes', (sql) => isRunning(sql, 'alter table % add constraint%')],
  [
    'its files have their final paths',
    async (_, { dataDir }) => existsSync(join(dataDir, 'drive', 'content', 'file-9')),
  ],
];

function isStaged(dataDir: string): boolean {
  return globSync('restore-*.part/**/file-1', { cwd: dataDir }).length > 0;
}

async function isRunning(sql: Sql, query: string): Promise<boolean> {
  const [process] = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'rampart' and query ilike ${query}`;
  return process !== undefined;
}

async function waitUntilUnused(sql: Sql): Promise<void> {
  while (await isRunning(sql, '%')) await delay(5);
}

test('a restore that is killed at any time leaves the instance empty or complete, and can be repeated', async () => {
  const completeContent = await inspect(source, contentOf);
  let target: Instance | undefined;
  for (const [stage, isReached] of stages) {
    let isKilled = false;
    // A fast machine can pass the stage unnoticed, and complete the restore; then it is repeated for another instance.
    for (let attempt = 0; attempt < 10 && !isKilled; attempt++) {
      target ??= await emptyInstance('url');
      const current = target;
      const sql = connectTo(current.url ?? '');
      const command = startCommand(['restore', backup, ...instanceLabel(current)]);
      isKilled = await killWhen(command, () => isReached(sql, current));
      await waitUntilUnused(sql);
      const content = await contentOf(sql);
      if (Object.keys(content).length === 0) continue;
      expect(content, stage).toEqual(completeContent);
      expect(filesOf(current.dataDir)).toEqual(filesOf(source.dataDir));
      target = undefined;
    }
    expect(isKilled, stage).toBe(true);
  }
  // Each restore of an instance but the first repeats one that was killed.
  if (target === undefined) return;
  await succeed(['restore', backup, ...instanceLabel(target)]);
  expect(await inspect(target, contentOf)).toEqual(completeContent);
  expect(filesOf(target.dataDir)).toEqual(filesOf(source.dataDir));
});

test('a restore into the embedded database that is killed can be repeated', async () => {
  const target = await emptyInstance('embedded');
  const args = ['restore', backup, ...instanceLabel(target)];
  expect(await killWhen(startCommand(args), () => isStaged(target.dataDir))).toBe(true);
  await succeed(args);
  expect(await inspect(target, contentOf)).toEqual(await inspect(source, contentOf));
  expect(filesOf(target.dataDir)).toEqual(filesOf(source.dataDir));
});
