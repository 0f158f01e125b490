import { DomainError } from '../../../../platform/domain-error.js';
import { parseTimestamp } from './timestamp.js';

/** Milliseconds since the Unix epoch: `start` belongs to the window, `end` does not. */
export interface SearchWindow {
  /** Null: as far back as the window may reach from its end. */
  readonly start: number | null;
  readonly end: number;
}

export const dayMilliseconds = 86_400_000;

/** Specification, section 8: maximum date range of a query. */
export const longestWindow = 10 * dayMilliseconds;

/**
 * How far a bound may lie beyond its limit. A client computes `start` from its own clock before it sends the request, so
 * "30 days ago" is a little more than that when the request arrives.
 */
export const boundToleranceMs = 3_600_000;

/** `start` and `end` as they were given, in milliseconds since the Unix epoch; null where they were not. */
export interface GivenBounds {
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * Reads `start` and `end`: specification, section 4.
 * @throws {DomainError} BAD_USER_INPUT for what is no timestamp, or lies in the future
 */
export function parseBounds(given: {
  start: string | null | undefined;
  end: string | null | undefined;
  /** Milliseconds since the Unix epoch. */
  now: number;
}): GivenBounds {
  return { start: bound('start', given.start, given.now), end: bound('end', given.end, given.now) };
}

/**
 * The window between the bounds. Without both there is no window but the current state (null).
 * @throws {DomainError} BAD_USER_INPUT when it is empty, or more than an hour longer than the maximum range
 */
export function windowBetween({ start, end }: GivenBounds, now: number): SearchWindow | null {
  if (start === null && end === null) return null;
  const window = { start, end: end ?? now };
  if (start !== null && start >= window.end) throw badWindow('start must be before end (without end: before now)');
  if (start !== null && window.end - start > longestWindow + boundToleranceMs) {
    throw badWindow('the range from start to end (without end: to now) must not exceed 10 days');
  }
  return window;
}

function bound(name: string, given: string | null | undefined, now: number): number | null {
  if (given === null || given === undefined) return null;
  const time = parseTimestamp(given);
  if (time === null) throw badWindow(`${name} is not an ISO 8601 timestamp`);
  if (time > now) throw badWindow(`${name} must not be in the future`);
  return time;
}

function badWindow(reason: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `Invalid window: ${reason}`);
}
