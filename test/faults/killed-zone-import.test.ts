import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReservedSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { type RunningCommand, startCommand } from '../support/command-line.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { activePairs, completeState, zoneText } from '../zones/support/import-world.js';

const folder = mkdtempSync(join(tmpdir(), 'rampart-killed-zone-'));
const everything = Array.from(
  { length: 5000 },
  (_, index) => `name-${String(index).padStart(5, '0')} ns1.host. ns2.host.`,
);
const files = [
  {
    name: 'the first load of a zone',
    file: join(folder, 'first.zone'),
    at: '2026-05-01T00:00:00Z',
    later: '2026-05-01T12:00:00Z',
    pairs: 10_000,
  },
  {
    name: 'the next import',
    file: join(folder, 'next.zone'),
    at: '2026-05-02T00:00:00Z',
    later: '2026-05-02T12:00:00Z',
    pairs: 9002,
  },
] as const;

let opened: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  writeFileSync(files[0].file, zoneText('com', everything, 1));
  writeFileSync(
    files[1].file,
    zoneText('com', [...everything.slice(500), 'name-00001 ns1.host.', 'other ns3.host.'], 2),
  );
  opened = await openTestDatabase();
  environment = { DATABASE_URL: opened.url };
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function startImport({ file, at }: { file: string; at: string }): RunningCommand {
  return startCommand(['zones', 'import', 'com', file, '--at', at], { environment });
}

async function kill(command: RunningCommand): Promise<void> {
  command.process.kill('SIGKILL');
  expect((await command.result).signal).toBe('SIGKILL');
}

/**
 * Waits until a connection other than the test's satisfies the condition or, if `expected` is false, until none does.
 */
async function waitUntilActive(condition: string, expected: boolean): Promise<void> {
  const { sql } = opened.database;
  const isActive = async () => {
    const rows = await sql.unsafe(`select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'rampart' and (${condition})`);
    return rows.length > 0;
  };
  await expect.poll(isActive, { timeout: 30_000, interval: 20 }).toBe(expected);
}

/** Waits until the server has ended the import, before its state is read. */
async function waitUntilReleased(): Promise<void> {
  await waitUntilActive(
    "pid in (select pid from pg_locks where locktype = 'advisory' and classid in (94101, 94102))",
    false,
  );
}

/** Runs an import that a transaction of the test blocks at some point, and kills it there. */
async function killBehind(gate: string, work: { file: string; at: string }): Promise<void> {
  const holder: ReservedSql = await opened.database.sql.reserve();
  try {
    await holder`begin`;
    await holder.unsafe(gate);
    const command = startImport(work);
    const [backend] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await waitUntilActive(`${backend.pid} = any (pg_blocking_pids(pid))`, true);
    await kill(command);
  } finally {
    await holder`rollback`;
    holder.release();
  }
  await waitUntilReleased();
}

/** Runs an import of a pipe that provides half of the file and then blocks, and kills it. */
async function killWhileReading({ file, at }: { file: string; at: string }): Promise<void> {
  const pipe = `${file}.pipe`;
  execFileSync('mkfifo', [pipe]);
  const command = startImport({ file: pipe, at });
  const writeEnd = await open(pipe, 'w');
  const content = readFileSync(file);
  await writeEnd.write(content.subarray(0, content.length / 2));
  await waitUntilActive("state like 'idle in transaction%' or query like 'copy (select label%'", true);
  await kill(command);
  await writeEnd.close();
  await waitUntilReleased();
}

const zoneGate = "select pg_advisory_xact_lock(94101, hashtext('com'))";
const commitGate = 'select pg_advisory_xact_lock(94102, 0)';
/** At this point, everything is written except the entry in the log. */
const logGate = 'lock table zones.import in share mode';

test.each(files)('$name that is killed leaves the state before or after it, and can be repeated', async (work) => {
  const { database } = opened;
  const stateBefore = await completeState(database);
  for (const gate of [zoneGate, commitGate, logGate]) {
    await killBehind(gate, work);
    expect(await completeState(database)).toEqual(stateBefore);
  }
  await killWhileReading(work);
  expect(await completeState(database)).toEqual(stateBefore);

  const command = startImport(work);
  const countImports = async () =>
    (await database.sql`select 1 from zones.import where at = ${Date.parse(work.at)}`).length;
  await expect.poll(countImports, { timeout: 60_000, interval: 5 }).toBe(1);
  command.process.kill('SIGKILL');
  await command.result;
  expect(await activePairs(database, 'com')).toHaveLength(work.pairs);

  const args = ['zones', 'import', 'com', work.file, '--at', work.later, '--json'];
  const repeated = await runHere(args, { environment });
  expect(repeated.code, repeated.errors).toBe(0);
  expect(JSON.parse(repeated.output)).toMatchObject({ outcome: 'unchanged', observations: work.pairs });
});
