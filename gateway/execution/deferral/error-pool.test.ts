import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { ErrorPool } from './error-pool.js';

function failure(message: string, path?: (string | number)[]): GraphQLError {
  return new GraphQLError(message, path === undefined ? {} : { path });
}

function messagesOf(errors: readonly GraphQLError[]): string[] {
  return errors.map(({ message }) => message);
}

const data = { a: null, list: [{ b: 1 }, { b: null }] };
const fetch = {};

test('the initial result has the errors of its data, and those without a path', () => {
  const pool = new ErrorPool();
  pool.add([
    failure('null', ['a']),
    failure('below a null', ['a', 'x', 0]),
    failure('a value', ['list', 0, 'b']),
    failure('elsewhere', ['list', 0, 'c']),
    failure('after the list', ['list', 2]),
    failure('of the request'),
  ]);
  expect(messagesOf(pool.takeInitial(data))).toEqual(['null', 'below a null', 'a value', 'of the request']);
  expect(messagesOf(pool.remaining())).toEqual(['elsewhere', 'after the list']);
  expect(pool.remaining()).toEqual([]);
});

test('an error is outside the initial result if its path does not exist there', () => {
  const pool = new ErrorPool();
  expect(pool.isEmpty).toBe(true);
  pool.add([failure('of the request'), failure('null', ['list', 1, 'b'])]);
  expect(pool.isEmpty).toBe(false);
  expect(pool.hasErrorsOutside(data)).toBe(false);
  pool.add([failure('elsewhere', ['list', 1, 'c'])]);
  expect(pool.hasErrorsOutside(data)).toBe(true);
});

test('a part has the errors of its fetches below its object, and earlier errors of its data', () => {
  const pool = new ErrorPool();
  pool.add([failure('earlier', ['list', 0, 'c']), failure('of another field', ['list', 0, 'd'])]);
  pool.add([failure('own', ['list', 0, 'x']), failure('of another object', ['list', 1, 'x'])], fetch);
  pool.add([failure('of another fetch', ['list', 0, 'c'])], {});
  const part = { path: ['list', 0], data: { c: null }, fetches: new Set([fetch]) };
  expect(messagesOf(pool.takePart(part))).toEqual(['earlier', 'own']);
});

test('an error without a path is reported only by the first part that its fetch completes', () => {
  const pool = new ErrorPool();
  pool.add([failure('of the fetch')], fetch);
  const part = { path: [], data: {}, fetches: new Set<object>() };
  expect(pool.takePart(part)).toEqual([]);
  expect(messagesOf(pool.takePart({ ...part, fetches: new Set([fetch]) }))).toEqual(['of the fetch']);
  expect(pool.takePart({ ...part, fetches: new Set([fetch]) })).toEqual([]);
});
