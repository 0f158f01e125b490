import type { GraphQLError } from 'graphql';
import { type RequestErrorCode, requestError } from '../errors/index.js';

/** A GraphQL request that fails before execution. The code of its first error determines the HTTP status. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super(errors[0]?.message ?? 'The request failed.');
    this.errors = errors;
  }
}

/** Creates a {@link RequestFailure} with one error of the gateway. */
export function failure(
  code: RequestErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): RequestFailure {
  return new RequestFailure([requestError(code, message, details)]);
}
