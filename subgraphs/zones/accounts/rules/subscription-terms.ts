import { DomainError } from '../../../../platform/domain-error.js';
import type { Tier } from '../vocabulary.js';
import { tierLimits } from './tiers.js';

/** Times in milliseconds since the Unix epoch. */
export interface SubscriptionTerms {
  readonly tier: Tier;
  readonly startedAt: number;
  readonly expiresAt: number;
}

const day = 86_400_000;
const maxDays = 36_525;

/** The subscription of a newly approved account: specification, section 3. */
export function trialFrom(now: number): SubscriptionTerms {
  return { tier: 'trial', startedAt: now, expiresAt: now + tierLimits('trial').subscriptionDays * day };
}

/**
 * The subscription that follows when an administrator sets tier and end. The same tier while it lasts is a renewal: the
 * anchor of the quota stays, and what is left of it. Anything else is a new subscription that starts now.
 * An end that has passed ends the subscription at once.
 * @param expiresAt null: as long as the tier lasts by itself, from now
 * @throws {DomainError} BAD_USER_INPUT for an end more than a hundred years away
 */
export function nextSubscription(options: {
  current: SubscriptionTerms | null;
  tier: Tier;
  expiresAt: number | null;
  now: number;
}): SubscriptionTerms {
  const { current, tier, now } = options;
  const expiresAt = options.expiresAt ?? now + tierLimits(tier).subscriptionDays * day;
  if (!(Math.abs(expiresAt - now) <= maxDays * day)) {
    throw new DomainError('BAD_USER_INPUT', 'expires must lie within a hundred years', { argument: 'expires' });
  }
  const isRenewal = current !== null && current.tier === tier && current.expiresAt > now;
  const startedAt = isRenewal ? current.startedAt : now;
  return { tier, startedAt: Math.min(startedAt, expiresAt), expiresAt };
}

/** Whether a subscription is in force; its end is exclusive. */
export function isActive(subscription: { expiresAt: number } | null, now: number): boolean {
  return subscription !== null && now < subscription.expiresAt;
}
