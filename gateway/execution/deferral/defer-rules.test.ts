import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { withDefer } from './defer-directive.js';
import { deferRules } from './defer-rules.js';

const schema = withDefer(
  buildSchema(`
    type Query { item: Item }
    type Mutation { change: Item }
    type Subscription { changed: Item }
    type Item { id: ID item: Item }
  `),
);

function messagesFor(text: string): readonly string[] {
  return validate(schema, parse(text), deferRules).map(({ message }) => message);
}

test.each([
  '{ ... @defer { item { ... @defer(label: "a") { id } ... @defer(label: "b") { id } } } }',
  '{ item { ... @defer(label: null) { id } ... @defer(label: null) { id } } }',
  'mutation { change { ... @defer { id } } }',
  'mutation { ... @defer(if: false) { change { id } } }',
  'subscription { changed { ... @defer(if: false) { id } } }',
])('allows @defer in %s', (text) => {
  expect(messagesFor(text)).toEqual([]);
});

test.each([
  ['subscription { ... @defer { changed { id } } }', 'Subscriptions cannot use @defer'],
  ['subscription { changed { ... @defer { id } } }', 'Subscriptions cannot use @defer'],
  ['subscription { changed { item { ...F } } } fragment F on Item { ... @defer { id } }', 'Subscriptions cannot use'],
  ['subscription ($later: Boolean!) { changed { ... @defer(if: $later) { id } } }', 'Subscriptions cannot use @defer'],
  ['mutation { ...F @defer } fragment F on Mutation { change { id } }', 'Root fields of mutations cannot use @defer'],
  ['mutation { ...F } fragment F on Mutation { ... @defer { change { id } } }', 'Root fields of mutations cannot use'],
  ['query ($l: String) { item { ... @defer(label: $l) { id } } }', 'must be a string literal'],
])('rejects @defer in %s', (text, message) => {
  expect(messagesFor(text)).toEqual([expect.stringContaining(message)]);
});

test('reports both uses of a label that is not unique in the document', () => {
  const text = '{ item { ... @defer(label: "a") { id } item { ... @defer(label: "a") { id } } } }';
  const errors = validate(schema, parse(text), deferRules);
  expect(errors.map(({ message, locations }) => [message.split(';')[0], locations])).toEqual([
    [
      'The label "a" of @defer is used twice',
      [
        { line: 1, column: 14 },
        { line: 1, column: 51 },
      ],
    ],
  ]);
});
