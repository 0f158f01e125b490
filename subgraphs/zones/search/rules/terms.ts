import { DomainError } from '../../../../platform/domain-error.js';
import type { TierLimits } from '../../accounts/index.js';
import type { SearchPattern } from './pattern.js';
import { boundToleranceMs, dayMilliseconds, maxWindowMs, type SearchWindow } from './window.js';

/** A wildcard search returns no more than this, whatever the tier: specification, section 8. */
const wildcardRecords = 5000;

/** The size of a page within the ceilings of the tier and of wildcards: specification, section 8. */
export function cappedLimit(
  limit: number,
  { limits, pattern }: { limits: TierLimits; pattern: SearchPattern },
): number {
  const ceiling = pattern.kind === 'wildcard' ? wildcardRecords : limit;
  return Math.min(limit, limits.recordsPerQuery, ceiling);
}

/** The earliest time that a tier may read: its history window plus the tolerance for bounds. */
export function earliestReadable(limits: TierLimits, now: number): number {
  return now - limits.historyDays * dayMilliseconds - boundToleranceMs;
}

/** The observations that a search reads: those of a window, or (null) the current state. */
export type ReadableWindow = { readonly start: number; readonly end: number } | null;

/**
 * Rejects what the tier does not include and sets the start of a window without one: specification, section 8.
 * @throws {DomainError} FORBIDDEN with `reason`
 */
export function withinTier(search: {
  limits: TierLimits;
  pattern: SearchPattern;
  window: SearchWindow | null;
  now: number;
}): ReadableWindow {
  const { limits, pattern, window, now } = search;
  const { tier } = limits;
  if (pattern.kind === 'wildcard' && !limits.hasWildcardSearch) {
    throw refused('feature_not_available', `Wildcard search is not available on the ${tier} tier`);
  }
  if (pattern.kind === 'browse' && !limits.hasBrowsing) {
    throw refused('feature_not_available', `Browsing without a search term is not available on the ${tier} tier`);
  }
  if (limits.needsStart && (window === null || window.start === null)) {
    throw refused('start_required', `Requests on the ${tier} tier must include start`);
  }
  return window === null ? null : completeWindow(window, { limits, earliest: earliestReadable(limits, now) });
}

function completeWindow(
  window: SearchWindow,
  { limits, earliest }: { limits: TierLimits; earliest: number },
): ReadableWindow {
  const start = window.start ?? Math.max(window.end - maxWindowMs, earliest);
  // When the end lies before all readable observations, the window is empty.
  if (start >= earliest && window.end > earliest) return { start, end: window.end };
  const { tier, historyDays } = limits;
  throw refused('data_window_exceeded', `Data window exceeded: the ${tier} tier reads back ${historyDays} days`);
}

function refused(reason: string, message: string): DomainError {
  return new DomainError('FORBIDDEN', message, { reason });
}
