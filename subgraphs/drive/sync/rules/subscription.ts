import { createHash, timingSafeEqual } from 'node:crypto';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import { SubscriptionHealth, SubscriptionState } from '../vocabulary.js';

/** Maximum number of characters of a received clientState to compare; Microsoft Graph allows 128. */
const maxLength = 1024;

/** The SHA-256 of a clientState in hexadecimal, as it is stored. */
export function clientStateHash(clientState: string): string {
  return digest(clientState).toString('hex');
}

/** Whether the clientState of a notification matches one of these hashes; compared in constant time. */
export function isKnownClientState(clientState: string | null | undefined, hashes: readonly string[]): boolean {
  const bounded = (clientState ?? '').slice(0, maxLength);
  const actual = digest(bounded);
  let isKnown = false;
  for (const hash of hashes.length === 0 ? [clientStateHash('')] : hashes) {
    const expected = Buffer.from(hash, 'hex');
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) isKnown = true;
  }
  return isKnown && bounded !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Requested lifetime of a subscription in seconds: slightly less than the maximum of 42,300 minutes, to tolerate clock
 * skew.
 */
const lifetimeSeconds = 42_000 * 60;

/** Remaining fraction of the granted lifetime at which a renewal is due, which leaves time for several attempts. */
const renewalShare = 1 / 3;

/** Expiration time to request for a new or renewed subscription, in ISO 8601. `now`: Unix epoch seconds. */
export function requestedExpiry(now: number): string {
  return new Date(Math.floor(now + lifetimeSeconds) * 1000).toISOString();
}

/**
 * Whether a subscription is due for renewal, because the site requested it or it expires soon. `now`: Unix epoch
 * seconds.
 */
export function isRenewalDue(subscription: SubscriptionRecord, now: number): boolean {
  const { expiresAtEpoch, renewedAtEpoch, renewalRequests } = subscription;
  if (renewalRequests > 0) return true;
  if (expiresAtEpoch === null) return false;
  return expiresAtEpoch - now < (expiresAtEpoch - renewedAtEpoch) * renewalShare;
}

/**
 * Health of the subscription to a site. `isRequired`: whether there must be one, because the site is connected and a
 * notification URL is configured. `now`: Unix epoch seconds.
 */
export function subscriptionHealth(options: {
  subscription: SubscriptionRecord | null;
  isRequired: boolean;
  now: number;
}): SubscriptionHealth {
  const { subscription, isRequired, now } = options;
  if (!isRequired && subscription === null) return SubscriptionHealth.OFF;
  if (subscription?.expiresAtEpoch != null && subscription.expiresAtEpoch <= now) return SubscriptionHealth.EXPIRED;
  if (subscription?.lastError != null) return SubscriptionHealth.FAILING;
  if (subscription === null || subscription.state !== SubscriptionState.ACTIVE) return SubscriptionHealth.MISSING;
  return isRenewalDue(subscription, now) ? SubscriptionHealth.RENEWING : SubscriptionHealth.ACTIVE;
}
