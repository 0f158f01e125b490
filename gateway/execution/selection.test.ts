import { buildSchema, type GraphQLCompositeType, isCompositeType, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { collectFields, fragmentsOf, typeApplies } from './selection.js';

const schema = buildSchema(`
  type Query { media: Media }
  interface Named { name: String }
  interface Media implements Named { name: String title: String }
  type Book implements Media & Named { name: String title: String pages: Int }
  type Film implements Media & Named { name: String title: String }
  type Person implements Named { name: String }
  union Any = Book | Person
`);

function typeNamed(name: string): GraphQLCompositeType {
  const type = schema.getType(name);
  if (!isCompositeType(type)) throw new Error(`no composite type ${name}`);
  return type;
}

test.each([
  ['Book', 'Book', true],
  ['Book', 'Film', false],
  ['Media', 'Book', true],
  ['Media', 'Person', false],
  ['Any', 'Person', true],
  ['Any', 'Film', false],
  ['Named', 'Media', true],
  ['Media', 'Named', false],
  ['Any', 'Named', false],
  ['Book', 'Media', false],
])('a condition on %s holds for an object of %s: %s', (condition, type, expected) => {
  expect(typeApplies(schema, typeNamed(condition), typeNamed(type))).toBe(expected);
});

describe('the fields of an object', () => {
  function namesFor(typeName: string, text: string, variables = {}): readonly string[] {
    const document = parse(text);
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
    const source = { schema, operation, fragments: fragmentsOf(document), variables };
    const selections = [{ selectionSet: operation.selectionSet, type: typeNamed('Media') }];
    return collectFields(source, typeNamed(typeName), selections).map(({ responseName }) => responseName);
  }

  test('are those of the fragments that apply to its type, in the order of the document', () => {
    const text = `{ b: title ...F ... on Any { ... on Named { c: name } } a: title } fragment F on Media { ... on Book { pages } ... { d: name } }`;
    expect(namesFor('Book', text)).toEqual(['b', 'pages', 'd', 'c', 'a']);
    expect(namesFor('Film', text)).toEqual(['b', 'd', 'a']);
  });

  test('exclude those that @skip or @include excludes', () => {
    const text =
      'query ($yes: Boolean) { a: title @include(if: $yes) b: title @skip(if: $yes) c: title @skip(if: false) @include(if: true) }';
    expect(namesFor('Book', text, { yes: true })).toEqual(['a', 'c']);
    expect(namesFor('Book', text, { yes: false })).toEqual(['b', 'c']);
    expect(namesFor('Book', text)).toEqual(['b', 'c']);
  });
});
