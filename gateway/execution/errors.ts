import { GraphQLError } from 'graphql';

export type RequestErrorKind = 'syntax' | 'validation' | 'operation' | 'expensive' | 'overloaded' | 'unplanned';

const codeOfKind: Readonly<Record<RequestErrorKind, string>> = {
  syntax: 'GRAPHQL_PARSE_FAILED',
  validation: 'GRAPHQL_VALIDATION_FAILED',
  operation: 'OPERATION_RESOLUTION_FAILURE',
  expensive: 'QUERY_TOO_EXPENSIVE',
  overloaded: 'SERVICE_UNAVAILABLE',
  unplanned: 'QUERY_NOT_PLANNABLE',
};

/** The errors of a document that is rejected before execution. Each error has `extensions.code`. */
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

/** A failed fetch, or an aborted operation. Its message is safe to show to clients; its cause is not. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };

  constructor(message: string, extensions: ExecutionError['extensions'], options?: ErrorOptions) {
    super(message, options);
    this.extensions = extensions;
  }

  get code(): string {
    return this.extensions.code;
  }
}

/** Returns the error with `extensions.code`; does not replace an existing code. */
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

/** Converts a thrown value to a GraphQLError with the original error and its `extensions`. */
export function toGraphQLError(thrown: unknown): GraphQLError {
  if (thrown instanceof GraphQLError) return thrown;
  const original = thrown instanceof Error ? thrown : new Error(`Unexpected error value: ${String(thrown)}`);
  return new GraphQLError(original.message, { originalError: original });
}

/** The error of an aborted operation: the reason of the abort if it has `extensions`, otherwise TIMEOUT. */
export function abortError(signal: AbortSignal): GraphQLError {
  const { reason } = signal;
  if (reason instanceof Error && 'extensions' in reason) return toGraphQLError(reason);
  return toGraphQLError(
    new ExecutionError('The request was aborted before it completed', { code: 'TIMEOUT' }, { cause: reason }),
  );
}
