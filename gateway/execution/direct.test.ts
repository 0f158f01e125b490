import type { FetchNode } from '@apollo/query-planner';
import { buildSchema, Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { acceptsSameVariables, isDirect } from './direct.js';

const schema = (types: string) => buildSchema(`type Query { a: Int } scalar Moment ${types}`);

function compare(variables: string, api: string, subgraph: string): boolean {
  const [operation] = parse(`query (${variables}) { a }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the document does not start with an operation');
  return isAccepted(operation, api, subgraph);
}

function isAccepted(operation: OperationDefinitionNode, api: string, subgraph: string): boolean {
  return acceptsSameVariables({ operation, apiSchema: schema(api), subgraphSchema: schema(subgraph) });
}

describe('variables of a fetch that equals the operation', () => {
  test('are unchanged if all their types match', () => {
    const types = 'enum Color { RED BLUE } input Filter { color: [Color!] = [RED] inner: Filter at: Moment }';
    const reordered = 'input Filter { inner: Filter at: Moment color: [Color!] = [RED] } enum Color { BLUE RED }';
    expect(compare('$id: ID!, $filters: [Filter!]!', types, reordered)).toBe(true);
  });

  test.each([
    ['an enum value is hidden', 'enum Color { RED }', 'enum Color { RED BLUE }'],
    ['an enum value has another name', 'enum Color { RED }', 'enum Color { BLUE }'],
    ['a field is hidden', 'input Filter { a: Int }', 'input Filter { a: Int b: Int }'],
    ['a field has another type', 'input Filter { a: Int! }', 'input Filter { a: Int }'],
    ['a field has another default', 'input Filter { a: Int = 1 }', 'input Filter { a: Int = 2 }'],
    ['the type accepts a single value only', 'input Filter @oneOf { a: Int }', 'input Filter { a: Int }'],
    [
      'an inner enum differs',
      'enum Inner { A } input Filter { first: Int a: Inner }',
      'enum Inner { A B } input Filter { first: Int a: Inner }',
    ],
    ['the subgraph lacks the type', 'input Filter { a: Int }', ''],
  ])('differ if %s', (_, api, subgraph) => {
    expect(compare(`$id: ID, $v: ${api.includes('Filter') ? 'Filter' : 'Color'}`, api, subgraph)).toBe(false);
  });
});

/** Whether a subgraph can execute an operation unchanged, although the API schema has other types than the subgraph. */
function isUnchanged(text: string, { api, subgraph }: { api: string; subgraph: string }): boolean {
  const fetch: FetchNode = {
    ...{ kind: 'Fetch', serviceName: 'media', operation: text, operationName: undefined, variableUsages: [] },
    operationKind: OperationTypeNode.QUERY,
  };
  return isDirect(fetch, {
    document: parse(text),
    apiSchema: buildSchema(api),
    subgraphSchemas: new Map([['media', buildSchema(subgraph)]]),
  });
}

describe('an operation', () => {
  const book = 'type Book implements Media { id: ID }';
  const media = `interface Media { id: ID } type Query { media: Media } ${book}`;

  test('is executed unchanged by its subgraph if its types are the same in the API schema', () => {
    expect(isUnchanged('{ media { __typename id } }', { api: media, subgraph: media })).toBe(true);
    const extended = `${media} type Film implements Media { id: ID }`;
    expect(isUnchanged('{ media { __typename id } }', { api: extended, subgraph: media })).toBe(true);
  });

  test.each([
    ['defines an interface as an object type', 'type Media { id: ID } type Query { media: Media }'],
    ['returns a type that is not in the API schema', 'type Film { id: ID } type Query { media: Film }'],
    [
      'implements the interface with a type that is not in the API schema',
      `${media} type Film implements Media { id: ID }`,
    ],
    ['lacks a field', `interface Media { key: ID } type Query { media: Media } type Book implements Media { key: ID }`],
  ])('is not executed unchanged by a subgraph that %s', (_, subgraph) => {
    expect(isUnchanged('{ media { __typename id } }', { api: media, subgraph })).toBe(false);
  });
});
