import { DomainError } from '../../../../platform/domain-error.js';
import { parseTimestamp } from './timestamp.js';

/** Milliseconds since the Unix epoch: `start` belongs to the window, `end` does not. */
export interface SearchWindow {
  /** Null: the maximum range before `end`. */
  readonly start: number | null;
  readonly end: number;
}

export const dayMilliseconds = 86_400_000;

/** Specification, section 8: maximum date range of a query. */
export const maxWindowMs = 10 * dayMilliseconds;

/**
 * How far a bound may lie beyond its limit. A client computes `start` from its own clock before it sends the request, so
 * "30 days ago" is a little more than that when the request arrives.
 */
export const boundToleranceMs = 3_600_000;

/** `start` and `end` of the request, in milliseconds since the Unix epoch; null when absent. */
export interface SearchBounds {
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * Parses `start` and `end`: specification, section 4.
 * @throws {DomainError} BAD_USER_INPUT for what is no timestamp, or lies in the future
 */
export function parseBounds(input: {
  start: string | null | undefined;
  end: string | null | undefined;
  /** Milliseconds since the Unix epoch. */
  now: number;
}): SearchBounds {
  return { start: bound('start', input.start, input.now), end: bound('end', input.end, input.now) };
}

/**
 * The window between the bounds; null (the current state) without both.
 * @throws {DomainError} BAD_USER_INPUT when it is empty, or more than an hour longer than the maximum range
 */
export function windowBetween({ start, end }: SearchBounds, now: number): SearchWindow | null {
  if (start === null && end === null) return null;
  const window = { start, end: end ?? now };
  if (start !== null && start >= window.end) throw badWindow('start must be before end (without end: before now)');
  if (start !== null && window.end - start > maxWindowMs + boundToleranceMs) {
    throw badWindow('the range from start to end (without end: to now) must not exceed 10 days');
  }
  return window;
}

function bound(name: string, text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null;
  const time = parseTimestamp(text);
  if (time === null) throw badWindow(`${name} is not an ISO 8601 timestamp`);
  if (time > now) throw badWindow(`${name} must not be in the future`);
  return time;
}

function badWindow(reason: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `Invalid window: ${reason}`);
}
