import fc from 'fast-check';
import { buildSchema, getVariableValues, Kind, parse, type VariableDefinitionNode } from 'graphql';
import { expect, test } from 'vitest';
import { compilePlainCoercion } from './plain-variables.js';

const schema = buildSchema(
  'type Query { ok: Boolean id: ID name: String size: Float } enum Color { RED } input Point { x: Int } scalar _Any',
);

function definitionsOf(text: string): readonly VariableDefinitionNode[] {
  const [operation] = parse(`query (${text}) { ok }`).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
}

test('returns variables without a call of graphql-js if coercion would not change them', () => {
  const coerce = compilePlainCoercion(definitionsOf('$id: ID!, $name: String, $count: Int!, $all: Boolean = true'));
  const variables = { id: 'a', name: 'b', count: 3, all: false };
  expect(coerce({ ...variables, other: 1 })).toEqual(variables);
  const representations = [{ __typename: 'Alert', id: 'a' }];
  expect(compilePlainCoercion(definitionsOf('$representations: [_Any!]!'))({ representations })).toEqual({
    representations,
  });
});

test('coerces other variables as graphql-js does', () => {
  const scalars = ['ID', 'ID!', 'String', 'Boolean!', 'Int', 'Int!', 'Float', '[Int]', '[_Any!]!', 'Color', 'Point'];
  const single = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
  const value = fc.oneof(
    single,
    fc.array(fc.oneof(single, fc.record({ __typename: fc.constant('Alert'), id: single }))),
  );
  fc.assert(
    fc.property(fc.constantFrom(...scalars), fc.option(value, { nil: undefined }), (type, values) => {
      const definitions = definitionsOf(`$value: ${type}`);
      const variables = values === undefined ? {} : { value: values };
      const plain = compilePlainCoercion(definitions)(variables);
      if (plain !== undefined) expect(getVariableValues(schema, definitions, variables)).toEqual({ coerced: plain });
    }),
    { numRuns: 2000 },
  );
});

test('ignores inherited properties of variables', () => {
  expect(compilePlainCoercion(definitionsOf('$toString: String'))({})).toBeUndefined();
});
