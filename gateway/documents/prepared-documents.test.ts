import { buildSchema, parse } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { selectOperation } from '../execution/index.js';
import type { OperationToPrepare, PreparedOperation, PublishedGraph } from '../graph.js';
import { readCostModel } from '../limits/index.js';
import { PreparedDocuments } from './prepared-documents.js';

const sdl = 'type Query { a: String b: String } type Subscription { c: String }';
const limits = { maxTokens: 100, maxDepth: 9, maxAliases: 9, maxDirectives: 9, maxRootFields: 9, maxCost: 9 };

/** Prepared documents of a graph that prepares all operations, also invalid ones. */
function preparedDocuments() {
  const prepare = vi.fn(({ document, operationName }: OperationToPrepare): PreparedOperation => {
    const parsed = typeof document === 'string' ? parse(document) : document;
    const { operation } = selectOperation(parsed, operationName);
    return { document: parsed, operation, execute: async () => ({}) };
  });
  const graph: PublishedGraph = { apiSchema: buildSchema(sdl), supergraphSdl: sdl, prepare };
  const documents = new PreparedDocuments({
    ...{ graph, costModel: readCostModel(sdl) },
    limits: { ...limits, maxOperations: 3 },
  });
  return { documents, prepare };
}

/** The code and the messages of the errors for which a document is rejected. */
function rejectionOf(text: string, name?: string): unknown {
  try {
    preparedDocuments().documents.operation(text, name);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a document is rejected if it has', () => {
  test.each([
    [
      'another operation that is invalid',
      'query A { a } query B { none }',
      'A',
      'Cannot query field "none" on type "Query".',
    ],
    ['two operations of one name', 'query A { a } query A { b }', 'A', 'There can be only one operation named "A".'],
    [
      'an anonymous operation and another one',
      'query A { a } { b }',
      'A',
      'This anonymous operation must be the only defined operation.',
    ],
    ['an unused fragment', '{ a } fragment F on Query { a }', undefined, 'Fragment "F" is never used.'],
    [
      'two fragments of one name',
      '{ ...F } fragment F on Query { a } fragment F on Query { b }',
      undefined,
      'There can be only one fragment named "F".',
    ],
    [
      'a subscription whose root field has a condition without a value',
      'query A { a } subscription B { c @include }',
      'A',
      'Argument "if" of required type "Boolean!" was not provided.',
    ],
    ['a type', '{ a } type T { a: Int }', undefined, 'The "T" definition is not executable.'],
  ])('%s', (_, text, name, message) => {
    expect(rejectionOf(text, name)).toMatchObject({
      errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  test('more operations than the limit, before it is validated', () => {
    const text = 'query A { a } query B { none } query C { a } query D { a }';
    expect(rejectionOf(text, 'A')).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
  });
});

test('the operations of a valid document are prepared separately, each with its own fragments', () => {
  const { documents, prepare } = preparedDocuments();
  const text = 'query A { ...F } query B { b } fragment F on Query { a }';
  for (const name of ['A', 'B', 'A']) documents.operation(text, name);
  expect(prepare.mock.calls.map(([{ document }]) => document)).toMatchObject([
    { definitions: [{ name: { value: 'A' } }, { name: { value: 'F' } }] },
    { definitions: [{ name: { value: 'B' } }] },
  ]);
});
