import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../platform/project-root.js';

/** Additions to the tables that every request of the test uses. */
const migration = `ALTER TABLE "alerts"."alert" ADD COLUMN "later" text;
--> statement-breakpoint
ALTER TABLE "alerts"."inference" ADD COLUMN "later" text NOT NULL DEFAULT 'later';
--> statement-breakpoint
ALTER TABLE "alerts"."endpoint" ADD COLUMN "later" integer;
`;
const name = '9000_later';

/**
 * This build as a later release: a newer version with an additional migration.
 * @returns its root, below the folder
 */
export function makeNextRelease(folder: string): string {
  const root = join(folder, 'next-release');
  mkdirSync(root);
  for (const part of ['dist', 'schema']) cpSync(join(projectRoot, part), join(root, part), { recursive: true });
  for (const part of ['node_modules', 'platform', 'subgraphs', 'rest-adapters', 'console']) {
    symlinkSync(join(projectRoot, part), join(root, part));
  }
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  const migrations = join(root, 'schema', 'migrations');
  const journalFile = join(migrations, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  journal.entries.push({
    idx: journal.entries.length,
    version: '7',
    when: 9_000_000_000_000,
    tag: name,
    breakpoints: true,
  });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(join(migrations, `${name}.sql`), migration);
  return root;
}
