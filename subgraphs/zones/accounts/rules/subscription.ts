import { invalidArgument } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import type { Tier } from '../vocabulary.js';

/** Limits of a tier: specification, section 8. */
export interface TierLimits {
  readonly tier: Tier;
  /** Maximum number of queries (first pages) per quota window. */
  readonly queries: number;
  /** Maximum number of observations per request. */
  readonly recordsPerQuery: number;
  /** Length of the history that may be read, in days. */
  readonly historyDays: number;
  readonly hasWildcardSearch: boolean;
  /** Whether requests may omit the search term. */
  readonly hasBrowsing: boolean;
  /** Whether requests must include `start`. */
  readonly requiresStart: boolean;
  /** Default lifetime of a key, in days. */
  readonly keyDays: number;
  /** Default duration of a subscription, in days. */
  readonly subscriptionDays: number;
}

const limits: Readonly<Record<Tier, TierLimits>> = {
  trial: {
    tier: 'trial',
    queries: 100,
    recordsPerQuery: 1000,
    historyDays: 7,
    hasWildcardSearch: false,
    hasBrowsing: false,
    requiresStart: true,
    keyDays: 7,
    subscriptionDays: 7,
  },
  basic: {
    tier: 'basic',
    queries: 1000,
    recordsPerQuery: 5000,
    historyDays: 30,
    hasWildcardSearch: true,
    hasBrowsing: true,
    requiresStart: false,
    keyDays: 365,
    subscriptionDays: 365,
  },
  enterprise: {
    tier: 'enterprise',
    queries: 10_000,
    recordsPerQuery: 10_000,
    historyDays: 180,
    hasWildcardSearch: true,
    hasBrowsing: true,
    requiresStart: false,
    keyDays: 365,
    subscriptionDays: 365,
  },
};

/** Maximum length of the history of any tier, in days. */
export const maxHistoryDays = Math.max(...Object.values(limits).map(({ historyDays }) => historyDays));

/** The limits of a tier. */
export function tierLimits(tier: Tier): TierLimits {
  return limits[tier];
}

/** Tier and period of a subscription. Times are Unix epoch milliseconds. */
export interface SubscriptionTerms {
  readonly tier: Tier;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/** Maximum distance of the end of a subscription from now, in days: 100 years. */
const maxDaysToEnd = 36_525;

/** The subscription of a newly approved account: specification, section 3. */
export function createTrial(now: number): SubscriptionTerms {
  return { tier: 'trial', startedAt: now, expiresAt: now + tierLimits('trial').subscriptionDays * dayMs };
}

/**
 * The subscription after an administrator sets tier and end. Setting the tier of an active subscription again is a
 * renewal: its start, to which quota windows are aligned, and the used quota do not change. Otherwise, a new
 * subscription starts now. An end in the past ends the subscription immediately.
 * @param options.expiresAt null: the default duration of the tier from now
 * @throws {DomainError} BAD_USER_INPUT for an end more than a hundred years away
 */
export function nextSubscription(options: {
  current: SubscriptionTerms | null;
  tier: Tier;
  expiresAt: number | null;
  now: number;
}): SubscriptionTerms {
  const { current, tier, now } = options;
  const expiresAt = options.expiresAt ?? now + tierLimits(tier).subscriptionDays * dayMs;
  if (!(Math.abs(expiresAt - now) <= maxDaysToEnd * dayMs)) {
    throw invalidArgument('expires', 'The end of the subscription must be within 100 years of the current time');
  }
  const isRenewal = current !== null && current.tier === tier && current.expiresAt > now;
  const startedAt = isRenewal ? current.startedAt : now;
  return { tier, startedAt: Math.min(startedAt, expiresAt), expiresAt };
}

/** Whether a subscription is active; its end is exclusive. */
export function isActive(subscription: { expiresAt: number } | null, now: number): boolean {
  return subscription !== null && now < subscription.expiresAt;
}

/** Period in which queries are counted, in Unix epoch milliseconds; `resetsAt` is exclusive. */
export interface QuotaWindow {
  readonly startsAt: number;
  readonly resetsAt: number;
}

/**
 * The quota window that contains a time: specification, section 8, rule 2. Months are counted from the start of the
 * subscription, never from the previous window: 31 January, 28 February, 31 March. A trial is one window. Times before
 * the start (the clocks of two machines may differ) belong to the first window.
 */
export function quotaWindow(
  subscription: { tier: Tier; startedAt: number; expiresAt: number },
  now: number,
): QuotaWindow {
  const { tier, startedAt, expiresAt } = subscription;
  if (tier === 'trial') return { startsAt: startedAt, resetsAt: expiresAt };
  const elapsed = Math.max(0, monthsBetween(startedAt, now));
  // Dates in adjacent months may be less than a month apart.
  const months = elapsed > 0 && addMonths(startedAt, elapsed) > now ? elapsed - 1 : elapsed;
  return { startsAt: addMonths(startedAt, months), resetsAt: addMonths(startedAt, months + 1) };
}

/**
 * Time in milliseconds by which the clocks of replicas may differ. A stored window that begins even later was stored
 * while a clock was wrong. If it were used, its count would apply until that window begins. If the clocks of two
 * replicas differed by more than this time, each would replace the window of the other around the start of a month, and
 * discard its count.
 */
const clockToleranceMs = dayMs;

export interface CurrentQuotaWindow extends QuotaWindow {
  /**
   * Upper bound of the start of a newer stored window, which replaces this one. Such a window exists if the clock of
   * this replica is behind.
   */
  readonly latestStartsAt: number;
}

/**
 * The quota window at `now`; see {@link quotaWindow}. A newer stored window replaces it if that window starts at or
 * before `latestStartsAt`.
 */
export function currentQuotaWindow(
  subscription: { tier: Tier; startedAt: number; expiresAt: number },
  now: number,
): CurrentQuotaWindow {
  const window = quotaWindow(subscription, now);
  return { ...window, latestStartsAt: Math.max(window.startsAt, now + clockToleranceMs) };
}

/** Difference of the calendar months of two dates. */
function monthsBetween(from: number, to: number): number {
  const [first, last] = [new Date(from), new Date(to)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

/** The same day and time some months later (UTC), or the last day of a shorter month. */
function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(day, daysOfMonth(date)));
  return date.getTime();
}

function daysOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Seconds from `nowMs` to `timeMs`, both in Unix epoch milliseconds; rounded up, at least 1. */
export function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((timeMs - nowMs) / 1000));
}
