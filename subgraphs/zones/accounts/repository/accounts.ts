import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  float8,
  insertInto,
  integer,
  joined,
  optional,
  type Placeholders,
  queryBuilder,
  type RowOf,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { account, accountStatusType, subscription, tierType } from '../tables.js';
import type { AccountStatus, Tier } from '../vocabulary.js';

const { id, username, email, status, createdAt, emailConfirmed } = account;
const { tier, startedAt, expiresAt, windowStartsAt, used } = subscription;

const accounts = sql`${account} left join ${subscription} on subscription.account_id = account.id`;

/** Selects accounts with their subscriptions. */
function accountsWhere(where: SQL | undefined, tail = sql``) {
  const selection = {
    ...{ id, username, email, status, createdAt, emailConfirmed },
    subscription: joined({ tier, startedAt, expiresAt, windowStartsAt, used }),
  };
  return rawQuery(selection, (columns) => sql`select ${columns} from ${accounts} where ${where ?? sql`true`} ${tail}`);
}

export const selectAccount = fetchRow({ id: uuid }, (parameters) => accountsWhere(eq(id, parameters.id)));

/** An account; its subscription is null before the first approval. Times are Unix epoch milliseconds. */
export type AccountRow = RowOf<typeof selectAccount>;

/** The account whose lower-case username is `usernameKey`; no row if there is none. */
export const selectAccountByName = fetchRow({ usernameKey: text }, (parameters) =>
  accountsWhere(eq(account.usernameKey, parameters.usernameKey)),
);

/** The accounts with these ids, in any order. */
export const selectAccountsByIds = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  accountsWhere(sql`${id} = any(${ids})`),
);

const newAccountTypes = {
  ...{ username: text, email: text, usernameKey: text, emailKey: text, passwordHash: text },
  ...{ status: enumeration(accountStatusType), createdAt: float8 },
};

/**
 * Adds an account with an unconfirmed email address; undefined if its username or its address is taken, without
 * revealing which.
 */
export const insertAccount = fetchRow(newAccountTypes, (added) =>
  rawQuery(
    { id },
    (columns) => sql`${insertInto(account, { ...added, emailConfirmed: sql`false` })}
      on conflict do nothing returning ${columns}`,
  ),
);

const lockById = fetchRow({ id: uuid }, (parameters) => lockingSelect(eq(id, parameters.id)));
const lockByName = fetchRow({ usernameKey: text }, (parameters) =>
  lockingSelect(eq(account.usernameKey, parameters.usernameKey)),
);
const lockByPassword = fetchRow({ accountId: uuid, passwordHash: text }, ({ accountId, passwordHash }) =>
  lockingSelect(and(eq(id, accountId), eq(account.passwordHash, passwordHash))),
);

function lockingSelect(where: SQL | undefined) {
  return queryBuilder.select({ id }).from(account).where(where).for('no key update');
}

/**
 * Reads a locked account with a separate statement, which sees the changes of the transaction that held the lock
 * before.
 */
async function readAfterLock(
  executor: Executor,
  lock: Promise<{ id: string } | undefined>,
): Promise<AccountRow | undefined> {
  const row = await lock;
  return row && (await selectAccount(executor, row));
}

/** The account with this id, locked for the rest of the transaction. */
export async function lockAccount(executor: Executor, id: string): Promise<AccountRow | undefined> {
  return await readAfterLock(executor, lockById(executor, { id }));
}

/**
 * The account whose lower-case username is `usernameKey`. Its row is locked for the rest of the transaction, which
 * serializes decisions about the account.
 */
export async function lockAccountByName(executor: Executor, usernameKey: string): Promise<AccountRow | undefined> {
  return await readAfterLock(executor, lockByName(executor, { usernameKey }));
}

/**
 * Locks and returns the account if its password still has this hash; no row if the password was changed after the
 * caller was verified.
 */
export async function lockAccountWithPassword(
  executor: Executor,
  credentials: { accountId: string; passwordHash: string },
): Promise<AccountRow | undefined> {
  return await readAfterLock(executor, lockByPassword(executor, credentials));
}

export const updateAccountStatus = execute(
  { id: uuid, status: enumeration(accountStatusType) },
  (parameters) => sql`update ${account} set status = ${parameters.status} where id = ${parameters.id}`,
);

export const markEmailConfirmed = execute(
  { id: uuid },
  (parameters) => sql`update ${account} set email_confirmed = true where id = ${parameters.id}`,
);

const isNew = sql`subscription.tier <> excluded.tier or subscription.started_at <> excluded.started_at`;

/** Sets the subscription. A new one starts with its whole quota. */
export const upsertSubscription = execute(
  { accountId: uuid, tier: enumeration(tierType), startedAt: float8, expiresAt: float8 },
  (parameters) => sql`${insertInto(subscription, { ...parameters, windowStartsAt: parameters.startedAt })}
    on conflict (account_id) do update set
      used = case when ${isNew} then 0 else subscription.used end,
      window_starts_at = case when ${isNew} then excluded.window_starts_at else subscription.window_starts_at end,
      tier = excluded.tier, started_at = excluded.started_at, expires_at = excluded.expires_at`,
);

/** Filter of a list of accounts. */
export interface AccountCriteria {
  readonly status?: AccountStatus;
  readonly tier?: Tier;
  /** Substring of the username or the email address, in lower case; absent: no filter. */
  readonly search?: string;
}

interface PageQuery {
  readonly criteria: AccountCriteria;
  readonly after: { readonly value: number; readonly id: string } | null;
  readonly limit: number;
}

const criteriaTypes = {
  ...{
    status: optional(enumeration(accountStatusType)),
    tier: optional(enumeration(tierType)),
    search: optional(text),
  },
};
const pageTypes = { ...criteriaTypes, value: optional(float8), id: optional(uuid), limit: integer };

function conditionsOf({ criteria }: Pick<PageQuery, 'criteria'>, parameters: Placeholders<typeof criteriaTypes>) {
  const contains = (key: SQL) => sql`strpos(${key}, ${parameters.search}) > 0`;
  return [
    criteria.status === undefined ? undefined : eq(status, parameters.status),
    criteria.tier === undefined ? undefined : eq(tier, parameters.tier),
    criteria.search === undefined
      ? undefined
      : or(contains(sql`${account.usernameKey}`), contains(sql`${account.emailKey}`)),
  ];
}

function shapeOf({ status, tier, search }: AccountCriteria): string {
  return `${status === undefined} ${tier === undefined} ${search === undefined}`;
}

const page = byShape(
  ({ criteria, after }: PageQuery) => `${shapeOf(criteria)} ${after === null}`,
  (query) =>
    statement(pageTypes, (parameters) => {
      const isOlder = or(lt(createdAt, parameters.value), gt(id, parameters.id));
      const after = query.after === null ? undefined : and(lte(createdAt, parameters.value), isOlder);
      const tail = sql`order by ${createdAt} desc, ${id} limit ${parameters.limit}`;
      return accountsWhere(and(...conditionsOf(query, parameters), after), tail);
    }),
);

/** A page of accounts after a cursor, newest first. */
export async function selectAccountsAfter(executor: Executor, query: PageQuery): Promise<AccountRow[]> {
  return await run(executor, page(query), { ...query.criteria, ...query.after, limit: query.limit });
}

const total = byShape(shapeOf, (criteria: AccountCriteria) =>
  statement(criteriaTypes, (parameters) =>
    rawQuery(
      { total: cast(float8, sql`count(*)`) },
      (columns) =>
        sql`select ${columns} from ${accounts} where ${and(...conditionsOf({ criteria }, parameters)) ?? sql`true`}`,
    ),
  ),
);

/** The number of accounts that match the criteria. */
export async function countAccounts(executor: Executor, criteria: AccountCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}
