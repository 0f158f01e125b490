import { takeFromWindow } from '../../../../platform/rate-windows.js';
import type { ZoneDependencies } from '../dependencies.js';
import { limitReached } from '../limit-reached.js';
import type { AccountRequest } from './account-request.js';

/** How often something may be asked for in windows of so many seconds. */
interface RequestLimit {
  readonly scope: string;
  readonly limit: number;
  readonly seconds: number;
}

/** Design, "Register". */
export const registrationsOfSource: RequestLimit = { scope: 'zones.register', limit: 30, seconds: 3600 };
/** Design, "Generate key": whoever guesses passwords is stopped by source and by the name that is guessed at. */
export const generationsOfSource: RequestLimit = { scope: 'zones.generate-key.source', limit: 60, seconds: 900 };
export const generationsOfUsername: RequestLimit = { scope: 'zones.generate-key.username', limit: 20, seconds: 900 };

/**
 * Counts a request against a limit, over all replicas. The command line is not limited.
 * @throws {DomainError} RATE_LIMITED `{ limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export async function countRequest(
  dependencies: ZoneDependencies,
  request: AccountRequest,
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
