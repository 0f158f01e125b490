import { buildSchema, graphqlSync, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { selectOperation } from '../operation.js';
import type { PlanRun } from '../plan/run.js';
import { compileCompletion } from './completion.js';

const schema = buildSchema(`
  type Query {
    book: Book books: [Book!] loans: [Book] grid: [[Int]!] media: Media node: Node shelf: Shelf count: Int! any: Any
  }
  interface Node { id: ID maker: Node }
  interface Media implements Node { id: ID title: String maker: Node }
  type Book implements Media & Node {
    id: ID title: String pages: Int! genre: Genre tags: [String!] maker: Person toString: String isLent: Boolean
  }
  type Film implements Media & Node { id: ID title: String maker: Node minutes: Int }
  type Person implements Node { id: ID maker: Node name: String }
  type Shelf { best: Book! label: String! }
  union Any = Book | Person
  enum Genre { NOVEL POEM }
`);

interface Options {
  readonly introspection?: Record<string, unknown>;
  readonly incomplete?: PlanRun['incomplete'];
}

function complete(text: string, merged: Record<string, unknown>, options: Options = {}) {
  const source = { schema, ...selectOperation(parse(text), undefined), variables: {} };
  const { introspection, incomplete = new WeakMap() } = options;
  return compileCompletion(source)(merged, { variables: {}, introspection, incomplete });
}

const valid = { problems: [], gaps: [], deferred: [] };
const gap = (field: string, type: string) => `No subgraph returned a value for the field "${field}" of ${type}.`;

describe('the data', () => {
  test('has the selected fields under the names and in the order of the operation', () => {
    const book = { __typename: 'Book', pages: 9, id: 'b', name: 'Emma', title: 'Emma', isLent: false };
    const { data, ...rest } = complete('{ book { name: title id isLent pages } }', { book, count: 1 });
    expect(JSON.stringify(data)).toBe('{"book":{"name":"Emma","id":"b","isLent":false,"pages":9}}');
    expect(rest).toEqual(valid);
  });

  test.each([
    ['the items of a list', '{ work { notes } }', { notes: ['x', null] }],
    ['a leaf', '{ work { size } }', { size: null }],
    ['an object', '{ work { origin { notes } } }', { origin: null }],
    [
      'an object in the document',
      '{ work { origin { ... on Essay { notes } } } }',
      { origin: { __typename: 'Essay' } },
    ],
  ])('is null where the type of the object, unlike its interface, requires %s', (_, text, fields) => {
    const works = buildSchema(`
      type Query { work: Work }
      interface Work { notes: [String] size: Int origin: Work }
      type Essay implements Work { notes: [String!] size: Int! origin: Essay! }
      type Sketch implements Work { notes: [String] size: Int origin: Work }`);
    const source = { schema: works, ...selectOperation(parse(text), undefined), variables: {} };
    for (const __typename of ['Essay', 'Sketch']) {
      const merged = { work: { __typename, ...fields } };
      const request = { variables: {}, introspection: undefined, incomplete: new WeakMap() };
      const { data } = compileCompletion(source)(structuredClone(merged), request);
      const expected = graphqlSync({ schema: works, source: text, rootValue: merged });
      expect(data, __typename).toEqual({ ...expected.data, work: expected.data?.work && { ...expected.data.work } });
    }
  });

  test('has fields that have another name in the plan', () => {
    const { operation, fragments } = selectOperation(parse('{ book { id: title } }'), undefined);
    const [book] = operation.selectionSet.selections;
    const [field] = book?.kind === 'Field' ? (book.selectionSet?.selections ?? []) : [];
    if (field?.kind !== 'Field') throw new Error('no field');
    const source = { schema, operation, fragments, variables: {}, planNames: new Map([[field, 'id_0']]) };
    const request = { variables: {}, introspection: undefined, incomplete: new WeakMap() };
    const { data } = compileCompletion(source)({ book: { id: 'b', id_0: 'Emma' } }, request);
    expect(data).toEqual({ book: { id: 'Emma' } });
  });

  test('has a field with the name of a property that all objects inherit', () => {
    expect(complete('{ book { toString } }', { book: { toString: 'Emma' } }).data).toEqual({
      book: { toString: 'Emma' },
    });
    const { data, gaps } = complete('{ book { toString } }', { book: {} });
    expect(data).toEqual({ book: { toString: null } });
    expect(gaps).toMatchObject([{ message: gap('toString', 'Book'), path: ['book', 'toString'] }]);
  });

  test('has lists of lists, and nulls', () => {
    const merged = { grid: [[1, null], []], loans: [null, { id: 'b' }, undefined], book: null };
    expect(complete('{ grid loans { id } book { id } }', merged)).toEqual({
      data: { grid: [[1, null], []], loans: [null, { id: 'b' }, null], book: null },
      ...valid,
    });
    expect(complete('{ book { tags } }', { book: { tags: null } })).toEqual({
      data: { book: { tags: null } },
      ...valid,
    });
  });

  test('has introspection, and null if there is none', () => {
    const text = '{ a: __type(name: "X") { name } b: __type(name: "Y") { name } __schema { description } }';
    const introspection = { a: { name: 'X' }, __schema: { description: 'S' } };
    expect(complete(text, {}, { introspection })).toEqual({
      data: { a: { name: 'X' }, b: null, __schema: { description: 'S' } },
      ...valid,
    });
    expect(complete('{ __type(name: "X") { name } }', {}).data).toEqual({ __type: null });
  });
});

describe('a type name', () => {
  test.each([
    ['is that of the subgraph', '{ media { __typename } }', { media: { __typename: 'Film' } }, 'Film'],
    ['can have an alias', '{ media { kind: __typename } }', { media: { __typename: 'Film' } }, 'Film'],
    ['is that of the field if the subgraph returned none', '{ media: book { __typename } }', { media: {} }, 'Book'],
    ['is that under its alias', '{ media: book { kind: __typename } }', { media: { kind: 'Book' } }, 'Book'],
  ])('%s', (_, text, merged, expected) => {
    const { data, ...rest } = complete(text, merged);
    expect(Object.values(data?.media as object)).toEqual([expected]);
    expect(rest).toEqual(valid);
  });

  test('of the root is that of the API schema, even if the subgraph has another', () => {
    expect(complete('{ __typename }', { __typename: 'RootQuery' })).toEqual({
      data: { __typename: 'Query' },
      ...valid,
    });
    expect(complete('{ __typename }', { __typename: 7 })).toEqual({ data: { __typename: 'Query' }, ...valid });
  });

  test('is missing if only an interface of the object is known', () => {
    const media = { id: 'm' };
    const expected = {
      data: { media: null },
      problems: [],
      gaps: [{ object: expect.anything(), message: gap('__typename', 'Media'), path: ['media'] }],
    };
    expect(complete('{ media { id __typename } }', { media })).toMatchObject(expected);
    const unknown = new WeakMap([[media, 'unknown' as const]]);
    expect(complete('{ media { id __typename } }', { media }, { incomplete: unknown })).toMatchObject(expected);
  });

  test('is not reported as missing if the fetch of the object failed', () => {
    const media = { id: 'm' };
    const incomplete = new WeakMap([[media, 'failed' as const]]);
    expect(complete('{ media { id __typename } }', { media }, { incomplete })).toEqual({
      data: { media: null },
      ...valid,
    });
  });
});

describe('an object of an abstract type', () => {
  test('has the fields of its type', () => {
    const text = '{ media { id ... on Film { minutes } ... on Book { pages } } }';
    expect(complete(text, { media: { __typename: 'Film', id: 'f', minutes: 90, pages: 9 } }).data).toEqual({
      media: { id: 'f', minutes: 90 },
    });
  });

  test.each([
    ['without a type name', {}],
    ['whose type name is that of the abstract type', { __typename: 'Media' }],
    ['whose type name is null', { __typename: null }],
  ])('%s has the fields that all types have', (_, typename) => {
    const media = { ...typename, id: 'm', title: 'Emma', pages: 9 };
    expect(complete('{ media { id ... on Node { title: id } } }', { media })).toEqual({
      data: { media: { id: 'm', title: 'Emma' } },
      ...valid,
    });
    expect(complete('{ media { id ... on Film { minutes } } }', { media })).toEqual({
      ...valid,
      data: { media: null },
      gaps: [{ object: expect.anything(), message: gap('__typename', 'Media'), path: ['media'] }],
    });
  });

  test('that no subgraph knows has the fields that all types have', () => {
    const media = { id: 'm' };
    const incomplete = new WeakMap([[media, 'unknown' as const]]);
    expect(complete('{ media { id ... on Film { minutes } } }', { media }, { incomplete })).toEqual({
      data: { media: { id: 'm' } },
      ...valid,
    });
  });

  test('needs no type name if its field returns objects of one type on the parent', () => {
    const text = '{ node { ... on Book { maker { ... on Person { name } } } } }';
    const node = { __typename: 'Book', maker: { name: 'Jane' } };
    expect(complete(text, { node })).toEqual({ data: { node: { maker: { name: 'Jane' } } }, ...valid });
    const inInterface = '{ book { ... on Node { maker { __typename ... on Person { name } } } } }';
    expect(complete(inInterface, { book: { maker: { name: 'Jane' } } })).toEqual({
      data: { book: { maker: { __typename: 'Person', name: 'Jane' } } },
      ...valid,
    });
  });

  test.each(['Unknown', 'Genre', 7, {}])('whose type name is %s is invalid', (typename) => {
    const message = 'Invalid __typename found for object at field Query.media.';
    expect(complete('{ media { id } }', { media: { __typename: typename, id: 'm' } })).toEqual({
      ...valid,
      data: { media: null },
      problems: [{ message, path: ['media'] }],
    });
  });
});

describe('an invalid value', () => {
  test.each([
    [
      'a leaf',
      '{ book { genre } }',
      { book: { genre: 'DRAMA' } },
      { book: { genre: null } },
      'Book.genre',
      'book.genre',
      '',
    ],
    [
      'a list',
      '{ book { tags } }',
      { book: { tags: 'a' } },
      { book: { tags: null } },
      'Book.tags',
      'book.tags',
      ': it is not a list',
    ],
    ['an object', '{ book { id } }', { book: 'b' }, { book: null }, 'Query.book', 'book', ': it is not an object'],
    [
      'an object that is a list',
      '{ book { id } }',
      { book: [] },
      { book: null },
      'Query.book',
      'book',
      ': it is not an object',
    ],
  ])('of %s is null and reported', (_, text, merged, data, field, path, reason) => {
    expect(complete(text, merged)).toEqual({
      ...valid,
      data,
      problems: [{ message: `Invalid value found for field ${field}${reason}.`, path: path.split('.') }],
    });
  });

  test('at a non-null position makes the parent null, and is reported once', () => {
    const { data, problems } = complete('{ book { pages } }', { book: { pages: 'many' } });
    expect(data).toEqual({ book: null });
    expect(problems.map(({ message }) => message)).toEqual(['Invalid value found for field Book.pages.']);
  });
});

describe('a null at a non-null position', () => {
  test('makes the parent null, and is reported', () => {
    expect(complete('{ count shelf { label } }', { count: 1, shelf: { label: null } })).toEqual({
      ...valid,
      data: { count: 1, shelf: null },
      problems: [{ message: 'Cannot return null for non-nullable field Shelf.label.', path: ['shelf', 'label'] }],
    });
  });

  test('makes the data null if all fields around it are non-null', () => {
    const { data, problems } = complete('{ book { id } count }', { book: { id: 'b' }, count: null });
    expect(data).toBeNull();
    expect(problems).toEqual([{ message: 'Cannot return null for non-nullable field Query.count.', path: ['count'] }]);
  });

  test('makes non-null parents null', () => {
    const { data, problems } = complete('{ shelf { best { pages } } }', { shelf: { best: { pages: null } } });
    expect(data).toEqual({ shelf: null });
    expect(problems.map(({ path }) => path.join('.'))).toEqual(['shelf.best.pages']);
  });

  test('makes a list of non-null items null, and only the item of other lists', () => {
    const books = [{ pages: 1 }, { pages: null }, null];
    expect(complete('{ books { pages } loans { pages } }', { books, loans: books })).toMatchObject({
      data: { books: null, loans: [{ pages: 1 }, null, null] },
      problems: [
        { path: ['books', 1, 'pages'] },
        { message: 'Cannot return null for non-nullable array element of type Book at index 2.', path: ['books', 2] },
        { path: ['loans', 1, 'pages'] },
      ],
    });
  });
});

describe('a missing field', () => {
  test('is null, and reported with its path', () => {
    const { data, problems, gaps } = complete('{ loans { title } }', { loans: [{ title: 'Emma' }, {}] });
    expect(data).toEqual({ loans: [{ title: 'Emma' }, { title: null }] });
    expect({ problems, gaps }).toEqual({
      problems: [],
      gaps: [{ object: expect.anything(), message: gap('title', 'Book'), path: ['loans', 1, 'title'] }],
    });
  });

  test.each(['failed', 'unknown'] as const)('is not reported if its object is %s', (reason) => {
    const book = {};
    const { data, gaps } = complete('{ book { title } }', { book }, { incomplete: new WeakMap([[book, reason]]) });
    expect({ data, gaps }).toEqual({ data: { book: { title: null } }, gaps: [] });
  });
});
