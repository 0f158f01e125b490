import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLError, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { consoleDocuments } from '../../command-line/console-documents.js';
import { compileCost, readCostModel } from '../../gateway/limits/index.js';
import { loadConfigurationWithOrigins } from '../../platform/configuration/index.js';
import { projectRoot } from '../../platform/project-root.js';
import { apiSchema, schemaText } from './support/schema-files.js';

/** GraphQL documents in code are marked with this comment, which editors recognize too. */
const marked = /\/\* GraphQL \*\/\s*`([^`]*)`/g;

const files = globSync('{command-line,benchmarks}/**/*.ts', { cwd: projectRoot });
const documents = files.flatMap((file) =>
  [...readFileSync(join(projectRoot, file), 'utf8').matchAll(marked)].map(([, text = '']): [string, string] => [
    file,
    text,
  ]),
);

test('the code contains GraphQL documents', () => {
  expect(documents.length).toBeGreaterThan(5);
});

test.each(documents)('a document in %s is valid against the API schema', (_, text) => {
  expect(validate(apiSchema(), parse(text)).map((error: GraphQLError) => error.message)).toEqual([]);
});

test('no document of the console with its default page size costs more than the default maximum', () => {
  expect(findExpensive(consoleDocuments())).toEqual([]);
});

describe('the examples in the documentation', () => {
  const examples = ['README.md', 'docs/operations.md'].flatMap((page) =>
    [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```graphql\n(.*?)^```$/gms)].map(
      ([, text = '']) => text,
    ),
  );

  test('are valid against the API schema', () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(examples.flatMap((example) => validate(apiSchema(), parse(example)))).toEqual([]);
  });

  test('cost no more than the default maximum', () => {
    expect(findExpensive(examples)).toEqual([]);
  });
});

function findExpensive(texts: readonly string[]): string[] {
  const { configuration } = loadConfigurationWithOrigins({ environment: {}, workingDirectory: '/nonexistent' });
  const schema = apiSchema();
  const model = readCostModel(schemaText('supergraph.graphql'));
  return texts.filter((text) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    if (!operation) throw new Error('a document has one operation');
    return compileCost({ schema, model, document, operation })({ first: 50 }) > configuration.graphql.maxCost;
  });
}
