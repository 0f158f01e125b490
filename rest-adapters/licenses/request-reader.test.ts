import { describe, expect, test } from 'vitest';
import { parameter, readerOf } from '../../test/rest/support/parameters.js';
import { compileReader } from './request-reader.js';

describe('the report of a controller', () => {
  const read = readerOf(compileReader, {
    parameters: [parameter({ name: 'guid', location: 'body' }), parameter({ name: 'toString', location: 'body' })],
  });

  test.each<[body: string, variables: object]>([
    ['{"guid":"g","more":1}', { guid: 'g' }],
    ['{"guid":null}', { guid: null }],
    ['{"guid":[1]}', { guid: [1] }],
    ['{}', {}],
  ])('%s is passed to the domain unchanged', (body, variables) => {
    expect(read({ body, contentType: 'text/plain' })).toEqual(variables);
  });

  test.each(['', '{', '[]', 'null', '5', '"text"'])('%j is passed to the domain as malformed', (body) => {
    expect(read({ body })).toEqual({ is_malformed: true });
  });

  test.each<[prefer: string | undefined, isRequested: boolean]>([
    ['entitlements', true],
    ['Entitlements', true],
    ['respond-async, entitlements', true],
    ['respond-async,entitlements ; a=b', true],
    ['entitlements, wait=10', true],
    [undefined, false],
    ['', false],
    ['respond-async', false],
    ['no-entitlements', false],
    ['entitlements-only', false],
    ['wait=entitlements', false],
  ])('with Prefer: %s requests entitlements: %s', (prefer, isRequested) => {
    expect(read({ body: '{"guid":"g"}', prefer })).toEqual({
      guid: 'g',
      ...(isRequested && { wants_entitlements: true }),
    });
  });

  test('is malformed if it is missing', () => {
    expect(read()).toEqual({ is_malformed: true });
  });
});

test('a route without fields ignores the body', () => {
  expect(readerOf(compileReader, {})({ body: '{' })).toEqual({});
});
