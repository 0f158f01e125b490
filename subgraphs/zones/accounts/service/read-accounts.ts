import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import { assertMaxCharacters, isUuid, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  type AccountCriteria,
  type AccountRow,
  countAccounts,
  selectAccount,
  selectAccountByName,
  selectAccountsAfter,
  selectAccountsByIds,
} from '../repository/accounts.js';
import { type AccountEventRow, selectAccountEvents } from '../repository/events.js';
import { type KeyRecord, selectActiveKeys } from '../repository/keys.js';
import { foldCase, isUsername } from '../rules/registration.js';
import { currentQuotaWindow, isActive, type SubscriptionTerms, tierLimits } from '../rules/subscription.js';
import type { AccountFilter, AccountSubscription } from '../types/accounts.js';
import { AccountStatus, SubscriptionStatus } from '../vocabulary.js';
import { authorizeAccounts, invalidKey, type Quota, quotaOf, subscriptionExpired } from './access.js';

/** An account with its subscription and its quota. */
export interface AccountRecord extends Omit<AccountRow, 'createdAt' | 'subscription'> {
  readonly createdAt: Date;
  readonly subscription: AccountSubscription | null;
  /** Query quota; null without an active subscription. */
  readonly quota: Quota | null;
}

/** An account with its subscription and its quota at the time `now`, in Unix epoch milliseconds. */
export function accountRecord(row: AccountRow, now: number): AccountRecord {
  const { subscription } = row;
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    subscription: subscription && subscriptionRecord(subscription, now),
    quota: subscription !== null && isActive(subscription, now) ? quotaRecord(subscription, now) : null,
  };
}

function subscriptionRecord(terms: SubscriptionTerms, now: number): AccountSubscription {
  return {
    tier: terms.tier,
    status: isActive(terms, now) ? SubscriptionStatus.ACTIVE : SubscriptionStatus.EXPIRED,
    startedAt: new Date(terms.startedAt),
    expiresAt: new Date(terms.expiresAt),
  };
}

/** The current quota of a subscription. Queries counted in another window are ignored. */
function quotaRecord(subscription: NonNullable<AccountRow['subscription']>, now: number): Quota {
  const window = currentQuotaWindow(subscription, now);
  const { windowStartsAt } = subscription;
  const isCurrent = windowStartsAt >= window.startsAt && windowStartsAt <= window.latestStartsAt;
  const usedQueries = isCurrent ? subscription.used : 0;
  return quotaOf({ limit: tierLimits(subscription.tier).queries, ...window, used: usedQueries, now });
}

/**
 * The account of the caller; null for operators, who have none. Documented REST paths require an active subscription;
 * over GraphQL, an account can also read its expired subscription.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as `requireAccess`
 */
export async function readViewer(dependencies: ZoneDependencies, request: ZoneRequest): Promise<AccountRecord | null> {
  const { caller } = request;
  authorize(caller, 'zones.read');
  if (caller.kind !== 'account') return null;
  const row = await dependencies.database.guard((sql) => selectAccount(sql, { id: caller.accountId }));
  if (row?.status !== AccountStatus.APPROVED) throw invalidKey();
  const account = accountRecord(row, dependencies.clock.now());
  if (request.via === 'rest' && account.subscription?.status !== SubscriptionStatus.ACTIVE) {
    throw subscriptionExpired(dependencies);
  }
  return account;
}

/**
 * The active keys of these accounts, ordered by name; one list per account, in the order of the accounts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN for an account that is not the caller's, unless the caller is an
 * administrator
 */
export async function keysOfAccounts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  accountIds: readonly string[],
): Promise<KeyRecord[][]> {
  authorizeAccounts(request.caller, accountIds);
  const now = dependencies.clock.now();
  const rows = await dependencies.database.read(request, (sql) => selectActiveKeys(sql, { accountIds, now }));
  const byAccount = Map.groupBy(rows, (row) => row.accountId);
  return accountIds.map((id) => byAccount.get(id) ?? []);
}

export interface AccountConnectionRecord extends ConnectionRecord<AccountRecord> {
  readonly criteria: AccountCriteria;
}

const order = 'account_created';

/**
 * Lists accounts, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listAccounts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: PageInput & { filter?: AccountFilter | null },
): Promise<AccountConnectionRecord> {
  authorize(request.caller, 'accounts.list');
  const size = pageSize(input.first);
  const criteria = criteriaOf(input.filter);
  const after = decodeUuidCursor(input.after, order);
  // One result beyond the page means that there are more.
  const rows = await dependencies.database.read(request, (sql) =>
    selectAccountsAfter(sql, { criteria, after, limit: size + 1 }),
  );
  const now = dependencies.clock.now();
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order, value: row.createdAt, ids: [row.id] }),
    node: accountRecord(row, now),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), criteria };
}

/**
 * The number of accounts that match the criteria.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countListedAccounts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  criteria: AccountCriteria,
): Promise<number> {
  authorize(request.caller, 'accounts.list');
  return await dependencies.database.read(request, (sql) => countAccounts(sql, criteria));
}

/**
 * The account with this username, case-insensitive; null if there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username }: { username: string },
): Promise<AccountRecord | null> {
  authorize(request.caller, 'accounts.list');
  if (!isUsername(username)) return null;
  const row = await dependencies.database.guard((sql) => selectAccountByName(sql, { usernameKey: foldCase(username) }));
  return row === undefined ? null : accountRecord(row, dependencies.clock.now());
}

/**
 * The accounts with these UUIDs, in the same order; null where there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN for an account that is not the caller's, unless the caller is an
 *   administrator
 */
export async function accountsByIds(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<(AccountRecord | null)[]> {
  authorizeAccounts(request.caller, ids);
  const rows = await dependencies.database.read(request, (sql) =>
    selectAccountsByIds(sql, { ids: ids.filter(isUuid) }),
  );
  const now = dependencies.clock.now();
  const byId = new Map(rows.map((row) => [row.id, accountRecord(row, now)]));
  return ids.map((id) => byId.get(id) ?? null);
}

export interface AccountEventRecord extends Omit<AccountEventRow, 'at' | 'expiresAt'> {
  readonly at: Date;
  readonly expiresAt: Date | null;
}

/**
 * The latest events of these accounts, newest first; one list per account, in the order of the accounts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for `first` outside of 1–1000
 */
export async function eventsOfAccounts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { accountIds, first }: { accountIds: readonly string[]; first: number },
): Promise<AccountEventRecord[][]> {
  authorize(request.caller, 'accounts.list');
  const limit = pageSize(first);
  const unique = [...new Set(accountIds)];
  const rows = await dependencies.database.read(request, (sql) =>
    selectAccountEvents(sql, { accountIds: unique, limit }),
  );
  const byAccount = Map.groupBy(rows, (row) => row.accountId);
  return accountIds.map((id) => (byAccount.get(id) ?? []).map(eventRecord));
}

function eventRecord(row: AccountEventRow): AccountEventRecord {
  const expiresAt = row.expiresAt === null ? null : new Date(row.expiresAt);
  return { ...row, at: new Date(row.at), expiresAt };
}

function criteriaOf(filter: AccountFilter | null | undefined): AccountCriteria {
  const search = filter?.search ?? '';
  assertMaxCharacters('search', search, maxCharacters.search);
  // A string that cannot be stored matches nothing.
  const foldedSearch = search.isWellFormed() && !search.includes('\0') ? foldCase(search) : '\u{10ffff}';
  return {
    ...(filter?.status ? { status: filter.status } : {}),
    ...(filter?.tier ? { tier: filter.tier } : {}),
    ...(search === '' ? {} : { search: foldedSearch }),
  };
}
