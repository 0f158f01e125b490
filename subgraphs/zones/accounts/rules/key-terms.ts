import { invalidArgument } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import { isLongerThan, maxCharacters } from '../../../../platform/input-limits.js';
import type { Tier } from '../vocabulary.js';
import { tierLimits } from './subscription.js';

const maxDays = 365;

/**
 * Checks the name of a key. Names are also segments of URL paths, so `.` and `..` are invalid.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertKeyName(name: string): void {
  if (isKeyName(name)) return;
  throw invalidArgument(
    'name',
    `The name of an API key must have 1 to ${maxCharacters.name} characters without control characters, and must not be blank, . or ..`,
  );
}

/** Whether a key can have this name. */
export function isKeyName(name: string): boolean {
  return (
    name.isWellFormed() &&
    !isLongerThan(name, maxCharacters.name) &&
    name.trim() !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/\p{Cc}/u.test(name)
  );
}

/**
 * Checks the requested lifetime of a key.
 * @param days null or undefined: the default of the tier
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertKeyDays(days: number | null | undefined): void {
  if (days === null || days === undefined) return;
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return;
  throw invalidArgument(
    'expiresInDays',
    `Invalid lifetime ${days}: the lifetime of an API key must be a whole number of days from 1 to ${maxDays}`,
  );
}

/**
 * Expiration time of a key that is created now, in Unix epoch milliseconds. Independent of the subscription:
 * specification, section 5, rule 6.
 */
export function keyExpiry(options: { tier: Tier; days?: number | null | undefined; now: number }): number {
  return options.now + (options.days ?? tierLimits(options.tier).keyDays) * dayMs;
}
