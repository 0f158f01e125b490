import { GraphQLError } from 'graphql';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { ExecutionError } from '../execution/index.js';
import { isDomainErrorCode, isRequestErrorCode } from './http-status.js';

/** An error as callers see it. */
export interface ShownError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface MaskingOptions {
  readonly log: Logger;
  readonly requestId: string;
  /** Whether errors of subgraphs are shown to callers, with the name of the subgraph: external subgraphs decide what they reveal. */
  readonly showsSubgraphErrors?: boolean | undefined;
}

/** Where a request breaks in a thousand places for one reason, the first few tell it. */
const maximumLoggedErrors = 5;

/** What other servers and libraries put into extensions that is nobody's business outside. */
const hiddenExtensions: ReadonlySet<string> = new Set([
  'response',
  'serviceName',
  'http',
  'exception',
  'stacktrace',
  'validationErrors',
]);
const nothing: ReadonlySet<string> = new Set();

/**
 * Turns errors of any origin into what callers may see: refusals of a domain and of the gateway as they are, everything
 * else as "Internal server error" (`INTERNAL_SERVER_ERROR`), logged whole under the request's id. Of a refusal that has a cause
 * (a database or a service that failed) the cause is logged. What subgraphs report is shown where the options say so.
 */
export function maskErrors(errors: readonly unknown[], options: MaskingOptions): ShownError[] {
  let logged = 0;
  const shown = errors.map((error) => {
    const visible = visibleError(error, options);
    const isWorthALine = visible === undefined || causeBehind(error) !== undefined;
    if (isWorthALine && logged++ < maximumLoggedErrors) logFailure(error, options);
    return visible ?? hiddenError(error);
  });
  if (logged > maximumLoggedErrors) {
    options.log.error(
      { requestId: options.requestId, errors: logged },
      'further errors of this request are not logged',
    );
  }
  return shown;
}

/** {@link maskErrors} for one error. */
export function maskError(error: unknown, options: MaskingOptions): ShownError {
  // One error in, one error out.
  return maskErrors([error], options)[0] as ShownError;
}

function visibleError(error: unknown, options: MaskingOptions): ShownError | undefined {
  if (isRefusal(error)) return shape(error.message, error.extensions, undefined);
  if (!(error instanceof GraphQLError)) return undefined;
  const refusal = refusalBehind(error);
  if (refusal !== undefined) return shape(refusal.message, refusal.extensions, error);
  if (options.showsSubgraphErrors && isReported(error)) {
    return { ...shape(error.message, error.extensions, error), extensions: shownExtensions(error.extensions, nothing) };
  }
  return isOwnError(error) ? shape(error.message, error.extensions, error) : undefined;
}

/** An executor may wrap an error more than once on its way through fetches. */
function refusalBehind(error: GraphQLError): Refusal | undefined {
  const cause = causeOf(error);
  return isRefusal(cause) ? cause : undefined;
}

/** Made to be shown; its cause is not. */
type Refusal = DomainError | ExecutionError;

function isRefusal(error: unknown): error is Refusal {
  return error instanceof DomainError || error instanceof ExecutionError;
}

function causeOf(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause;
}

/** Whether a subgraph of another process has reported the error: nothing was thrown here. */
function isReported(error: GraphQLError): boolean {
  const cause = causeOf(error);
  return (cause === undefined || cause === null) && error.extensions.serviceName !== undefined;
}

/**
 * Whether an error was made to be shown. A code alone does not say so: libraries put codes on errors whose messages are
 * internal. Errors with a code that come over the wire from a subgraph have no original; errors of validation and of
 * variables have no path.
 */
function isOwnError(error: GraphQLError): boolean {
  const { code } = error.extensions;
  if (!isDomainErrorCode(code) && !isRequestErrorCode(code)) return false;
  const cause = causeOf(error);
  return cause === undefined || cause === null || error.path === undefined;
}

function shape(
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
  return shape('Internal server error', { code: 'INTERNAL_SERVER_ERROR' }, located);
}

/** Why a domain could not do what was asked, where it knows: a database or another service that failed. */
function causeBehind(error: unknown): unknown {
  const refusal = error instanceof GraphQLError ? refusalBehind(error) : error;
  return isRefusal(refusal) ? refusal.cause : undefined;
}

/** Logs an unknown error whole, and for a refusal what is behind it. */
function logFailure(error: unknown, options: MaskingOptions): void {
  const { log, requestId } = options;
  const located = error instanceof GraphQLError ? error : undefined;
  const cause = causeBehind(error);
  const path = located?.path;
  if (cause === undefined) log.error({ err: located?.originalError ?? error, requestId, path }, 'request failed');
  else log.warn({ err: cause, requestId, path }, visibleError(error, options)?.message ?? '');
}
