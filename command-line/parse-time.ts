import { InvalidArgumentError } from 'commander';
import { isCalendarDate } from '../platform/calendar-date.js';

/**
 * Parses a time argument. Without an offset or `Z`, it is UTC.
 * @throws {InvalidArgumentError} for other input
 */
export function parseTime(value: string): Date {
  const iso = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(value);
  const time = new Date(iso !== null && iso[1] !== undefined && iso[4] === undefined ? `${value}Z` : value);
  if (iso === null || Number.isNaN(time.getTime()) || !isCalendarDate(value.slice(0, 10))) {
    throw new InvalidArgumentError('It must be an ISO 8601 time, such as 2027-01-31T12:00:00Z.');
  }
  return time;
}
