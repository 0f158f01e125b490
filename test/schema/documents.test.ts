import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLError, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { apiSchema } from './support/schema-files.js';

/** GraphQL documents in code are marked with this comment, which editors recognize too. */
const marked = /\/\* GraphQL \*\/\s*`([^`]*)`/g;

const files = globSync('{command-line,benchmarks}/**/*.ts', { cwd: projectRoot });
const documents = files.flatMap((file) =>
  [...readFileSync(join(projectRoot, file), 'utf8').matchAll(marked)].map(([, text = '']): [string, string] => [
    file,
    text,
  ]),
);

test('the code contains documents', () => {
  expect(documents.length).toBeGreaterThan(5);
});

test.each(documents)('a document of %s is valid against the API schema', (_, text) => {
  expect(validate(apiSchema(), parse(text)).map((error: GraphQLError) => error.message)).toEqual([]);
});
