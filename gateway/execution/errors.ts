import { GraphQLError } from 'graphql';
import { DomainError } from '../../platform/domain-error.js';

export type RequestErrorKind = 'syntax' | 'validation' | 'operation';

const codeOfKind: Readonly<Record<RequestErrorKind, string>> = {
  syntax: 'GRAPHQL_PARSE_FAILED',
  validation: 'GRAPHQL_VALIDATION_FAILED',
  operation: 'OPERATION_RESOLUTION_FAILURE',
};

/** A document that cannot become an operation: nothing has run. Every error carries `extensions.code`. */
export class RequestErrors extends Error {
  override readonly name = 'RequestErrors';
  readonly kind: RequestErrorKind;
  readonly errors: readonly GraphQLError[];

  constructor(kind: RequestErrorKind, errors: readonly GraphQLError[]) {
    super(errors.map((error) => error.message).join('\n'));
    this.kind = kind;
    this.errors = errors.map((error) => withCode(error, codeOfKind[kind]));
  }
}

/** The error with `extensions.code`, which it keeps when it has one. */
export function withCode(error: GraphQLError, code: string): GraphQLError {
  if (error.extensions?.code !== undefined) return error;
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    originalError: error.originalError,
    extensions: { ...error.extensions, code },
  });
}

/** Anything thrown, as a GraphQLError that keeps what was thrown as its original. */
export function toGraphQLError(thrown: unknown): GraphQLError {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof DomainError) {
    return new GraphQLError(thrown.message, { originalError: thrown, extensions: thrown.extensions });
  }
  const original = thrown instanceof Error ? thrown : new Error(`Unexpected error value: ${String(thrown)}`);
  return new GraphQLError(original.message, { originalError: original });
}

/** The answer of a request that was aborted: the abort's own reason where it is a domain's, TIMEOUT otherwise. */
export function abortError(signal: AbortSignal): GraphQLError {
  const { reason } = signal;
  if (reason instanceof DomainError || reason instanceof GraphQLError) return toGraphQLError(reason);
  return toGraphQLError(
    new DomainError('TIMEOUT', 'The request was stopped before it was done', undefined, { cause: reason }),
  );
}
