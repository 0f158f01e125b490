import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, GraphQLEnumType, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { platforms, severities, statuses } from './alerts/data.js';
import { defaultTabs } from './explorer/default-tabs.js';

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.graphql'));

describe('console operations', () => {
  const schema = buildSchema(readFileSync(join(folder, '../schema/api.graphql'), 'utf8'));

  test('are found in files with the extension .graphql', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  const rules = [...specifiedRules, NoDeprecatedCustomRule];

  test.each(files)('%s is valid against the schema and uses no deprecated field', (file) => {
    expect(validate(schema, parse(readFileSync(join(folder, file), 'utf8')), rules)).toEqual([]);
  });

  test.each(defaultTabs.map(({ query }) => query))('the default query %s of the explorer is valid', (query) => {
    expect(validate(schema, parse(query), rules)).toEqual([]);
  });

  test.each([
    ['Severity', severities],
    ['AlertStatus', statuses],
    ['Platform', platforms],
  ])('the filters offer every value of the enum %s', (name, offered) => {
    const type = schema.getType(name);
    const values = type instanceof GraphQLEnumType ? type.getValues().map((value) => value.name) : [];
    expect([...offered].sort()).toEqual(values.sort());
  });
});
