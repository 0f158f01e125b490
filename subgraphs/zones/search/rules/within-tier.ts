import type { TierLimits } from '../../accounts/index.js';
import { applyTier, type SessionRequest } from './parameters.js';
import { parseSearch } from './pattern.js';

/**
 * Rejects the continuation of a search that the current tier of the account does not include: the tier may have changed
 * since the search began.
 * @param search.now the time for which the search must be included, in Unix epoch milliseconds
 * @throws {DomainError} FORBIDDEN with `reason`
 */
export function assertWithinTier(search: {
  readonly limits: TierLimits;
  readonly isOperator: boolean;
  readonly request: SessionRequest;
  readonly now: number;
}): void {
  const { limits, isOperator, request, now } = search;
  const at = earliestTime(request, { isOperator });
  applyTier({ limits, pattern: parseSearch(request.search), window: request.window, at, now });
}

/**
 * The earliest time that a search of a state may contain; null for searches of a window, and if the tier does not limit
 * the history.
 */
function earliestTime(
  { at, window, inactiveFrom }: SessionRequest,
  { isOperator }: { isOperator: boolean },
): number | null {
  // Operators may read the whole log.
  if (at != null) return isOperator ? null : at;
  // The current state includes the names that were removed since then.
  return window === null ? inactiveFrom : null;
}
