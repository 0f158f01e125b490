import { DomainError } from '../../../../platform/domain-error.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { takeFromWindow } from '../../../../platform/rate-windows.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import type { Tier } from '../vocabulary.js';

/** How often something may be asked for in windows of so many seconds. */
export interface RequestLimit {
  readonly scope: string;
  readonly limit: number;
  readonly seconds: number;
}

/** Design, "Register". */
export const registrationsOfSource: RequestLimit = { scope: 'zones.register', limit: 30, seconds: 3600 };
/** Design, "Generate key": whoever guesses passwords is stopped by source and by the name that is guessed at. */
export const triesOfSource: RequestLimit = { scope: 'zones.generate-key.source', limit: 60, seconds: 900 };
/** Of everybody together from whose address the password was never right. */
export const triesOfUsername: RequestLimit = { scope: 'zones.generate-key.username', limit: 20, seconds: 900 };
/** Of one address from which it was: strangers use nothing of this up. */
export const triesOfKnownSource: RequestLimit = { scope: 'zones.generate-key.known', limit: 20, seconds: 900 };
/** Requests for mails, whether or not there is an account with that address. */
export const mailsOfSource: RequestLimit = { scope: 'zones.request-mail', limit: 20, seconds: 3600 };
/** Mails of one kind to one address. */
export const mailsOfAddress: RequestLimit = { scope: 'zones.mail-to', limit: 3, seconds: 3600 };
/** Tokens of mails that one address presents. */
export const tokensOfSource: RequestLimit = { scope: 'zones.token', limit: 60, seconds: 900 };

/**
 * Counts a request against a limit, over all replicas. The command line is not limited.
 * @throws {DomainError} RATE_LIMITED `{ limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export async function countRequest(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { limit, subject }: { limit: RequestLimit; subject: string },
): Promise<void> {
  if (request.via === 'command-line') return;
  const now = dependencies.clock.now();
  const { taken, resetsAt } = await dependencies.database.guard((sql) =>
    takeFromWindow(sql, { ...limit, subject }, now / 1000),
  );
  if (taken) return;
  throw limitReached({
    ...{ code: 'RATE_LIMITED', message: 'Too many requests, try again later' },
    ...{ limit: limit.limit, resetsAt: resetsAt * 1000, now },
  });
}

/**
 * Counts what is asked for by a source address.
 * @throws {DomainError} as {@link countRequest}
 */
export async function countSource(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  limit: RequestLimit,
): Promise<void> {
  await countRequest(dependencies, request, { limit, subject: rateSubject(request.sourceAddress) });
}

/** A limit of requests that is used up. Times are in milliseconds since the Unix epoch. */
export interface ReachedLimit {
  readonly code: 'RATE_LIMITED' | 'QUOTA_EXCEEDED';
  readonly message: string;
  /** Code of the refusal where the specification names one. */
  readonly reason?: string;
  /** Whose limit it is; absent for limits that hold for every caller. */
  readonly tier?: Tier;
  readonly limit: number;
  readonly resetsAt: number;
  readonly now: number;
}

/**
 * The refusal of a request beyond a limit. Every refusal with status 429 has the same facts: specification, section 7.
 * @returns a DomainError with details `{ reason?, tier?, limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export function limitReached({ code, message, resetsAt, now, ...facts }: ReachedLimit): DomainError {
  return new DomainError(code, message, {
    ...facts,
    used: facts.limit,
    resetsAt: new Date(resetsAt).toISOString(),
    retryAfterSeconds: secondsUntil(resetsAt, now),
  });
}

/** Whole seconds from now to a time, rounded up, at least one. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
