import { callbackUrl } from '../../../../platform/callback-url.js';
import { DomainError } from '../../../../platform/domain-error.js';
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
import {
  type NotificationField,
  type NotificationKind,
  type NotificationTarget,
  tenantKinds,
} from '../../vocabulary.js';

/** Maximum and default number of messages of a throttle, and of the seconds of its period. */
export const throttleLimits = { max: 1000, defaultMax: 60, maxSeconds: 86_400, defaultSeconds: 3600 } as const;
/** Maximum number of notification rules of an instance. */
export const maxRules = 100;

/** Fields of a rule that an input can set. In an update, null and absent fields keep the stored value. */
export interface RuleFields {
  name?: string | null;
  kinds?: readonly NotificationKind[] | null;
  conditions?: readonly { field: NotificationField; values: readonly string[] }[] | null;
  throttle?: { max: number; periodSeconds: number } | null;
}

/**
 * The name of a rule without surrounding spaces.
 * @throws {DomainError} BAD_USER_INPUT for a name that is empty, too long, cannot be stored or has control characters
 */
export function normalizeName(name: string): string {
  const trimmed = name.trim();
  assertStorableText('name', trimmed, maxCharacters.name);
  if (trimmed === '' || /\p{Cc}/u.test(trimmed)) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'name must contain at least one printable character, and no control characters',
      {
        argument: 'name',
      },
    );
  }
  return trimmed;
}

/**
 * The kinds without duplicates.
 * @throws {DomainError} BAD_USER_INPUT without kinds, and, for a rule of a tenant, with a kind that belongs to no
 *   tenant
 */
export function validateKinds(kinds: readonly NotificationKind[], tenantId: string | null): NotificationKind[] {
  const unique = [...new Set(kinds)];
  if (unique.length === 0) {
    throw new DomainError('BAD_USER_INPUT', 'kinds is empty: specify at least one kind of event', {
      argument: 'kinds',
    });
  }
  const other = tenantId === null ? undefined : unique.find((kind) => !tenantKinds.includes(kind));
  if (other !== undefined) {
    const message = `${other} does not belong to a tenant: remove it, or create the rule without a tenant`;
    throw new DomainError('BAD_USER_INPUT', message, { argument: 'kinds' });
  }
  return unique;
}

/**
 * Validates and copies conditions.
 * @throws {DomainError} BAD_USER_INPUT for too many conditions or values, and for a condition without values
 */
export function normalizeConditions(conditions: NonNullable<RuleFields['conditions']>): Condition[] {
  assertMaxItems('conditions', conditions, maxItems.notificationConditions);
  return conditions.map(({ field, values }) => {
    assertMaxItems('values', values, maxItems.conditionValues);
    if (values.length === 0) {
      throw new DomainError(
        'BAD_USER_INPUT',
        `The condition on ${field} has no values: add values, or remove the condition`,
        {
          argument: 'conditions',
        },
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
export function validateThrottle(throttle: NonNullable<RuleFields['throttle']>): {
  max: number;
  periodSeconds: number;
} {
  const { max, periodSeconds } = throttle;
  assertBetween({ name: 'max', value: max, min: 1, max: throttleLimits.max });
  assertBetween({ name: 'periodSeconds', value: periodSeconds, min: 1, max: throttleLimits.maxSeconds });
  return { max, periodSeconds };
}

const localTimePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Verifies the start and end of quiet hours.
 * @throws {DomainError} BAD_USER_INPUT for times that are not HH:MM, or equal
 */
export function assertQuietTimes({ from, to }: { from: string; to: string }): void {
  for (const [name, time] of Object.entries({ from, to })) {
    if (localTimePattern.test(time)) continue;
    throw new DomainError('BAD_USER_INPUT', `${name} must be a local time from 00:00 to 23:59, not ${quoted(time)}`, {
      argument: name,
    });
  }
  if (from === to) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `Quiet hours must not begin and end at the same time (${from}): disable the rule instead`,
      {
        argument: 'to',
      },
    );
  }
}

/** Matches exactly one email address, without characters that could add headers or recipients. */
const emailPattern = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;

/**
 * The address of a target in its normalized form.
 * @throws {DomainError} BAD_USER_INPUT for an address that is not one email address, or not a permitted URL
 */
export function normalizeAddress(target: NotificationTarget, input: string, allowsHttp: boolean): string {
  const address = input.trim();
  if (target === 'mail') {
    if (!isLongerThan(address, maxCharacters.email) && emailPattern.test(address) && address.isWellFormed())
      return address;
    throw new DomainError('BAD_USER_INPUT', 'address must be one email address, such as soc@example.com', {
      argument: 'address',
    });
  }
  const url = callbackUrl(address, () => allowsHttp);
  if (url === undefined) {
    const message = `address must be an https URL without a user name${allowsHttp ? '' : ' (http requires [notifications] allow_private)'}`;
    throw new DomainError('BAD_USER_INPUT', message, { argument: 'address' });
  }
  return url.href;
}
