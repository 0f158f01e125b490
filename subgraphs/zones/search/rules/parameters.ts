import { DomainError } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import type { Tier, TierLimits } from '../../accounts/index.js';
import { normalizeZoneName } from '../../names.js';
import { type ChangeCursor, decodeChangeCursor, decodeStateCursor, type StateCursor } from './page-cursor.js';
import { parseSearch, patternText, type SearchPattern } from './pattern.js';
import { parseTimestamp } from './timestamp.js';

type Optional<Value> = Value | null | undefined;

/** The parameters of the download endpoint: specification, section 4. */
export interface SearchInput {
  zone: string;
  search?: Optional<string>;
  limit?: Optional<number>;
  start?: Optional<string>;
  end?: Optional<string>;
  /** Time whose state is searched, ISO 8601; absent: the current state. */
  at?: Optional<string>;
  /** Cursor of the previous page; an empty string counts as absent, as for `pit`. */
  after?: Optional<string>;
  pit?: Optional<string>;
}

/** Parsed parameters, before the zone and the account are known. */
export interface SearchParameters {
  /** Name of the zone; null: all zones. */
  readonly zone: string | null;
  readonly pattern: SearchPattern;
  readonly bounds: Bounds;
  /** Time whose state is searched, in Unix epoch milliseconds; null for the current state or a window. */
  readonly at: number | null;
  /** Requested page size; null: the one of the first page, or the default. */
  readonly limit: number | null;
  /** Session and cursor of a next page; null for the first page. */
  readonly continuation: { readonly pit: string; readonly after: string } | null;
}

/**
 * Parses and validates the parameters.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function readParameters(input: SearchInput, now: number): SearchParameters {
  const continuation = continuationOf(input);
  if (continuation !== null) assertCursor(continuation.after);
  const zone = normalizeZoneName(input.zone);
  const bounds = parseBounds({ start: input.start, end: input.end, now });
  const at = parseBound('at', input.at, now);
  if (at !== null && zone === null)
    throw invalidWindow(
      'at requires one zone, because zones are imported at different times: specify a zone, or omit at',
    );
  if (at !== null && (bounds.start ?? bounds.end) !== null)
    throw invalidWindow('at cannot be combined with start or end');
  return {
    zone,
    pattern: parseSearch(input.search),
    bounds,
    at,
    limit: parseLimit(input.limit),
    continuation,
  };
}

/**
 * The cursor of a next page; null for the first page. Empty values count as absent, as for `search`, because some
 * clients send both parameters on every page.
 */
function continuationOf({ pit, after }: Pick<SearchInput, 'pit' | 'after'>): SearchParameters['continuation'] {
  if (!pit && !after) return null;
  if (pit && after) return { pit, after };
  throw new DomainError('BAD_USER_INPUT', 'after and pit must be sent together');
}

/** Rejects a cursor that no search can have issued, so its session need not be read. */
function assertCursor(after: string): StateCursor | ChangeCursor {
  try {
    return decodeStateCursor(after);
  } catch {
    return decodeChangeCursor(after);
  }
}

/** Number of results of a page whose size is not requested: specification, section 4. */
export const defaultLimit = 1000;
const maxLimit = 10_000;

/**
 * The requested page size, before any ceiling; null if absent.
 * @throws {DomainError} BAD_USER_INPUT outside of 1–10000
 */
export function parseLimit(limit: number | null | undefined): number | null {
  if (limit === null || limit === undefined) return null;
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit;
  throw new DomainError('BAD_USER_INPUT', `limit must be an integer from 1 to ${maxLimit}`);
}

/** `start` and `end` of a request; null if absent. Times are Unix epoch milliseconds. */
interface Bounds {
  readonly start: number | null;
  readonly end: number | null;
}

/** A window whose start may be null: then it begins the maximum range before its end. */
interface OpenWindow {
  readonly start: number | null;
  readonly end: number;
}

/** A time window: `start` is inclusive, `end` exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a window: specification, section 8. */
const maxWindowMs = 10 * dayMs;

/**
 * Time in milliseconds by which a bound may exceed its limit. A client computes `start` from its own clock before it
 * sends the request, so "30 days ago" is a little more than that when the request arrives.
 */
const boundToleranceMs = 3_600_000;

/**
 * Parses `start` and `end`: specification, section 4.
 * @throws {DomainError} BAD_USER_INPUT for an invalid timestamp, or one in the future
 */
export function parseBounds(input: {
  start: string | null | undefined;
  end: string | null | undefined;
  /** Current time in Unix epoch milliseconds. */
  now: number;
}): Bounds {
  return { start: parseBound('start', input.start, input.now), end: parseBound('end', input.end, input.now) };
}

/**
 * The window between the bounds; null (the current state) if both are absent.
 * @throws {DomainError} BAD_USER_INPUT if it is empty, or more than an hour longer than the maximum range
 */
export function windowBetween({ start, end }: Bounds, now: number): OpenWindow | null {
  if (start === null && end === null) return null;
  const window = { start, end: end ?? now };
  if (start !== null && start >= window.end) throw invalidWindow('start must be before end (without end: before now)');
  if (start !== null && window.end - start > maxWindowMs + boundToleranceMs) {
    throw invalidWindow('the range from start to end (without end: to now) must not exceed 10 days');
  }
  return window;
}

function parseBound(name: string, text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null;
  const time = parseTimestamp(text);
  if (time === null) {
    throw invalidWindow(`${name} is not an ISO 8601 timestamp, such as 2026-11-01T12:00:00Z: ${text.slice(0, 50)}`);
  }
  if (time > now) throw invalidWindow(`${name} must not be in the future: ${new Date(time).toISOString()}`);
  return time;
}

function invalidWindow(reason: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `Invalid window: ${reason}`);
}

/** Maximum number of results of a wildcard search in all tiers: specification, section 8. */
const maxWildcardRecords = 5000;

/** The size of a page within the ceilings of the tier and of wildcards: specification, section 8. */
export function capLimit(limit: number, { limits, pattern }: { limits: TierLimits; pattern: SearchPattern }): number {
  const ceiling = pattern.kind === 'wildcard' ? maxWildcardRecords : limit;
  return Math.min(limit, limits.recordsPerQuery, ceiling);
}

/** The earliest time that a tier may read: the start of its history, less the tolerance for bounds. */
export function earliestReadable(limits: TierLimits, now: number): number {
  return now - limits.historyDays * dayMs - boundToleranceMs;
}

/**
 * Rejects parameters that the tier does not include, and sets the start of a window that has none: specification,
 * section 8.
 * @throws {DomainError} FORBIDDEN with `reason`
 */
export function applyTier(search: {
  limits: TierLimits;
  pattern: SearchPattern;
  window: OpenWindow | null;
  at?: number | null;
  now: number;
}): Window | null {
  const { limits, pattern, window, at = null, now } = search;
  const { tier } = limits;
  if (pattern.kind === 'wildcard' && !limits.hasWildcardSearch) {
    throw rejectionError('feature_not_available', `Wildcard search is not available on the ${tier} tier`);
  }
  if (pattern.kind === 'browse' && !limits.hasBrowsing) {
    throw rejectionError(
      'feature_not_available',
      `Browsing without a search term is not available on the ${tier} tier`,
    );
  }
  if (limits.requiresStart && (window === null || window.start === null)) {
    throw rejectionError('start_required', `Requests on the ${tier} tier must include start`);
  }
  const earliest = earliestReadable(limits, now);
  if (at !== null && at < earliest) throw windowExceeded(limits);
  return window === null ? null : completeWindow(window, { limits, earliest });
}

function completeWindow(window: OpenWindow, { limits, earliest }: { limits: TierLimits; earliest: number }): Window {
  const start = window.start ?? Math.max(window.end - maxWindowMs, earliest);
  // A window that ends before all readable observations would be empty.
  if (start >= earliest && window.end > earliest) return { start, end: window.end };
  throw windowExceeded(limits);
}

function windowExceeded({ tier, historyDays }: TierLimits): DomainError {
  return rejectionError(
    'data_window_exceeded',
    `Data window exceeded: the ${tier} tier includes ${historyDays} days of history`,
  );
}

function rejectionError(reason: string, message: string): DomainError {
  return new DomainError('FORBIDDEN', message, { reason });
}

/** Parameters of a session's first page and the values derived from them. Times are Unix epoch milliseconds. */
export interface SessionRequest {
  /** Name of the zone; null: all zones. */
  readonly zone: string | null;
  /** Text of the pattern; empty for browsing. */
  readonly search: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Time whose state is searched; null or absent: the current state, or a window. */
  readonly at?: number | null;
  /** Time window; null for the current state. */
  readonly window: Window | null;
  /** Pairs that became inactive before this time are not part of the current state. */
  readonly inactiveFrom: number;
  /** Tier with whose limits the search began; absent in exports, and in sessions of earlier releases. */
  readonly tier?: Tier;
  /** Requested page size; absent in exports, and in sessions of earlier releases. */
  readonly limit?: number;
}

/**
 * Checks that repeated parameters equal those of the first page; absent ones are taken from it.
 * @param changeableParameter the parameter that may change, for the message
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSameSearch(
  parameters: SearchParameters,
  request: SessionRequest,
  changeableParameter = 'limit',
): void {
  const { zone, pattern, bounds, at } = parameters;
  const search = patternText(pattern);
  const differences: Readonly<Record<string, boolean>> = {
    zone: zone !== request.zone,
    search: search !== '' && search !== request.search,
    start: bounds.start !== null && bounds.start !== request.start,
    end: bounds.end !== null && bounds.end !== request.end,
    at: at !== null && at !== request.at,
  };
  const [name] = Object.keys(differences).filter((parameter) => differences[parameter]);
  if (name === undefined) return;
  throw new DomainError(
    'BAD_USER_INPUT',
    `${name} differs from the first page; only ${changeableParameter} may change`,
  );
}
