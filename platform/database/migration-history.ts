import { compareVersions, ownVersion } from '../version.js';
import type { Migration } from './migrations.js';
import type { Executor } from './statement.js';

/** The error for a database with a migration that is incompatible with this release. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

interface RecordedMigration {
  readonly name: string;
  readonly createdAt: number;
  readonly compatibleFrom: string | null;
  readonly release: string;
}

/** The migrations that were applied to the database. */
export interface History {
  /**
   * Creation times of the migrations in the table that every release reads. A release before 0.2.0 does not start if
   * the table has a newer time than the migrations that it knows.
   */
  readonly shared: ReadonlySet<number>;
  /** The migrations in the table that exists since 0.2.0, each with the oldest compatible release. */
  readonly recorded: readonly RecordedMigration[];
  readonly isRecorded: boolean;
}

export async function readHistory(sql: Executor): Promise<History> {
  const [tables] = await sql<[{ shared: boolean; recorded: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as shared,
      to_regclass('drizzle.rampart_migration') is not null as recorded`;
  const shared = tables.shared
    ? await sql<{ at: number }[]>`select created_at::float8 as at from drizzle.__drizzle_migrations`
    : [];
  const recorded = tables.recorded
    ? await sql<RecordedMigration[]>`
        select name, created_at::float8 as "createdAt", compatible_from as "compatibleFrom", release
        from drizzle.rampart_migration`
    : [];
  return { shared: new Set(shared.map(({ at }) => at)), recorded, isRecorded: tables.recorded };
}

export function isEmpty({ shared, recorded }: History): boolean {
  return shared.size === 0 && recorded.length === 0;
}

/** Whether Rampart has created its tables in the database. */
export async function hasMigrations(sql: Executor): Promise<boolean> {
  return !isEmpty(await readHistory(sql));
}

export function missingIn({ shared, recorded }: History, migrations: readonly Migration[]): Migration[] {
  const names = new Set(recorded.map(({ name }) => name));
  return migrations.filter(({ name, createdAt }) => !names.has(name) && !shared.has(createdAt));
}

/** The names of migrations that only a newer release knows. Migrations before 0.2.0 have no names. */
export function unknownMigrations({ shared, recorded }: History, migrations: readonly Migration[]): string[] {
  const names = new Set(migrations.map(({ name }) => name));
  const times = new Set([...migrations, ...recorded].map(({ createdAt }) => createdAt));
  const nameless = [...shared].filter((at) => !times.has(at)).map((at) => `of ${new Date(at).toISOString()}`);
  return [...recorded.map(({ name }) => name).filter((name) => !names.has(name)), ...nameless];
}

export function isNewer(history: History, migrations: readonly Migration[]): boolean {
  try {
    assertCompatible(history, migrations, ownVersion);
    return false;
  } catch (error) {
    if (error instanceof NewerDatabaseError) return true;
    throw error;
  }
}

export function assertCompatible(
  { shared, recorded }: History,
  migrations: readonly Migration[],
  version: string,
): void {
  const names = new Set(migrations.map(({ name }) => name));
  for (const { name, compatibleFrom } of recorded) {
    if (names.has(name) || compatibleFrom === null || compareVersions(version, compatibleFrom) >= 0) continue;
    throw new NewerDatabaseError(
      `the database contains migration ${name}, which requires Rampart ${compatibleFrom} or newer; this is ${version}: ` +
        'start a newer release, or restore a backup from before the upgrade',
    );
  }
  const newest = Math.max(...migrations.map(({ createdAt }) => createdAt));
  const recordedTimes = new Set(recorded.map(({ createdAt }) => createdAt));
  if ([...shared].some((at) => at > newest && !recordedTimes.has(at))) {
    throw new NewerDatabaseError(
      `the database contains migrations that Rampart ${version} does not know and that do not specify a compatible release; ` +
        'start the release that migrated the database',
    );
  }
}
