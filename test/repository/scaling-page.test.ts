import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const page = readFileSync(join(projectRoot, 'docs', 'scaling.md'), 'utf8');
const schemas = ['alerts', 'drive', 'gateway', 'licenses', 'notifications', 'platform', 'zones'];
const tableName = new RegExp(`\\b(?:${schemas.join('|')})\\.[a-z_]+`, 'g');

interface Schema {
  readonly tables: Readonly<Record<string, { readonly columns: Readonly<Record<string, unknown>> }>>;
}

/** Tables with their columns after the last migration. */
function currentTables(): Schema['tables'] {
  const folder = join(projectRoot, 'schema', 'migrations', 'meta');
  const newest = globSync('*_snapshot.json', { cwd: folder }).sort().at(-1);
  if (newest === undefined) throw new Error('the migrations have no snapshot');
  const { tables }: Schema = JSON.parse(readFileSync(join(folder, newest), 'utf8'));
  return tables;
}

/** Rows of the table of distribution columns: the tables, and the column by which they are distributed. */
const distributed = page.split('\n').flatMap((line) => {
  const [, names = '', distribution = ''] = line.split('|');
  const column = /^ by `(\w+)`/.exec(distribution)?.[1];
  return column === undefined ? [] : (names.match(tableName) ?? []).map((name) => ({ name, column }));
});

test('each table that the page names exists', () => {
  const existing = new Set(Object.keys(currentTables()));
  const named = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(tableName) ?? []));
  expect(named.size).toBeGreaterThan(25);
  expect([...named].filter((name) => !existing.has(name))).toEqual([]);
});

test('each distribution column exists, unless its row says that it is missing', () => {
  const tables = currentTables();
  const without = distributed.filter(({ name, column }) => tables[name]?.columns[column] === undefined);
  expect(distributed.length).toBeGreaterThan(15);
  expect(without.map(({ name }) => name)).toEqual([
    'alerts.alert_transition',
    'alerts.alert_assignment',
    'alerts.incident_entry',
  ]);
});
