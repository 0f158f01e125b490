import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** One migration of schema/migrations. */
export interface Migration {
  /** The file's name without `.sql`, such as `0003_rate-windows`. */
  readonly name: string;
  /** When it was made, Unix epoch milliseconds; what `drizzle.__drizzle_migrations` knows it by. */
  readonly createdAt: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** The oldest release that works on a database with it; null when every release does that worked before. */
  readonly compatibleFrom: string | null;
}

/** schema/migrations/compatibility.json: which migrations end the compatibility with older releases. */
export interface Compatibility {
  /** The newest migration that predates these rules: releases without `drizzle.rampart_migration` work up to here. */
  readonly baseline: string;
  /** Migrations that remove or restrict what an older release uses. */
  readonly contractions: readonly { migration: string; compatibleFrom: string; removes: string }[];
  /** Statements that look like a contraction, and why the release before works with them. */
  readonly harmless: readonly { migration: string; statement: string; reason: string }[];
}

export const migrationsFolder: string = join(projectRoot, 'schema', 'migrations');

const breakpoint = '--> statement-breakpoint';

/** The migrations of a folder, the oldest first. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = readJson<{ entries: { tag: string; when: number }[] }>(folder, join('meta', '_journal.json'));
  const { contractions } = readCompatibility(folder);
  const compatibleFrom = new Map(contractions.map((each) => [each.migration, each.compatibleFrom]));
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return {
      name: tag,
      createdAt: when,
      // As drizzle's own migrator has it.
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split(breakpoint),
      compatibleFrom: compatibleFrom.get(tag) ?? null,
    };
  });
}

export function readCompatibility(folder: string): Compatibility {
  return readJson<Compatibility>(folder, 'compatibility.json');
}

/** The project's own files: a test holds them to their types. */
function readJson<Content>(folder: string, file: string): Content {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content;
}
