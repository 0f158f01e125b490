import type { AccountRow } from '../repository/accounts.js';
import { quotaWindow } from '../rules/quota-window.js';
import { isActive, type SubscriptionTerms } from '../rules/subscription-terms.js';
import { tierLimits } from '../rules/tiers.js';
import { type AccountStatus, SubscriptionStatus, type Tier } from '../vocabulary.js';
import { type Quota, quotaOf } from './access.js';

/** An account in the names of the graph. */
export interface AccountRecord {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  readonly emailConfirmed: boolean;
  readonly subscription: SubscriptionRecord | null;
  /** Null without a subscription in force. */
  readonly quota: Quota | null;
}

export interface SubscriptionRecord {
  readonly tier: Tier;
  readonly status: SubscriptionStatus;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

/** The subscription of a row; null until the account is approved. */
export function subscriptionTerms({ tier, startedAt, expiresAt }: AccountRow): SubscriptionTerms | null {
  // One row of one table: all are there or none.
  return tier === null || startedAt === null || expiresAt === null ? null : { tier, startedAt, expiresAt };
}

export function accountRecord(row: AccountRow, now: number): AccountRecord {
  const { id, username, email, status, createdAt, emailConfirmed } = row;
  const terms = subscriptionTerms(row);
  return {
    ...{ id, username, email, status, createdAt: new Date(createdAt), emailConfirmed },
    subscription: terms === null ? null : subscriptionRecord(terms, now),
    quota: terms !== null && isActive(terms, now) ? quotaRecord(row, terms, now) : null,
  };
}

function subscriptionRecord(terms: SubscriptionTerms, now: number): SubscriptionRecord {
  return {
    tier: terms.tier,
    status: isActive(terms, now) ? SubscriptionStatus.ACTIVE : SubscriptionStatus.EXPIRED,
    startedAt: new Date(terms.startedAt),
    expiresAt: new Date(terms.expiresAt),
  };
}

/** What was used in a window that is over does not count in the one that holds now. */
function quotaRecord(row: AccountRow, terms: SubscriptionTerms, now: number): Quota {
  const window = quotaWindow(terms, now);
  const isCurrent = row.windowStartsAt !== null && row.windowStartsAt >= window.startsAt;
  const used = isCurrent ? (row.used ?? 0) : 0;
  return quotaOf({ limit: tierLimits(terms.tier).queries, ...window, used, now });
}
