import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { startingTabs } from './explorer/starting-tabs.js';

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.graphql'));

describe('what the pages ask of the graph', () => {
  const schema = buildSchema(readFileSync(join(folder, '../schema/api.graphql'), 'utf8'));

  test('the console has operations', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  const rules = [...specifiedRules, NoDeprecatedCustomRule];

  test.each(files)('%s fits the schema and asks for nothing that goes', (file) => {
    expect(validate(schema, parse(readFileSync(join(folder, file), 'utf8')), rules)).toEqual([]);
  });

  test.each(startingTabs.map(({ query }) => query))('a starting query of the explorer does, too', (query) => {
    expect(validate(schema, parse(query), rules)).toEqual([]);
  });
});
