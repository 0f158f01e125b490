import { Writable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import { createLog } from '../../platform/log.js';
import { maskErrors } from './mask.js';

function mask(...errors: unknown[]) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const maskedErrors = maskErrors(errors, { log: createLog({ level: 'info', destination }), requestId: 'r-1' });
  return { maskedErrors, lines };
}

const masked = { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } };

describe('error masking', () => {
  test('shows a domain error, even if executors wrap it several times', () => {
    const rejection = new DomainError('GONE', 'The session has ended', { session: 's' });
    const inner = new GraphQLError('inner', { originalError: rejection });
    const outer = new GraphQLError('outer', { originalError: inner, path: ['a', 1] });
    const expected = { message: 'The session has ended', extensions: { code: 'GONE', session: 's' } };
    expect(mask(rejection, inner, outer).maskedErrors).toEqual([expected, expected, { ...expected, path: ['a', 1] }]);
  });

  test('shows code and details of a remote error, and removes its origin', () => {
    const extensions = {
      code: 'FORBIDDEN',
      retry: 1,
      response: {},
      serviceName: 's',
      http: {},
      exception: {},
      stacktrace: [],
    };
    expect(mask(new GraphQLError('No', { extensions, path: ['a'] })).maskedErrors).toEqual([
      { message: 'No', path: ['a'], extensions: { code: 'FORBIDDEN', retry: 1 } },
    ]);
  });

  test('shows the message of an invalid variable, even if a scalar throws it', () => {
    const error = new GraphQLError('Variable "$id" got invalid value', {
      originalError: new TypeError('not an id'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(mask(error).maskedErrors[0]).toMatchObject({ message: 'Variable "$id" got invalid value' });
  });

  test.each([
    ['an Error', new Error('secret')],
    ['an Error with a code', Object.assign(new Error('secret'), { extensions: { code: 'NOT_FOUND' } })],
    [
      'an Error with a code and a path',
      new GraphQLError('secret', {
        originalError: new Error('secret'),
        extensions: { code: 'NOT_FOUND' },
        path: ['a'],
      }),
    ],
    ['an error with an unknown code', new GraphQLError('secret', { extensions: { code: 'DOWNSTREAM_SERVICE_ERROR' } })],
    ['an error without a code', new GraphQLError('secret')],
    ['a value that is not an error', 'secret'],
  ])('masks %s, and logs it in full', (_, error) => {
    const { maskedErrors, lines } = mask(error);
    expect(maskedErrors[0]).toMatchObject(masked);
    expect(JSON.stringify(maskedErrors)).not.toContain('secret');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('secret');
    expect(lines[0]).toContain('"requestId":"r-1"');
  });
});

test('logs the cause of an error, and never returns it', () => {
  const cause = new Error('connect ECONNREFUSED db-17');
  const { maskedErrors, lines } = mask(
    new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached', undefined, { cause }),
  );
  expect(maskedErrors).toEqual([
    { message: 'The database cannot be reached', extensions: { code: 'STORE_UNAVAILABLE' } },
  ]);
  expect(lines.join()).toContain('db-17');
  expect(mask(new DomainError('NOT_FOUND', 'Nothing')).lines).toEqual([]);
});

test('logs a bounded number of the 1000 errors of one request', () => {
  const { maskedErrors, lines } = mask(...Array.from({ length: 1000 }, () => new Error('again')));
  expect(maskedErrors).toHaveLength(1000);
  expect(lines.length).toBeLessThan(10);
});
