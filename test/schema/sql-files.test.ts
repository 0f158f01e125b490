import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  array,
  declaredStatements,
  integer,
  nullable,
  text,
  type ValueTypes,
} from '../../platform/database/statements/index.js';
import { projectRoot } from '../../platform/project-root.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { describedDifferences } from './support/described-statement.js';

// Modules declare their statements when they are loaded.
const folders = '{platform,gateway,subgraphs}/**';
const modules = globSync(`${folders}/*.ts`, { cwd: projectRoot }).filter((file) =>
  /repository|database|audit/.test(file),
);
for (const file of modules.filter((each) => !each.endsWith('.test.ts'))) {
  await import(pathToFileURL(join(projectRoot, file)).href);
}
const statements = declaredStatements();

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await openTestDatabase();
});
afterAll(() => migrated.close());

test('every file with a statement is declared', () => {
  const files = globSync(`${folders}/*.sql`, { cwd: projectRoot });
  expect(statements.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
});

test.each(statements)('$file returns the declared columns', async ({ text: statement, row }) => {
  expect(await describedDifferences(migrated.database.sql, statement, row)).toEqual([]);
});

describe('a declaration', () => {
  const statement = 'select id::text as alert_id, num_nodes, ttp_techniques, resolved_by from alerts.alert';
  const row: ValueTypes = {
    alertId: text,
    numNodes: integer,
    ttpTechniques: array(text),
    resolvedBy: nullable(text),
  };

  test('is accepted if it matches', async () => {
    expect(await describedDifferences(migrated.database.sql, statement, row)).toEqual([]);
  });

  test.each<[string, ValueTypes, string[]]>([
    ['a name', { ...row, numNodes: integer, other: text }, ['5 columns are declared, and PostgreSQL describes 4']],
    [
      'the order',
      { numNodes: integer, ...row },
      [
        'column 1 is declared as num_nodes, and PostgreSQL calls it alert_id',
        'column 2 is declared as alert_id, and PostgreSQL calls it num_nodes',
      ],
    ],
    ['a type', { ...row, numNodes: text }, ['num_nodes is declared as text, and PostgreSQL returns integer']],
    [
      'an element type',
      { ...row, ttpTechniques: array(integer) },
      ['ttp_techniques is declared as integer[], and PostgreSQL returns text[]'],
    ],
    ['nullability', { ...row, resolvedBy: text }, ['resolved_by may be null in its table, and is not declared so']],
  ])('is rejected if it differs in %s', async (_, declared, differences) => {
    expect(await describedDifferences(migrated.database.sql, statement, declared)).toEqual(differences);
  });
});
