import type { Authenticator, Caller } from '../../../../platform/caller.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { Logger } from '../../../../platform/log.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import {
  type BearerRow,
  chargeQuota,
  recordKeyUse,
  refundQuota,
  selectAccess,
  selectBearer,
  selectUsedQueries,
} from '../repository/access.js';
import {
  type CurrentQuotaWindow,
  currentQuotaWindow,
  isActive,
  type SubscriptionTerms,
  secondsUntil,
  tierLimits,
} from '../rules/subscription.js';
import { AccountStatus, Tier } from '../vocabulary.js';
import { limitExceeded } from './request-limits.js';
import { apiKeys } from './tokens.js';

export interface AccessDependencies {
  readonly database: Pick<Database, 'guard'>;
  readonly clock: Clock;
  readonly settings: { readonly renewUrl: string };
}

/** Access of a caller to the zones. */
export interface AccountAccess {
  /** Id of the account; null for an operator, who has the limits of the enterprise tier and no quota. */
  readonly accountId: string | null;
  readonly tier: Tier;
  /** Subscription of the account; null for an operator. Times are Unix epoch milliseconds. */
  readonly subscription: SubscriptionTerms | null;
}

/** Query quota of an account. */
export interface Quota {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Start of the window. */
  readonly startsAt: Date;
  readonly resetsAt: Date;
  /** Seconds until `resetsAt`, rounded up; at least 1. */
  readonly resetsInSeconds: number;
}

/**
 * Returns the access of an account with an active subscription, or of an operator.
 * @throws {DomainError} UNAUTHENTICATED for anonymous callers and accounts that are no longer approved; FORBIDDEN
 *   `{ reason: 'subscription_expired', renewUrl }`; FORBIDDEN for callers of other services
 */
export async function requireAccess(dependencies: AccessDependencies, caller: Caller): Promise<AccountAccess> {
  authorize(caller, 'zones.read');
  if (caller.kind === 'account') return await accessOf(dependencies, caller.accountId);
  return { accountId: null, tier: Tier.ENTERPRISE, subscription: null };
}

/**
 * Requires access to the accounts with these UUIDs.
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN for accounts that are not the caller's, unless the caller is an
 *   administrator
 */
export function authorizeAccounts(caller: Caller, accountIds: readonly string[]): void {
  const { scope } = authorize(caller, 'accounts.read');
  if (scope !== 'own_account') return;
  const isOwn = caller.kind === 'account' && accountIds.every((id) => id === caller.accountId);
  if (!isOwn) throw new DomainError('FORBIDDEN', 'Other accounts are available to administrators only');
}

async function accessOf(dependencies: AccessDependencies, accountId: string): Promise<AccountAccess> {
  const row = await dependencies.database.guard((sql) => selectAccess(sql, { accountId }));
  if (row?.status !== AccountStatus.APPROVED) throw invalidKey();
  const { subscription } = row;
  if (subscription === null || !isActive(subscription, dependencies.clock.now())) {
    throw subscriptionExpired(dependencies);
  }
  return { accountId, tier: subscription.tier, subscription };
}

/**
 * Counts one query: specification, section 4, pagination rule 6. A single conditional statement makes the count exact
 * under concurrency.
 * @returns the quota with this query counted; null for operators, who have none
 * @throws {DomainError} QUOTA_EXCEEDED `{ tier, limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export async function chargeQuery(dependencies: AccessDependencies, access: AccountAccess): Promise<Quota | null> {
  const window = windowOf(dependencies, access);
  if (window === null) return null;
  const { accountId, startsAt, latestStartsAt, limit } = window;
  const quotaUse = await dependencies.database.guard((sql) =>
    chargeQuota(sql, { accountId, windowStartsAt: startsAt, latestStartsAt, limit }),
  );
  const now = dependencies.clock.now();
  if (quotaUse !== undefined) return quotaOf({ ...window, used: quotaUse.used, now });
  throw limitExceeded({
    ...{ code: 'QUOTA_EXCEEDED', message: 'The query quota of this period is used up' },
    ...{ tier: access.tier, limit, resetsAt: window.resetsAt, now },
  });
}

/** Refunds a query; does nothing for operators. */
export async function refundQuery(
  dependencies: AccessDependencies,
  access: AccountAccess,
  quota: Quota | null,
): Promise<void> {
  const { accountId } = access;
  if (accountId === null || quota === null) return;
  const windowStartsAt = quota.startsAt.getTime();
  await dependencies.database.guard((sql) => refundQuota(sql, { accountId, windowStartsAt }));
}

/**
 * Counts one query, and runs it. A query whose request was aborted before it completed is refunded, because it is not
 * answered.
 * @param isRefunded whether a query that failed with this error is refunded; by default, every query that failed
 * @throws {DomainError} like {@link chargeQuery}, and the errors of the query
 */
export async function runCharged<Result>(
  dependencies: AccessDependencies,
  { access, signal }: { access: AccountAccess; signal: AbortSignal },
  query: (quota: Quota | null) => Promise<Result>,
  isRefunded: (error: unknown) => boolean = () => true,
): Promise<Result> {
  const quota = await chargeQuery(dependencies, access);
  const refund = () => refundQuery(dependencies, access, quota).catch(() => undefined);
  try {
    const result = await query(quota);
    if (signal.aborted) await refund();
    return result;
  } catch (error) {
    if (signal.aborted || isRefunded(error)) await refund();
    throw error;
  }
}

/** The current quota; null for operators. */
export async function readQuota(dependencies: AccessDependencies, access: AccountAccess): Promise<Quota | null> {
  const window = windowOf(dependencies, access);
  if (window === null) return null;
  const { accountId, startsAt, latestStartsAt } = window;
  const row = await dependencies.database.guard((sql) =>
    selectUsedQueries(sql, { accountId, windowStartsAt: startsAt, latestStartsAt }),
  );
  return quotaOf({ ...window, used: row?.used ?? 0, now: dependencies.clock.now() });
}

/** Error for an invalid API key; it does not reveal the reason. */
export function invalidKey(): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'The API key is invalid: it is unknown, expired or revoked, or its account is not approved',
  );
}

/** Error for an account without an active subscription: specification, section 7. */
export function subscriptionExpired({ settings }: Pick<AccessDependencies, 'settings'>): DomainError {
  return new DomainError('FORBIDDEN', 'The subscription has expired', {
    reason: 'subscription_expired',
    renewUrl: settings.renewUrl,
  });
}

interface AccountWindow extends CurrentQuotaWindow {
  readonly accountId: string;
  readonly limit: number;
}

function windowOf({ clock }: AccessDependencies, access: AccountAccess): AccountWindow | null {
  const { accountId, subscription } = access;
  if (accountId === null || subscription === null) return null;
  return { accountId, limit: tierLimits(subscription.tier).queries, ...currentQuotaWindow(subscription, clock.now()) };
}

/** The quota of a window. Times are Unix epoch milliseconds. */
export function quotaOf(state: {
  readonly limit: number;
  readonly used: number;
  readonly startsAt: number;
  readonly resetsAt: number;
  readonly now: number;
}): Quota {
  const { limit, used, startsAt, resetsAt, now } = state;
  return {
    limit,
    used,
    remaining: Math.max(0, limit - used),
    startsAt: new Date(startsAt),
    resetsAt: new Date(resetsAt),
    resetsInSeconds: secondsUntil(resetsAt, now),
  };
}

/** Minimum time between two updates of the last use of a key, in milliseconds. */
const lastUsePrecisionMs = 60_000;

interface AuthenticationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Authenticates `Authorization: Bearer zf_live_...`: specification, section 5. A key with a wrong checksum is rejected
 * without a database query; any other key is looked up with one statement. Nothing is cached, so a revocation is
 * effective from the next request on. The authenticator throws the same UNAUTHENTICATED for a key that is unknown,
 * expired, revoked or of an account that is not approved.
 */
export function createKeyAuthenticator(dependencies: AuthenticationDependencies): Authenticator {
  const { prefix: tokenPrefix } = apiKeys;
  const authenticate: Authenticator = (_request, key) => {
    if (!key?.startsWith(tokenPrefix)) return undefined;
    if (!apiKeys.isForm(key)) throw invalidKey();
    return authenticateBearer(dependencies, key);
  };
  return Object.assign(authenticate, { tokenPrefix });
}

async function authenticateBearer(dependencies: AuthenticationDependencies, key: string) {
  const now = dependencies.clock.now();
  const hash = hashSecretToken(key);
  const bearer = await dependencies.database.reserved.guard((sql) => selectBearer(sql, { hash, now }));
  if (bearer === undefined) throw invalidKey();
  await recordUse(dependencies, bearer, now);
  return { kind: 'account', accountId: bearer.accountId, username: bearer.username } as const;
}

/** Records the last use at most once per minute and key; an error does not fail the request. */
async function recordUse({ database, log }: AuthenticationDependencies, bearer: BearerRow, now: number): Promise<void> {
  const before = now - lastUsePrecisionMs;
  if (bearer.lastUsedAt !== null && bearer.lastUsedAt > before) return;
  try {
    await database.reserved.guard((sql) => recordKeyUse(sql, { keyId: bearer.keyId, now, before }));
  } catch (error) {
    log.warn({ err: error }, 'the last use of an API key was not recorded');
  }
}
