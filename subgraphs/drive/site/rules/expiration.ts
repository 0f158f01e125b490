import { isCalendarDate } from '../../../../platform/calendar-date.js';
import { invalidArgument } from '../../../../platform/domain-error.js';

/** Maximum lifetime of a subscription to a drive, in seconds. */
const maxLifetimeSeconds = 42_300 * 60;
const timePattern = /^(?<date>\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<offset>Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Reads the expiration time of a subscription, in Unix epoch seconds. Without an offset, it is UTC (specification, part
 * B, section 2).
 * @param now Unix epoch seconds
 * @throws {DomainError} BAD_USER_INPUT for another form, a day that does not exist, or a time that is not within the
 * next 42300 minutes
 */
export function readExpiration(text: string | null | undefined, now: number): number {
  const { date, offset } = timePattern.exec(text ?? '')?.groups ?? {};
  const isTime = date !== undefined && isCalendarDate(date);
  const milliseconds = isTime ? Date.parse(offset === undefined ? `${text}Z` : `${text}`) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw invalidExpiration('expirationDateTime must be an ISO 8601 time');
  const expiresAt = milliseconds / 1000;
  if (expiresAt <= now) throw invalidExpiration('expirationDateTime is not in the future');
  if (expiresAt > now + maxLifetimeSeconds)
    throw invalidExpiration('Subscription expiration can only be 42300 minutes in the future');
  return expiresAt;
}

function invalidExpiration(problem: string): Error {
  return invalidArgument('expirationDateTime', problem);
}
