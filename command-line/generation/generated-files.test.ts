import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differencesFrom, writeDifferences } from './generated-files.js';

const generated = [
  { path: 'schema/api.graphql', text: 'type Query\n' },
  { path: 'schema/subgraphs/alerts.graphql', text: 'type Alert\n' },
  { path: 'rampart.example.ini', text: '[server]\n' },
];

/** A directory with up-to-date generated files, and a migration, which is not generated. */
function upToDateFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'rampart-generated-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeDifferences(root, differencesFrom(root, generated));
  mkdirSync(join(root, 'schema/migrations'));
  writeFileSync(join(root, 'schema/migrations/0001_first.sql'), 'select 1;\n');
  writeFileSync(join(root, 'package.json'), '{}\n');
  return root;
}

test('reports no difference for up-to-date files', () => {
  expect(differencesFrom(upToDateFolder(), generated)).toEqual({ changed: [], stale: [] });
});

test('reports files with different content and missing files as changed', () => {
  const root = upToDateFolder();
  writeFileSync(join(root, 'schema/api.graphql'), 'type Other\n');
  rmSync(join(root, 'rampart.example.ini'));
  const { changed } = differencesFrom(root, generated);
  expect(changed.map(({ path }) => path)).toEqual(['schema/api.graphql', 'rampart.example.ini']);
});

test('reports files that are no longer generated as stale, and deletes them on write', () => {
  const root = upToDateFolder();
  const extras = ['schema/old.graphql', 'schema/openapi-2.json', 'schema/subgraphs/zones.graphql'];
  for (const path of extras) writeFileSync(join(root, path), '\n');
  const differences = differencesFrom(root, generated);
  expect(differences).toEqual({ changed: [], stale: expect.arrayContaining(extras) });
  expect(differences.stale).toHaveLength(extras.length);
  writeDifferences(root, differences);
  expect(differencesFrom(root, generated)).toEqual({ changed: [], stale: [] });
  expect(readdirSync(join(root, 'schema/migrations'))).toEqual(['0001_first.sql']);
});
