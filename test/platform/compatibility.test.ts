import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { type MigrationResult, migrateDatabase } from '../../platform/database/migrate.js';
import { migrationsFolder, readCompatibility } from '../../platform/database/migrations.js';
import { ownVersion } from '../../platform/version.js';
import { createEmptyDatabase } from '../support/index.js';

interface Release {
  readonly version: string;
  /** Additional migrations: SQL by name. */
  readonly added: Readonly<Record<string, string>>;
  /** The names of migrations that are contractions, each with the oldest compatible release. */
  readonly contractions?: Readonly<Record<string, string>>;
  /** The newest existing migration that the release has; default: all. */
  readonly newest?: string;
  readonly onBlocked?: (error: unknown) => void;
}

/** A database of this version, and operations of other releases on it. */
async function createMigratedDatabase() {
  const releases = await createEmptyDatabaseForTest();
  await releases.migrate({ version: ownVersion, added: {} });
  return releases;
}

async function createEmptyDatabaseForTest() {
  const { url, drop } = await createEmptyDatabase();
  const connect = (options: { max: number }) =>
    postgres(url.replace(/\?.*/, ''), { ...socketOf(url), ...options, onnotice: () => {} });
  const sql = connect({ max: 1 });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  return {
    sql,
    async migrate({ version, added, contractions = {}, newest = '9', onBlocked }: Release): Promise<MigrationResult> {
      const folder = mkdtempSync(join(tmpdir(), 'rampart-release-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      cpSync(migrationsFolder, folder, { recursive: true });
      const journalFile = join(folder, 'meta', '_journal.json');
      const journal: { entries: { tag: string; when: number }[] } = JSON.parse(readFileSync(journalFile, 'utf8'));
      journal.entries = journal.entries.filter(({ tag }) => tag <= newest);
      for (const [index, [tag, text]] of Object.entries(added).entries()) {
        writeFileSync(join(folder, `${tag}.sql`), text);
        journal.entries.push({ tag, when: 9_000_000_000_000 + index });
      }
      writeFileSync(journalFile, JSON.stringify(journal));
      const listed = Object.entries(contractions).map(([migration, compatibleFrom]) => ({ migration, compatibleFrom }));
      const compatibility = JSON.parse(readFileSync(join(folder, 'compatibility.json'), 'utf8'));
      writeFileSync(
        join(folder, 'compatibility.json'),
        JSON.stringify({ ...compatibility, contractions: [...compatibility.contractions, ...listed] }),
      );
      return await migrateDatabase({ connect, folder, version, ...(onBlocked && { onBlocked }) });
    },
    /** The newest migration in the table that releases before 0.2.0 read. */
    async newestShared(): Promise<number> {
      const [row] = await sql<[{ at: number }]>`
        select max(created_at)::float8 as at from drizzle.__drizzle_migrations`;
      return row.at;
    },
  };
}

function socketOf(url: string): { path: string } {
  return { path: join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432') };
}

const expansion = { '9000_note': 'alter table alerts.alert add column note text' };
const contraction = { ...expansion, '9001_no-note': 'alter table alerts.alert drop column note' };

test('a release works on a database that a newer one has expanded, and applies no migration', async () => {
  const { migrate, newestShared } = await createMigratedDatabase();
  const before = await newestShared();
  expect(await migrate({ version: '0.3.0', added: expansion })).toMatchObject({ applied: 1 });
  expect(await migrate({ version: '0.2.0', added: {} })).toMatchObject({ applied: 0 });
  // Releases before 0.2.0 see no unknown migration either.
  expect(await newestShared()).toBe(before);
});

test('a release works on a database whose contraction removed only elements that it does not use, and an older release rejects the database', async () => {
  const { migrate, newestShared } = await createMigratedDatabase();
  const before = await newestShared();
  await migrate({ version: '0.3.0', added: expansion });
  await migrate({ version: '0.4.0', added: contraction, contractions: { '9001_no-note': '0.3.0' } });
  expect(await migrate({ version: '0.3.0', added: expansion })).toMatchObject({ applied: 0 });
  await expect(migrate({ version: '0.2.9', added: {} })).rejects.toThrow(
    'the database contains migration 9001_no-note, which requires Rampart 0.3.0 or newer; this is 0.2.9',
  );
  // Releases before 0.2.0 find an unknown migration, and reject the database too.
  expect(await newestShared()).toBeGreaterThan(before);
});

test('a database migrated by a release before 0.2.0 is adopted unchanged', async () => {
  const { sql, migrate } = await createEmptyDatabaseForTest();
  const { baseline } = readCompatibility(migrationsFolder);
  const before = await migrate({ version: '0.1.0', added: {}, newest: baseline });
  await sql`drop table drizzle.rampart_migration`;
  const { applied, total } = await migrate({ version: '0.2.0', added: {} });
  expect(applied).toBe(total - before.total);
  expect(await sql`select from drizzle.rampart_migration`).toHaveLength(total);
});

test('a migration waits for a transaction that uses its tables, and is applied after it', async () => {
  const { sql, migrate } = await createMigratedDatabase();
  const interleavedRelease = {
    '9000_both': 'alter table alerts.alert add column a text; alter table alerts.inference add column b text',
  };
  let migration: Promise<MigrationResult> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`lock table alerts.inference in row exclusive mode`;
    await new Promise((resolve) => {
      migration = migrate({ version: '0.3.0', added: interleavedRelease, onBlocked: resolve });
    });
    // The migration no longer holds locks that this transaction needs next; otherwise PostgreSQL would report a
    // deadlock.
    await transaction`set local lock_timeout = '100ms'`;
    await transaction`lock table alerts.alert in row exclusive mode`;
  });
  expect(await migration).toMatchObject({ applied: 1 });
});

test('a failed migration is rolled back, and applied once it is fixed', async () => {
  const { sql, migrate } = await createMigratedDatabase();
  const broken = { ...expansion, '9001_broken': 'alter table alerts.no_such_table add column note text' };
  await expect(migrate({ version: '0.3.0', added: broken })).rejects.toThrow('does not exist');
  expect(await sql`select from drizzle.rampart_migration where name like '9%'`).toHaveLength(0);
  expect(await migrate({ version: '0.3.0', added: expansion })).toMatchObject({ applied: 1 });
});
