import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { abortError, ExecutionError, RequestErrors, toGraphQLError, withCode } from './errors.js';

test('an error with extensions becomes a GraphQL error with the same extensions and the original error', () => {
  const failure = new ExecutionError('Too slow', { code: 'UPSTREAM_TIMEOUT', subgraph: 'stock' });
  const error = toGraphQLError(failure);
  expect(error).toBeInstanceOf(GraphQLError);
  expect(error.originalError).toBe(failure);
  expect(error.toJSON()).toEqual({
    message: 'Too slow',
    extensions: { code: 'UPSTREAM_TIMEOUT', subgraph: 'stock' },
  });
});

test('a thrown value that is not an error becomes an error whose message contains it', () => {
  expect(toGraphQLError('lost').message).toBe('Unexpected error value: lost');
});

test('a GraphQL error is returned unchanged', () => {
  const error = new GraphQLError('gone');
  expect(toGraphQLError(error)).toBe(error);
});

test('a rejected document reports the messages of all errors, and adds a code to those without one', () => {
  const originalError = new GraphQLError('b', { extensions: { code: 'OWN' } });
  const rejection = new RequestErrors('validation', [new GraphQLError('a', { path: ['x', 0] }), originalError]);
  expect(rejection.message).toBe('a\nb');
  expect(rejection.errors.map((error) => error.toJSON())).toEqual([
    { message: 'a', path: ['x', 0], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    { message: 'b', extensions: { code: 'OWN' } },
  ]);
});

test('withCode adds a code to the other extensions of an error', () => {
  const error = withCode(new GraphQLError('a', { extensions: { limit: 'depth' } }), 'LIMIT_EXCEEDED');
  expect(error.extensions).toEqual({ limit: 'depth', code: 'LIMIT_EXCEEDED' });
});

test('the error of an aborted operation is the reason if it has extensions, otherwise TIMEOUT', () => {
  const reason = new ExecutionError('The server stops', { code: 'UNAVAILABLE' });
  expect(abortError(AbortSignal.abort(reason))).toMatchObject({
    message: 'The server stops',
    extensions: { code: 'UNAVAILABLE' },
  });
  expect(abortError(AbortSignal.abort(new Error('internal'))).toJSON()).toEqual({
    message: 'The request was aborted before it completed',
    extensions: { code: 'TIMEOUT' },
  });
});
