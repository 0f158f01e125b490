/** Every way in which a domain refuses or fails a request. Codes are contract; messages are not. */
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

/** Facts a client may act on, for example `{ retryAfterSeconds: 30 }`. Never secrets. */
export type DomainErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal or failure in the words of a domain; knows no transport. The message is shown to callers. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly details: DomainErrorDetails | undefined;

  constructor(code: DomainErrorCode, message: string, details?: DomainErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** What GraphQL shows beside the message. */
  get extensions(): Record<string, unknown> {
    return this.details === undefined ? { code: this.code } : { code: this.code, ...this.details };
  }
}
