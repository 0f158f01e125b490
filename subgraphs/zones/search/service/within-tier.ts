import { type AccountAccess, tierLimits } from '../../accounts/index.js';
import { applyTier, type SessionRequest } from '../rules/parameters.js';
import { parseSearch } from '../rules/pattern.js';

/**
 * Rejects the continuation of a search that the current tier of the account does not include: the tier may have changed
 * since the search began.
 * @param search.now the time for which the search must be included, in Unix epoch milliseconds
 * @throws {DomainError} FORBIDDEN with `reason`
 */
export function assertWithinTier(
  access: AccountAccess,
  { request, now }: { readonly request: SessionRequest; readonly now: number },
): void {
  const at = earliestTime(access, request);
  applyTier({ limits: tierLimits(access.tier), pattern: parseSearch(request.search), window: request.window, at, now });
}

/**
 * The earliest time that a search of a state may contain; null for searches of a window, and if the tier does not limit
 * the history.
 */
function earliestTime({ accountId }: AccountAccess, { at, window, inactiveFrom }: SessionRequest): number | null {
  // Operators may read the whole log.
  if (at != null) return accountId === null ? null : at;
  // The current state includes the names that were removed since then.
  return window === null ? inactiveFrom : null;
}
