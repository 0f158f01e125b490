import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { deferredFragments } from '../deferral/defer-directive.js';
import { selectOperation } from '../operation.js';
import { compileCompletion } from './completion.js';

const schema = buildSchema(`
  directive @defer(if: Boolean! = true) on INLINE_FRAGMENT
  type Query { medias: [Media] book: Book }
  interface Media { id: ID }
  type Book implements Media { id: ID title: String pages: Int! }
  type Film implements Media { id: ID minutes: Int }
`);
const request = { variables: {}, introspection: undefined, incomplete: new WeakMap() };

function complete(text: string, merged: Record<string, unknown>) {
  const selected = selectOperation(parse(text), undefined);
  const source = { schema, ...selected, variables: {}, deferred: deferredFragments(selected.document) };
  return compileCompletion(source)(merged, request);
}

describe('a deferred fragment', () => {
  test('is omitted, and recorded with the path of each object', () => {
    const text = '{ medias { id ... @defer { __typename } } }';
    const medias = [{ __typename: 'Book', id: 'b' }, null, { __typename: 'Film', id: 'f' }];
    const { data, deferred } = complete(text, { medias });
    expect(data).toEqual({ medias: [{ id: 'b' }, null, { id: 'f' }] });
    expect(deferred.map(({ path, value }) => [path, value])).toEqual([
      [['medias', 0], medias[0]],
      [['medias', 2], medias[2]],
    ]);
  });

  test('of the root has an empty path', () => {
    const { data, deferred } = complete('{ ... @defer { book { id } } }', {});
    expect(data).toEqual({});
    expect(deferred.map(({ path }) => path)).toEqual([[]]);
    expect(deferred[0]?.complete({ book: { id: 'b' } }, request).data).toEqual({ book: { id: 'b' } });
  });

  test('applies only to objects of its type', () => {
    const medias = [{ __typename: 'Film' }, { __typename: 'Book' }];
    const { deferred } = complete('{ medias { ... on Book @defer { title } } }', { medias });
    expect(deferred.map(({ path }) => path)).toEqual([['medias', 1]]);
  });

  test('is completed for the value and the type of the object at delivery', () => {
    const text = '{ medias { ... @defer { id ... on Book { title } ... on Film { minutes } } } }';
    const { deferred } = complete(text, { medias: [{ id: 'm' }, { __typename: 'Book' }] });
    const dataOf = (value: object) => deferred[0]?.complete(value, request).data;
    expect(dataOf({ __typename: 'Film', id: 'm', minutes: 90 })).toEqual({ id: 'm', minutes: 90 });
    expect(dataOf({ __typename: 'Book', id: 'm', title: 'Emma' })).toEqual({ id: 'm', title: 'Emma' });
    expect(dataOf({ id: 'm', title: 'Emma' })).toEqual({ id: 'm' });
    expect(dataOf({ __typename: 'Media', id: 'm' })).toEqual({ id: 'm' });
  });

  test('has problems at the path of the whole operation, and no data if its object would be null', () => {
    const { deferred } = complete('{ book { ... @defer { pages } } }', { book: {} });
    expect(deferred[0]?.complete({ pages: null }, request)).toMatchObject({
      data: null,
      problems: [{ path: ['book', 'pages'] }],
    });
  });

  test.each(['', '... on Book { title }'])(
    'needs the type of an object if it applies to one type only: %s',
    (fields) => {
      const text = `{ medias { id ${fields} ... on Book @defer { pages } } }`;
      const { data, gaps } = complete(text, { medias: [{ id: 'm' }] });
      expect(data).toEqual({ medias: [null] });
      expect(gaps).toMatchObject([{ path: ['medias', 0] }]);
    },
  );
});
