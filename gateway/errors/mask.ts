import { GraphQLError } from 'graphql';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { ExecutionError } from '../execution/index.js';
import { isDomainErrorCode, isRequestErrorCode } from './http-status.js';

/** An error as shown to callers. */
export interface ShownError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface MaskingOptions {
  readonly log: Logger;
  readonly requestId: string;
  /**
   * Whether to show errors of subgraphs with the name of the subgraph. External subgraphs decide themselves what they
   * reveal.
   */
  readonly showsSubgraphErrors?: boolean | undefined;
}

/** Maximum number of errors of a request that are logged: many errors usually have one cause. */
const maxLoggedErrors = 5;

/** Extensions of other servers and libraries that must not be shown. */
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
 * Masks errors. Errors of domains and of the gateway are shown unchanged; their causes, such as a database failure, are
 * logged. Errors of subgraphs are shown if the options allow it. Everything else becomes "Internal server error"
 * (`INTERNAL_SERVER_ERROR`), and is logged with the request id.
 */
export function maskErrors(errors: readonly unknown[], options: MaskingOptions): ShownError[] {
  let logged = 0;
  const shown = errors.map((error) => {
    const visible = visibleError(error, options);
    const needsLogging = visible === undefined || rootCauseOf(error) !== undefined;
    if (needsLogging && logged++ < maxLoggedErrors) logFailure(error, options);
    return visible ?? hiddenError(error);
  });
  if (logged > maxLoggedErrors) {
    options.log.error(
      { requestId: options.requestId, errors: logged },
      'further errors of this request are not logged',
    );
  }
  return shown;
}

/** {@link maskErrors} for one error. */
export function maskError(error: unknown, options: MaskingOptions): ShownError {
  // maskErrors returns one error for each error.
  return maskErrors([error], options)[0] as ShownError;
}

function visibleError(error: unknown, options: MaskingOptions): ShownError | undefined {
  if (isRejection(error)) return toShownError(error.message, error.extensions, undefined);
  if (!(error instanceof GraphQLError)) return undefined;
  const rejection = rejectionOf(error);
  if (rejection !== undefined) return toShownError(rejection.message, rejection.extensions, error);
  if (options.showsSubgraphErrors && isReportedBySubgraph(error)) {
    return {
      ...toShownError(error.message, error.extensions, error),
      extensions: shownExtensions(error.extensions, noNames),
    };
  }
  return isOwnError(error) ? toShownError(error.message, error.extensions, error) : undefined;
}

/**
 * The error of a domain or of the execution that a GraphQL error wraps, perhaps several times; undefined if there is
 * none.
 */
function rejectionOf(error: GraphQLError): Rejection | undefined {
  const cause = causeOf(error);
  return isRejection(cause) ? cause : undefined;
}

/** An error whose message and details are safe to show; its cause is not. */
type Rejection = DomainError | ExecutionError;

function isRejection(error: unknown): error is Rejection {
  return error instanceof DomainError || error instanceof ExecutionError;
}

function causeOf(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause;
}

/** Whether a subgraph in another process has reported the error, so nothing was thrown here. */
function isReportedBySubgraph(error: GraphQLError): boolean {
  const cause = causeOf(error);
  return (cause === undefined || cause === null) && error.extensions.serviceName !== undefined;
}

/**
 * Whether an error is safe to show. A code is not sufficient, because libraries add codes to errors with internal
 * messages. Errors that a subgraph returns over HTTP have a code and no original error; errors of validation and
 * variables have no path.
 */
function isOwnError(error: GraphQLError): boolean {
  const { code } = error.extensions;
  if (!isDomainErrorCode(code) && !isRequestErrorCode(code)) return false;
  const cause = causeOf(error);
  return cause === undefined || cause === null || error.path === undefined;
}

function toShownError(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
  located: GraphQLError | undefined,
): ShownError {
  return {
    message,
    ...(located?.locations === undefined ? {} : { locations: located.locations }),
    ...(located?.path === undefined ? {} : { path: located.path }),
    extensions: shownExtensions(extensions, hiddenExtensions),
  };
}

function shownExtensions(
  extensions: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
): ShownError['extensions'] {
  const shown = Object.fromEntries(Object.entries(extensions).filter(([name]) => !hidden.has(name)));
  return { ...shown, code: String(extensions.code) };
}

function hiddenError(error: unknown): ShownError {
  const located = error instanceof GraphQLError ? error : undefined;
  return toShownError('Internal server error', { code: 'INTERNAL_SERVER_ERROR' }, located);
}

/** The cause of a domain error: a database or another service that failed; undefined if unknown. */
function rootCauseOf(error: unknown): unknown {
  const rejection = error instanceof GraphQLError ? rejectionOf(error) : error;
  return isRejection(rejection) ? rejection.cause : undefined;
}

/** Logs an unknown error completely; for other errors, their cause. */
function logFailure(error: unknown, options: MaskingOptions): void {
  const { log, requestId } = options;
  const located = error instanceof GraphQLError ? error : undefined;
  const cause = rootCauseOf(error);
  const path = located?.path;
  if (cause === undefined) log.error({ err: located?.originalError ?? error, requestId, path }, 'request failed');
  else log.warn({ err: cause, requestId, path }, visibleError(error, options)?.message ?? '');
}
