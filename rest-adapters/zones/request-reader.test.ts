import { describe, expect, test } from 'vitest';
import { parameter, readerOf } from '../../test/rest/support/parameters.js';
import type { Parameter } from '../route.js';
import { compileReader } from './request-reader.js';

/**
 * Compiles the reader of a route with these parameters. It returns the variables, or the status and `detail` of an
 * error.
 */
function reader(...parameters: Parameter[]) {
  const read = readerOf(compileReader, { parameters });
  return (request: Parameters<typeof read>[0]) => {
    const response = read(request);
    return Array.isArray(response) ? [response[0], response[1].detail] : response;
  };
}

describe('search parameters', () => {
  const read = reader(
    parameter({ name: 'zone', location: 'path', required: true }),
    parameter({ name: 'search', location: 'query' }),
    parameter({ name: 'limit', location: 'query', kind: 'integer', minimum: 1, maximum: 10_000 }),
    parameter({ name: 'after', location: 'query' }),
    parameter({ name: 'pit', location: 'query' }),
  );
  const path = { zone: '*.zone' };

  test.each<[query: string, variables: Record<string, unknown>]>([
    ['', {}],
    ['search=', { search: '' }],
    ['search=a&search=b%2Ac', { search: 'b*c' }],
    ['limit=1', { limit: 1 }],
    ['limit=x&limit=010000', { limit: 10_000 }],
    ['after=a%2Bb%3D&pit=p', { after: 'a+b=', pit: 'p' }],
    ['Skip=1&color=red', {}],
  ])('are read from the query %j', (query, variables) => {
    expect(read({ path, query })).toEqual({ zone: '*.zone', ...variables });
  });

  test.each(['', '0', '10001', '-1', '+5', '1.0', '1e3', 'ten', '%20%205', '0x10', '9'.repeat(30), '%D9%A1'])(
    'are rejected with a limit of %j',
    (limit) => {
      expect(read({ path, query: `limit=${limit}` })).toEqual([400, 'limit must be an integer from 1 to 10000']);
    },
  );

  test.each(['skip=0', 'skip', 'limit=0&skip=100'])(
    'are rejected with %s, and the error names the parameters to use instead',
    (query) => {
      expect(read({ path, query })).toEqual([400, 'skip is no longer supported: page with after and pit instead']);
    },
  );
});

test('a route without pages ignores the parameter skip', () => {
  const domain = parameter({ name: 'domain', location: 'path', required: true });
  const request = { path: { domain: 'a' }, query: 'skip=1' };
  expect(reader(domain)(request)).toEqual({ domain: 'a' });
  expect(reader(domain, parameter({ name: 'search', location: 'query' }))(request)).toEqual({ domain: 'a' });
});

describe('a body', () => {
  const read = reader(
    parameter({ name: 'username', location: 'body', required: true }),
    parameter({ name: 'name', location: 'body', required: true }),
    parameter({ name: 'expires_in_days', location: 'body', kind: 'integer', minimum: 1, maximum: 365 }),
    parameter({ name: 'revoke_keys', location: 'body', kind: 'boolean' }),
  );
  const body = (value: unknown) =>
    read({ body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), contentType: 'text/plain' });

  test('is reduced to the parameters of the route that are not null', () => {
    expect(body({ username: 'ada', name: ' ', expires_in_days: 30, is_admin: true })).toEqual({
      username: 'ada',
      name: ' ',
      expires_in_days: 30,
    });
    expect(body({ username: 'ada', name: 'x', expires_in_days: null })).toEqual({ username: 'ada', name: 'x' });
    expect(body({ username: 'ada', name: 'x', revoke_keys: false })).toEqual({
      username: 'ada',
      name: 'x',
      revoke_keys: false,
    });
    expect(body('\ufeff{"username":"a","username":"b","name":"x"}')).toEqual({ username: 'b', name: 'x' });
  });

  test.each<[value: unknown, problem: string]>([
    [{ name: 'x' }, 'username is required'],
    [{ username: 'ada' }, 'name is required'],
    [{ username: 5, name: 'x' }, 'username must be a string'],
    [{ username: null, name: 'x' }, 'username must be a string'],
    [{ username: ['ada'], name: 'x' }, 'username must be a string'],
    ...['0', '366', '1.5', '"30"', 'true', '[30]', '1e999'].map((days): [unknown, string] => [
      `{"username":"ada","name":"x","expires_in_days":${days}}`,
      'expires_in_days must be an integer from 1 to 365',
    ]),
    [{ username: 'ada', name: 'x', revoke_keys: 'true' }, 'revoke_keys must be true or false'],
    ['', 'The body must be a JSON object'],
    ['{', 'The body must be a JSON object'],
    ['[]', 'The body must be a JSON object'],
    ['null', 'The body must be a JSON object'],
    ['"ada"', 'The body must be a JSON object'],
    ['username=ada&name=x', 'The body must be a JSON object'],
    ['{"__proto__":{"username":"ada"},"name":"x"}', 'username is required'],
  ])('%j is rejected with the message %s', (value, problem) => {
    expect(body(value)).toEqual([400, problem]);
  });

  test('is rejected if it is missing or invalid UTF-8', () => {
    expect(read({})).toEqual([400, 'The body must be a JSON object']);
    expect(read({ body: Buffer.from([0x22, 0xff, 0x22]) })).toEqual([400, 'The body must be a JSON object']);
  });
});
