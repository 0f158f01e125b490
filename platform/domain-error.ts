/** Codes of all errors that a domain returns. Codes are part of the public API; messages are not. */
export const domainErrorCodes = [
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'STORE_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
] as const;

export type DomainErrorCode = (typeof domainErrorCodes)[number];

/** Machine-readable details, for example `{ retryAfterSeconds: 30 }`. Must not contain secrets. */
export type DomainErrorDetails = Readonly<Record<string, unknown>>;

/** An error of a domain, independent of the transport. The message is shown to callers. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly details: DomainErrorDetails | undefined;

  constructor(code: DomainErrorCode, message: string, details?: DomainErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** The `extensions` of the GraphQL error. */
  get extensions(): Record<string, unknown> {
    return this.details === undefined ? { code: this.code } : { code: this.code, ...this.details };
  }
}

/** The error for an argument with a value that is not allowed. */
export function invalidArgument(argument: string, message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { argument });
}

/**
 * Whether the error rejects the caller. If a repeated check of a stream's caller throws such an error, the stream ends;
 * other errors do not end it.
 */
export function isAccessError(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');
}
