import { callbackUrl } from '../../../../platform/callback-url.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import {
  assertBetween,
  assertMaxItems,
  assertStorableText,
  isLongerThan,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import type { Condition } from '../../tables.js';
import { type NotificationKind, type NotificationTarget, tenantKinds } from '../../vocabulary.js';
import type { NotificationConditionInput, NotificationThrottleInput } from '../types-mutations.js';

/**
 * Maximum and default number of messages per throttle window, and maximum and default length of the window in seconds.
 */
export const throttleLimits = { max: 1000, defaultMax: 60, maxSeconds: 86_400, defaultSeconds: 3600 } as const;
/** Maximum number of notification rules of an instance. */
export const maxRules = 100;

/**
 * Removes surrounding spaces from the name of a rule.
 * @throws {DomainError} BAD_USER_INPUT for a name that is empty, too long, cannot be stored, or contains control
 * characters
 */
export function normalizeName(name: string): string {
  const trimmed = name.trim();
  assertStorableText('name', trimmed, maxCharacters.name);
  if (trimmed === '' || /\p{Cc}/u.test(trimmed)) {
    throw invalidArgument('name', 'name must contain at least one printable character, and no control characters');
  }
  return trimmed;
}

/**
 * Removes duplicate kinds.
 * @throws {DomainError} BAD_USER_INPUT if there are no kinds, or if a rule of a tenant has a kind that belongs to no
 * tenant
 */
export function validateKinds(kinds: readonly NotificationKind[], tenantId: string | null): NotificationKind[] {
  const unique = [...new Set(kinds)];
  if (unique.length === 0) {
    throw invalidArgument('kinds', 'kinds is empty: specify at least one kind of event');
  }
  const other = tenantId === null ? undefined : unique.find((kind) => !tenantKinds.includes(kind));
  if (other !== undefined) {
    throw invalidArgument(
      'kinds',
      `Events of the kind ${other} do not belong to a tenant: remove the kind, or create the rule without a tenant`,
    );
  }
  return unique;
}

/**
 * Validates and copies the conditions of a rule.
 * @throws {DomainError} BAD_USER_INPUT for too many conditions or values, and for a condition without values
 */
export function normalizeConditions(conditions: readonly NotificationConditionInput[]): Condition[] {
  assertMaxItems('conditions', conditions, maxItems.notificationConditions);
  return conditions.map(({ field, values }) => {
    assertMaxItems('values', values, maxItems.conditionValues);
    if (values.length === 0) {
      throw invalidArgument(
        'conditions',
        `The condition on ${field} has no values: add values, or remove the condition`,
      );
    }
    for (const value of values) assertStorableText('values', value, maxCharacters.conditionValue);
    return { field, values: [...values] };
  });
}

/**
 * Validates the limits of a throttle.
 * @throws {DomainError} BAD_USER_INPUT for a number outside of its range
 */
export function validateThrottle(throttle: NotificationThrottleInput): NotificationThrottleInput {
  const { max, periodSeconds } = throttle;
  assertBetween({ name: 'max', value: max, min: 1, max: throttleLimits.max });
  assertBetween({ name: 'periodSeconds', value: periodSeconds, min: 1, max: throttleLimits.maxSeconds });
  return { max, periodSeconds };
}

const localTimePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Verifies the start and end of quiet hours.
 * @throws {DomainError} BAD_USER_INPUT for times that are not in the format HH:MM, or that are equal
 */
export function assertQuietTimes({ from, to }: { from: string; to: string }): void {
  for (const [name, time] of Object.entries({ from, to })) {
    if (localTimePattern.test(time)) continue;
    const message = `${name} must be a local time in the format HH:MM, from 00:00 to 23:59, not ${quoted(time)}`;
    throw invalidArgument(name, message);
  }
  if (from === to) {
    throw invalidArgument(
      'to',
      `Quiet hours must not begin and end at the same time (${from}): change one of the times, or disable the rule`,
    );
  }
}

/** Matches exactly one email address, without characters that could add headers or recipients. */
const emailPattern = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;

/**
 * Validates the address of a target and returns it in normalized form.
 * @throws {DomainError} BAD_USER_INPUT for an address that is neither a single email address nor a permitted URL,
 * depending on the target
 */
export function normalizeAddress(target: NotificationTarget, input: string, allowsHttp: boolean): string {
  const address = input.trim();
  if (target === 'mail') {
    if (!isLongerThan(address, maxCharacters.email) && emailPattern.test(address) && address.isWellFormed())
      return address;
    throw invalidArgument(
      'address',
      `address must be one email address, such as soc@example.com, not ${quoted(address)}`,
    );
  }
  const url = callbackUrl(address, () => allowsHttp);
  if (url === undefined) {
    const [schemes, hint] = allowsHttp
      ? ['http or https', '']
      : ['https', ' (http requires [notifications] allow_private=true)'];
    const message = `address must be an ${schemes} URL without a user name${hint}`;
    throw invalidArgument('address', message);
  }
  return url.href;
}
