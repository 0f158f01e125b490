import { describe, expect, test } from 'vitest';
import { domainErrorCodes } from '../../platform/domain-error.js';
import { requestErrorCodes } from './codes.js';
import { graphqlStatusOf, httpStatusOf } from './http-status.js';

describe('the HTTP status of a GraphQL response without data', () => {
  test.each([
    ['GRAPHQL_VALIDATION_FAILED', 400, 200],
    ['QUERY_TOO_EXPENSIVE', 400, 200],
    ['BAD_USER_INPUT', 400, 200],
    ['TIMEOUT', 504, 200],
    ['INTERNAL_SERVER_ERROR', 500, 200],
    ['BAD_REQUEST', 400, 400],
    ['UNAUTHENTICATED', 401, 401],
    ['METHOD_NOT_ALLOWED', 405, 405],
    ['PAYLOAD_TOO_LARGE', 413, 413],
    ['something else', 500, 200],
  ])('with the code %s is %i, and %i as application/json', (code, strict, legacy) => {
    expect(graphqlStatusOf(code, 'application/graphql-response+json')).toBe(strict);
    expect(graphqlStatusOf(code, 'application/json')).toBe(legacy);
  });
});

test('every error code of domains and the gateway has an explicit status other than 500', () => {
  const codes = [...domainErrorCodes, ...requestErrorCodes];
  expect(codes.filter((code) => httpStatusOf(code) === 500)).toEqual([]);
});
