import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { nullableAncestorDepth } from './nullable-ancestor.js';

const schema = buildSchema(`
  type Query { any: [Any!] media: Media! grid: [[Int!]]! }
  union Any = Book | Film
  interface Media { title: String! maker: Maker! }
  type Book implements Media { title: String! maker: Maker! pages: Int! }
  type Film implements Media { title: String! maker: Maker! minutes: Int }
  type Maker { name: String! nick: String }
`);

test.each<[string, (string | number)[], number]>([
  ['{ media { title } }', ['media', 'title'], 0],
  ['{ media { ... { ... on Film { minutes } } } }', ['media', 'minutes'], 2],
  ['{ media { maker { nick } ... on Book { maker { name } } } }', ['media', 'maker', 'name'], 0],
  ['{ media { maker { nick } ... on Book { maker { name } } } }', ['media', 'maker', 'nick'], 3],
  ['{ any { ... on Book { t: pages } } }', ['any', 1, 't'], 1],
  ['{ any { t: __typename ... on Book { t: title } } }', ['any', 1, 't'], 1],
  ['{ any { ... on Film { t: __typename } ... on Book { t: title } } }', ['any', 1, 't'], 1],
  ['{ grid }', ['grid', 0, 1], 2],
  ['{ grid }', ['grid', 0], 2],
  ['{ grid }', ['grid'], 0],
])('in %s, a failure at %j makes the position after %i steps null', (text, path, steps) => {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  expect(nullableAncestorDepth(schema, operation, path)).toBe(steps);
});
