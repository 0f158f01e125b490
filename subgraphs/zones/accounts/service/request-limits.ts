import { rateSubject } from '../../../../platform/rate-subject.js';
import { takeFromWindow } from '../../../../platform/rate-windows.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { limitReached } from './limit-reached.js';

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
