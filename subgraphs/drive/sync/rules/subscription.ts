import { createHash, timingSafeEqual } from 'node:crypto';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import { SubscriptionHealth, SubscriptionState } from '../vocabulary.js';

/** No clientState of ours is longer; the graph API allows 128 characters. */
const longest = 1024;

/** What is kept of a clientState. */
export function clientStateHash(clientState: string): string {
  return digest(clientState).toString('hex');
}

/** Whether a notification bears one of our secrets. Takes as long for a wrong one as for the right one. */
export function isOurClientState(presented: string | null | undefined, hashes: readonly string[]): boolean {
  const bounded = (presented ?? '').slice(0, longest);
  const actual = digest(bounded);
  let isOurs = false;
  for (const hash of hashes.length === 0 ? [clientStateHash('')] : hashes) {
    const expected = Buffer.from(hash, 'hex');
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) isOurs = true;
  }
  return isOurs && hashes.length > 0 && bounded !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What is asked for: less than the 42,300 minutes that the graph API grants at most, so that its clock may be ahead. */
const lifeSeconds = 42_000 * 60;

/** A renewal is due when so much of the granted life is left, so several of them may fail. */
const renewalShare = 1 / 3;

/** Specification, part B, section 2: what is subscribed to. */
export function subscriptionResource(siteId: string): string {
  return `/sites/${siteId}/drive/root`;
}

/** The end of a new or renewed subscription, as the graph API takes it. `now` in Unix epoch seconds. */
export function requestedExpiry(now: number): string {
  return new Date(Math.floor(now + lifeSeconds) * 1000).toISOString();
}

/** Whether the subscription should be renewed now: the site asks for it, or its end comes nearer. */
export function isRenewalDue(subscription: SubscriptionRecord, now: number): boolean {
  const { expiresAtEpoch, renewedAtEpoch, renewalRequests } = subscription;
  if (renewalRequests > 0) return true;
  if (expiresAtEpoch === null) return false;
  return expiresAtEpoch - now < (expiresAtEpoch - renewedAtEpoch) * renewalShare;
}

/** How the subscription fares. `isWanted`: the settings name an address for notifications. */
export function subscriptionHealth(options: {
  subscription: SubscriptionRecord | null;
  isWanted: boolean;
  now: number;
}): SubscriptionHealth {
  const { subscription, isWanted, now } = options;
  if (!isWanted && subscription === null) return SubscriptionHealth.OFF;
  if (subscription?.expiresAtEpoch != null && subscription.expiresAtEpoch <= now) return SubscriptionHealth.EXPIRED;
  if (subscription?.lastError != null) return SubscriptionHealth.FAILING;
  if (subscription === null || subscription.state !== SubscriptionState.ACTIVE) return SubscriptionHealth.MISSING;
  return isRenewalDue(subscription, now) ? SubscriptionHealth.RENEWING : SubscriptionHealth.ACTIVE;
}
