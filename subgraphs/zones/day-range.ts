import { DomainError } from '../../platform/domain-error.js';
import { dayMs } from '../../platform/durations.js';

const maxDays = 366;
const defaultDays = 30;

/** The date of a day since the Unix epoch. */
const dateText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/**
 * The first and the last day of a range, as days since the Unix epoch in UTC, both inclusive; default: the last 30
 * days.
 * @throws {DomainError} BAD_USER_INPUT for an empty range, or one of more than 366 days
 */
export function dayRange(range: { from: Date | null | undefined; to: Date | null | undefined; now: number }) {
  const to = Math.floor((range.to?.getTime() ?? range.now) / dayMs);
  const from = range.from ? Math.floor(range.from.getTime() / dayMs) : to - defaultDays + 1;
  if (from <= to && to - from < maxDays) return { from, to };
  throw new DomainError(
    'BAD_USER_INPUT',
    `from must not be after to, and the period must have at most ${maxDays} days: ${dateText(from)} to ${dateText(to)}`,
  );
}
