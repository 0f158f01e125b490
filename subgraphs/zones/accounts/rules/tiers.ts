import type { Tier } from '../vocabulary.js';

/** What a subscription tier allows: specification, section 8. */
export interface TierLimits {
  readonly tier: Tier;
  /** First-page requests in one quota window. */
  readonly queries: number;
  /** Greatest number of observations that one request may ask for. */
  readonly recordsPerQuery: number;
  /** How far back observations may be read, in days. */
  readonly historyDays: number;
  readonly hasWildcardSearch: boolean;
  /** Whether a request may come without a search term. */
  readonly hasBrowsing: boolean;
  /** Whether a request must say from when on. */
  readonly needsStart: boolean;
  /** Life of a key for which nothing else was asked, in days. */
  readonly keyDays: number;
  /** Life of a subscription for which nothing else was said, in days. */
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
    needsStart: true,
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
    needsStart: false,
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
    needsStart: false,
    keyDays: 365,
    subscriptionDays: 365,
  },
};

/** The largest number of days that any tier reads back. */
export const maxHistoryDays = Math.max(...Object.values(limits).map(({ historyDays }) => historyDays));

/** The limits of a tier. */
export function tierLimits(tier: Tier): TierLimits {
  return limits[tier];
}
