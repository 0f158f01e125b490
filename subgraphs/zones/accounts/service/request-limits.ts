import { DomainError } from '../../../../platform/domain-error.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { acquireFromWindow } from '../../../../platform/rate-windows.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { secondsUntil } from '../rules/subscription.js';
import type { Tier } from '../vocabulary.js';

/** Maximum number of requests (`limit`) in a window of `seconds`. */
export interface RequestLimit {
  readonly scope: string;
  readonly limit: number;
  readonly seconds: number;
}

export const registrationsPerSource: RequestLimit = { scope: 'zones.register', limit: 30, seconds: 3600 };
/** Limit of password attempts from one source, for any username. */
export const attemptsPerSource: RequestLimit = { scope: 'zones.generate-key.source', limit: 60, seconds: 900 };
/** Limit of password attempts for one username, shared by all sources that have never sent its correct password. */
export const attemptsPerUsername: RequestLimit = { scope: 'zones.generate-key.username', limit: 20, seconds: 900 };
/** Limit of password attempts for one username from one source that has sent its correct password before. */
export const attemptsPerKnownSource: RequestLimit = { scope: 'zones.generate-key.known', limit: 20, seconds: 900 };
/** Limit of requests for emails from one source, whether or not there is an account with the requested address. */
export const mailsPerSource: RequestLimit = { scope: 'zones.request-mail', limit: 20, seconds: 3600 };
/** Limit of requests for emails of one kind to one address; requests beyond the limit send no email. */
export const mailsPerAddress: RequestLimit = { scope: 'zones.mail-to', limit: 3, seconds: 3600 };
/** Limit of requests with an emailed token from one source. */
export const tokensPerSource: RequestLimit = { scope: 'zones.token', limit: 60, seconds: 900 };

/**
 * Counts a request against a limit, across all replicas. The command line is not limited.
 * @throws {DomainError} RATE_LIMITED `{ limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export async function enforceRateLimit(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { limit, subject }: { limit: RequestLimit; subject: string },
): Promise<void> {
  if (request.via === 'command-line') return;
  const now = dependencies.clock.now();
  const { acquired, resetsAt } = await dependencies.database.guard((sql) =>
    acquireFromWindow(sql, { ...limit, subject }, now / 1000),
  );
  if (acquired) return;
  throw limitExceeded({
    ...{ code: 'RATE_LIMITED', message: 'Too many requests, try again later' },
    ...{ limit: limit.limit, resetsAt: resetsAt * 1000, now },
  });
}

/**
 * Counts a request by its source address.
 * @throws {DomainError} as {@link enforceRateLimit}
 */
export async function enforceSourceRateLimit(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  limit: RequestLimit,
): Promise<void> {
  await enforceRateLimit(dependencies, request, { limit, subject: rateSubject(request.sourceAddress) });
}

/** A limit that a request exceeds. Times are Unix epoch milliseconds. */
export interface ExceededLimit {
  readonly code: 'RATE_LIMITED' | 'QUOTA_EXCEEDED';
  readonly message: string;
  /** Error code of the specification; absent if it defines none. */
  readonly reason?: string;
  /** Tier that the limit belongs to; absent if the limit is the same for all callers. */
  readonly tier?: Tier;
  readonly limit: number;
  readonly resetsAt: number;
  readonly now: number;
}

/**
 * The error for a request that exceeds a limit. Every error with status 429 has these details: specification, section
 * 7.
 * @returns a DomainError with details `{ reason?, tier?, limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export function limitExceeded({ code, message, resetsAt, now, ...details }: ExceededLimit): DomainError {
  return new DomainError(code, message, {
    ...details,
    used: details.limit,
    resetsAt: new Date(resetsAt).toISOString(),
    retryAfterSeconds: secondsUntil(resetsAt, now),
  });
}
