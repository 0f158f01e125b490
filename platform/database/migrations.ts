import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** One migration of schema/migrations. */
export interface Migration {
  /** The name of the file without `.sql`, for example `0003_rate-windows`. */
  readonly name: string;
  /** Creation time in Unix epoch milliseconds, the key in `drizzle.__drizzle_migrations`. */
  readonly createdAt: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /**
   * The oldest release that is compatible with the migration; null if the migration is compatible with every release
   * that was compatible before.
   */
  readonly compatibleFrom: string | null;
}

/** Content of schema/migrations/compatibility.json: which migrations are incompatible with older releases. */
export interface Compatibility {
  /**
   * The newest migration that predates the rules of compatibility. Releases without `drizzle.rampart_migration` are
   * compatible with it and its predecessors.
   */
  readonly baseline: string;
  /** Migrations that remove or restrict what an older release uses. */
  readonly contractions: readonly { migration: string; compatibleFrom: string; removes: string }[];
  /** Statements that look like a contraction, each with the reason why the previous release works with it. */
  readonly harmless: readonly { migration: string; statement: string; reason: string }[];
}

export const migrationsFolder: string = join(projectRoot, 'schema', 'migrations');

const breakpoint = '--> statement-breakpoint';

/** The migrations of a directory, oldest first. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = readJson<{ entries: { tag: string; when: number }[] }>(folder, join('meta', '_journal.json'));
  const { contractions } = readCompatibility(folder);
  const compatibleFrom = new Map(contractions.map((each) => [each.migration, each.compatibleFrom]));
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return {
      name: tag,
      createdAt: when,
      // The hash that drizzle's migrator stores.
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split(breakpoint),
      compatibleFrom: compatibleFrom.get(tag) ?? null,
    };
  });
}

export function readCompatibility(folder: string): Compatibility {
  return readJson<Compatibility>(folder, 'compatibility.json');
}

/** Reads a JSON file of the project. Its type is verified by a test instead of here. */
function readJson<Content>(folder: string, file: string): Content {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content;
}
