import { buildSchema, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { prepareForCompiler } from './compilable-document.js';

const schema = buildSchema(`
  type Query { echo(text: String): String item: Item media: Media }
  interface Media { id: ID tags: [String] }
  type Book implements Media { id: ID tags: [String!] }
  type Mutation { change: String }
  type Item { id: ID item: Item }
`);

function stepsOf(text: string): readonly string[] | undefined {
  return prepareForCompiler(schema, parse(text), {})?.steps.map((step) => print(step).replaceAll(/\s+/g, ' '));
}

/** An operation with nested fragments, each of which uses the next one twice: the last is used 2 ** `levels` times. */
function doubled(levels: number, last: string): string {
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment F${level} on Item { ...F${level + 1} ...F${level + 1} }`,
  );
  return `{ item { id ...F0 } } ${fragments.join(' ')} fragment F${levels} on Item { ${last} }`;
}

test('an operation is compiled with inlined fragments and hoisted arguments', () => {
  expect(stepsOf('{ ...F } fragment F on Query { echo(text: "a") }')).toEqual([
    'query ($___argument0: RampartCoerced) { ... on Query { echo(text: $___argument0) } }',
  ]);
});

test('the fields of a query are one operation, and each field of a mutation is its own', () => {
  expect(stepsOf('{ a: echo b: echo }')).toEqual(['{ a: echo b: echo }']);
  expect(stepsOf('mutation { a: change ... on Mutation { b: change a: change } }')).toEqual([
    'mutation { a: change a: change }',
    'mutation { b: change }',
  ]);
});

test.each([
  ['its variables have the prefix of hoisted arguments', 'query ($___argument0: String) { echo(text: $___argument0) }'],
  ['a variable has the name of an inherited property', 'query ($toString: String) { echo(text: $toString) }'],
  ['it has several operations', 'query A { echo } query B { echo }'],
  ['it selects introspection fields', '{ __schema { description } }'],
  ['a field sets the prototype of its object', '{ __proto__: echo }'],
  ['its fragments contain too many fields', doubled(12, 'id')],
  ['it uses too many fragments, even if they contain no fields', doubled(12, 'id @skip(if: true)')],
  ['the items of a list are non-null only in a type of an interface', '{ media { id tags } }'],
])('an operation is not compiled if %s', (_, text) => {
  expect(stepsOf(text)).toBeUndefined();
});

test('an operation below the maximum size is compiled', () => {
  expect(stepsOf(doubled(9, 'id'))).toHaveLength(1);
});

test('an operation is compiled if only fields that it does not select differ between an interface and its types', () => {
  expect(stepsOf('{ media { id ... on Book { tags } } }')).toHaveLength(1);
});
