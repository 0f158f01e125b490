import fc from 'fast-check';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileSerializer } from './serializer.js';

const schema = buildSchema(/* GraphQL */ `
  scalar Anything
  enum Mood { GLAD SAD_DAY }
  interface Named { name: String }
  type Cat implements Named { name: String lives: Int mood: Mood friends: [Named] }
  type Dog implements Named { name: String breed: String! friends: [Named] }
  union Pet = Cat | Dog
  type Query {
    text: String id: ID! whole: Int part: Float flag: Boolean mood: Mood moods: [[Mood!]] anything: Anything
    list: [String] named: Named pets: [Pet!] cat: Cat query: Query
  }
`);

function serialize(document: string, data: unknown): string {
  return compileSerializer({ schema, document: parse(document) })(data);
}

describe('the compiled serializer', () => {
  test('writes every kind of leaf as JSON.stringify does', () => {
    const document = '{ text id whole part flag mood moods anything list }';
    const data = {
      text: 'say "hi"\n\u2028 \u0007 \ud83d\ude00',
      id: '7',
      whole: -3,
      part: 1.5e-7,
      flag: false,
      mood: 'GLAD',
      moods: [['GLAD', 'SAD_DAY'], null, []],
      anything: { deep: [1, null, { date: new Date(0) }] },
      list: ['a', null, '\\'],
    };
    expect(serialize(document, data)).toBe(JSON.stringify(data));
  });

  test('writes any string as JSON.stringify does', () => {
    const write = compileSerializer({ schema, document: parse('{ text list anything }') });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme' }), (text, other) => {
        const data = { text, list: [other, `${other}\ud800`], anything: text };
        expect(write(data)).toBe(JSON.stringify(data));
      }),
    );
  });

  test('writes null for null at every depth, and for data as a whole', () => {
    const data = { text: null, list: null, cat: null, pets: null, mood: null, anything: null };
    expect(serialize('{ text list cat { name } pets { __typename } mood anything }', data)).toBe(JSON.stringify(data));
    expect(serialize('{ text }', null)).toBe('null');
  });

  test('writes numbers that JSON cannot say as null', () => {
    expect(
      serialize('{ part whole anything }', { part: Number.NaN, whole: Number.POSITIVE_INFINITY, anything: Number.NaN }),
    ).toBe('{"part":null,"whole":null,"anything":null}');
  });

  test('writes enums, in lists and under abstract types too', () => {
    const data = { mood: 'SAD_DAY', moods: [['GLAD']], pets: [{ mood: 'SAD_DAY' }], named: { m: 'GLAD' } };
    const document = '{ mood moods pets { ... on Cat { mood } } named { ... on Cat { m: mood } } }';
    expect(serialize(document, data)).toBe(JSON.stringify(data));
  });

  test('leaves out what data lacks for a condition or a type, and keeps the order of data', () => {
    const document = `query ($yes: Boolean!) { text @include(if: $yes) id ...More whole @skip(if: true)
      pets { ... on Dog { breed } __typename ... on Cat { lives breed: name } } }
      fragment More on Query { part @skip(if: $yes) flag }`;
    const data = {
      id: '1',
      flag: true,
      text: undefined,
      pets: [
        { breed: 'b', __typename: 'Dog' },
        { __typename: 'Cat', lives: 9, breed: 'n' },
      ],
    };
    expect(serialize(document, data)).toBe(JSON.stringify(data));
  });

  test('tells what lies below different types apart', () => {
    const document = '{ pets { ... on Dog { friends { name } } ... on Cat { friends { ... on Cat { lives } } } } }';
    const data = { pets: [{ friends: [{ name: 'n' }, null] }, { friends: [{ lives: 3 }, {}] }] };
    expect(serialize(document, data)).toBe(JSON.stringify(data));
  });

  test('writes of an object of which only the interface is known no more than data has', () => {
    const document = '{ named { name ... on Cat { friends { name } } ... on Dog { friends { name } } } }';
    expect(serialize(document, { named: { name: 'n' } })).toBe('{"named":{"name":"n"}}');
    const lone = buildSchema('interface Node { id: ID! } type Query { node: Node }');
    const write = compileSerializer({ schema: lone, document: parse('{ node { id } }') });
    expect(write({ node: { id: '1' } })).toBe('{"node":{"id":"1"}}');
  });

  test('merges the selections of a field that stands twice', () => {
    const document =
      '{ cat { name } ...F query { text } query { cat { lives } text } } fragment F on Query { cat { lives name } }';
    const data = { cat: { name: 'n', lives: 1 }, query: { text: 't', cat: { lives: 2 } } };
    expect(serialize(document, data)).toBe(JSON.stringify(data));
  });

  test('takes aliases for names and nothing else', () => {
    const document =
      '{ __proto__: text constructor: id toString: whole hasOwnProperty: flag cat { __proto__: name valueOf: lives } }';
    const data = JSON.parse(
      '{"__proto__":"p","constructor":"c","toString":1,"hasOwnProperty":true,"cat":{"__proto__":"q","valueOf":2}}',
    );
    expect(serialize(document, data)).toBe(JSON.stringify(data));
    expect(serialize('{ constructor: id toString: whole }', {})).toBe('{"constructor":null,"toString":null}');
  });

  test('writes only what the operation asks for', () => {
    expect(serialize('{ id }', { id: '1', secret: 's' })).toBe('{"id":"1"}');
  });

  test('takes fragments that spread each other widely', () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const next = level === 39 ? 'text' : `a: query { ...F${level + 1} } b: query { ...F${level + 1} }`;
      return `fragment F${level} on Query { ${next} }`;
    });
    const data = { a: { a: null, b: null }, b: null };
    expect(serialize(`{ ...F0 } ${levels.join(' ')}`, data)).toBe(JSON.stringify(data));
  });

  test('writes the named operation of a document', () => {
    const document = parse('query A { id } query B { text }');
    expect(compileSerializer({ schema, document, operationName: 'B' })({ id: '1', text: 't' })).toBe('{"text":"t"}');
    expect(() => compileSerializer({ schema, document })).toThrow('Must provide operation name');
  });
});
