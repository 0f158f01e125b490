import { GraphQLError } from 'graphql';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { ExecutionError } from '../execution/index.js';
import { isDomainErrorCode, isRequestErrorCode } from './http-status.js';

/** An error, masked for callers. */
export interface MaskedError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface MaskingOptions {
  readonly log: Logger;
  readonly requestId: string;
  /**
   * Whether to show errors of subgraphs unmasked, with the name of the subgraph. True for external subgraphs, which
   * mask their own errors.
   */
  readonly showsSubgraphErrors?: boolean | undefined;
}

/** Maximum number of errors per request that are logged; the errors of one request usually have the same cause. */
const maxLoggedErrors = 5;

/** Names of error extensions of other servers and libraries that must not be shown to callers. */
const hiddenExtensions: ReadonlySet<string> = new Set([
  'response',
  'serviceName',
  'http',
  'exception',
  'stacktrace',
  'validationErrors',
]);
const noNames: ReadonlySet<string> = new Set();

/**
 * Masks errors for callers. Errors of domains and of the gateway are shown unchanged, and their causes, such as a
 * database failure, are logged. Errors of subgraphs are shown if the options allow it. Any other error becomes
 * "Internal server error" (`INTERNAL_SERVER_ERROR`) and is logged with the request id.
 */
export function maskErrors(errors: readonly unknown[], options: MaskingOptions): MaskedError[] {
  let logged = 0;
  const maskedErrors = errors.map((error) => {
    const visibleForm = visibleError(error, options);
    const needsLogging = visibleForm === undefined || rootCauseOf(error) !== undefined;
    if (needsLogging && logged++ < maxLoggedErrors) logFailure(error, options);
    return visibleForm ?? hiddenError(error);
  });
  if (logged > maxLoggedErrors) {
    options.log.error(
      { requestId: options.requestId, errors: logged },
      'further errors of this request are not logged',
    );
  }
  return maskedErrors;
}

/** Masks one error; see {@link maskErrors}. */
export function maskError(error: unknown, options: MaskingOptions): MaskedError {
  // maskErrors returns one error for each error.
  return maskErrors([error], options)[0] as MaskedError;
}

function visibleError(error: unknown, options: MaskingOptions): MaskedError | undefined {
  if (isRejection(error)) return toMaskedError(error.message, error.extensions, undefined);
  if (!(error instanceof GraphQLError)) return undefined;
  const rejection = rejectionOf(error);
  if (rejection !== undefined) return toMaskedError(rejection.message, rejection.extensions, error);
  if (options.showsSubgraphErrors && isReportedBySubgraph(error)) {
    return {
      ...toMaskedError(error.message, error.extensions, error),
      extensions: maskedExtensions(error.extensions, noNames),
    };
  }
  return isOwnError(error) ? toMaskedError(error.message, error.extensions, error) : undefined;
}

/** The domain error or execution error that a GraphQL error wraps, at any depth; undefined if there is none. */
function rejectionOf(error: GraphQLError): Rejection | undefined {
  const cause = causeOf(error);
  return isRejection(cause) ? cause : undefined;
}

/** An error whose message and details may be shown to callers, but whose cause may not. */
type Rejection = DomainError | ExecutionError;

function isRejection(error: unknown): error is Rejection {
  return error instanceof DomainError || error instanceof ExecutionError;
}

function causeOf(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause;
}

/** Whether a subgraph in another process has reported the error, so no exception was thrown in this process. */
function isReportedBySubgraph(error: GraphQLError): boolean {
  const cause = causeOf(error);
  return (cause === undefined || cause === null) && error.extensions.serviceName !== undefined;
}

/**
 * Whether an error may be shown to callers. A known code is not sufficient, because libraries also add codes to errors
 * with internal messages. In addition, the error must have no original error, like an error that a subgraph returned
 * over HTTP, or no path, like an error of validation or of a variable.
 */
function isOwnError(error: GraphQLError): boolean {
  const { code } = error.extensions;
  if (!isDomainErrorCode(code) && !isRequestErrorCode(code)) return false;
  const cause = causeOf(error);
  return cause === undefined || cause === null || error.path === undefined;
}

function toMaskedError(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
  located: GraphQLError | undefined,
): MaskedError {
  return {
    message,
    ...(located?.locations === undefined ? {} : { locations: located.locations }),
    ...(located?.path === undefined ? {} : { path: located.path }),
    extensions: maskedExtensions(extensions, hiddenExtensions),
  };
}

function maskedExtensions(
  extensions: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
): MaskedError['extensions'] {
  const visibleExtensions = Object.fromEntries(Object.entries(extensions).filter(([name]) => !hidden.has(name)));
  return { ...visibleExtensions, code: String(extensions.code) };
}

function hiddenError(error: unknown): MaskedError {
  const located = error instanceof GraphQLError ? error : undefined;
  return toMaskedError('Internal server error', { code: 'INTERNAL_SERVER_ERROR' }, located);
}

/**
 * The cause of a domain error or execution error, such as a failure of the database or another service; undefined if it
 * has none.
 */
function rootCauseOf(error: unknown): unknown {
  const rejection = error instanceof GraphQLError ? rejectionOf(error) : error;
  return isRejection(rejection) ? rejection.cause : undefined;
}

/** Logs the cause of an error or, if it has none, the whole error. */
function logFailure(error: unknown, options: MaskingOptions): void {
  const { log, requestId } = options;
  const located = error instanceof GraphQLError ? error : undefined;
  const cause = rootCauseOf(error);
  const path = located?.path;
  if (cause === undefined) log.error({ err: located?.originalError ?? error, requestId, path }, 'request failed');
  else log.warn({ err: cause, requestId, path }, visibleError(error, options)?.message ?? '');
}
