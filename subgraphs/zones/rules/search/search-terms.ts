import { DomainError } from '../../../../platform/domain-error.js';
import type { Tier } from '../../vocabulary.js';
import { tierLimits, wildcardRecords } from '../accounts/tiers.js';
import type { SearchPattern } from './search-pattern.js';
import { boundToleranceMs, dayMilliseconds, longestWindow, type SearchWindow } from './window.js';

export const defaultLimit = 1000;
const greatestLimit = 10_000;

/**
 * The size of a page that was asked for, before any ceiling.
 * @throws {DomainError} BAD_USER_INPUT outside of 1 to 10000
 */
export function parseLimit(limit: number | null | undefined): number {
  if (limit === null || limit === undefined) return defaultLimit;
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatestLimit) return limit;
  throw new DomainError('BAD_USER_INPUT', `limit must be an integer from 1 to ${greatestLimit}`);
}

/** The size of a page within the ceilings of the tier and of wildcards: specification, section 8. */
export function cappedLimit(limit: number, { tier, pattern }: { tier: Tier; pattern: SearchPattern }): number {
  const ceiling = pattern.kind === 'wildcard' ? wildcardRecords : limit;
  return Math.min(limit, tierLimits(tier).recordsPerQuery, ceiling);
}

/** The earliest time whose observations a tier may read: the days of its window, and the tolerance for bounds. */
export function earliestReadable(tier: Tier, now: number): number {
  return now - tierLimits(tier).historyDays * dayMilliseconds - boundToleranceMs;
}

/** Which observations a search reads: those of a window, or (null) the current state. */
export type ReadableWindow = { readonly start: number; readonly end: number } | null;

/**
 * Refuses what the tier does not include and completes a window that has no start: specification, section 8.
 * @throws {DomainError} FORBIDDEN with `reason`
 */
export function withinTier(search: {
  tier: Tier;
  pattern: SearchPattern;
  window: SearchWindow | null;
  now: number;
}): ReadableWindow {
  const { tier, pattern, window, now } = search;
  const limits = tierLimits(tier);
  if (pattern.kind === 'wildcard' && !limits.hasWildcardSearch) {
    throw refused('feature_not_available', `Wildcard search is not available on the ${tier} tier`);
  }
  if (pattern.kind === 'browse' && !limits.hasBrowsing) {
    throw refused('feature_not_available', `Browsing without a search term is not available on the ${tier} tier`);
  }
  if (limits.needsStart && (window === null || window.start === null)) {
    throw refused('start_required', `Requests on the ${tier} tier must include start`);
  }
  return window === null ? null : completeWindow(window, { tier, earliest: earliestReadable(tier, now) });
}

function completeWindow(window: SearchWindow, { tier, earliest }: { tier: Tier; earliest: number }): ReadableWindow {
  const start = window.start ?? Math.max(window.end - longestWindow, earliest);
  // An end before everything readable leaves nothing between the two.
  if (start >= earliest && window.end > earliest) return { start, end: window.end };
  const days = tierLimits(tier).historyDays;
  throw refused('data_window_exceeded', `Data window exceeded: the ${tier} tier reads back ${days} days`);
}

function refused(reason: string, message: string): DomainError {
  return new DomainError('FORBIDDEN', message, { reason });
}
