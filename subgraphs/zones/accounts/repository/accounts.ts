import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/index.js';
import type { AccountStatus, Tier } from '../vocabulary.js';

/** An account with its subscription. Times are in milliseconds since the Unix epoch. */
export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly status: AccountStatus;
  readonly createdAt: number;
  readonly emailConfirmed: boolean;
  /** Null, with all that follows, until the account is approved. */
  readonly tier: Tier | null;
  readonly startedAt: number | null;
  readonly expiresAt: number | null;
  readonly windowStartsAt: number | null;
  readonly used: number | null;
}

const columns = `account.id, account.username, account.email, account.status, account.created_at as "createdAt",
  account.email_confirmed as "emailConfirmed",
  subscription.tier, subscription.started_at as "startedAt", subscription.expires_at as "expiresAt",
  subscription.window_starts_at as "windowStartsAt", subscription.used`;
const source = 'zones.account left join zones.subscription on subscription.account_id = account.id';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly usernameKey: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly status: AccountStatus;
  readonly createdAt: number;
}

/** Adds an account whose address is not confirmed; undefined when its name or its address is taken, without saying which. */
export async function insertAccount(sql: Executor, account: NewAccount): Promise<string | undefined> {
  const { username, email, usernameKey, emailKey, passwordHash, status, createdAt } = account;
  const [row] = await runStatement<{ id: string }>(
    sql,
    `insert into zones.account (username, email, username_key, email_key, password_hash, status, created_at, email_confirmed)
    values ($1, $2, $3, $4, $5, $6::text::zones.account_status, $7::float8, false) on conflict do nothing returning id`,
    [username, email, usernameKey, emailKey, passwordHash, status, createdAt],
  );
  return row?.id;
}

/** The account with this id. */
export async function selectAccount(sql: Executor, id: string): Promise<AccountRow | undefined> {
  const [row] = await runStatement<AccountRow>(sql, `select ${columns} from ${source} where account.id = $1::uuid`, [
    id,
  ]);
  return row;
}

/** The account of this name, in lower case. */
export async function selectAccountByName(sql: Executor, usernameKey: string): Promise<AccountRow | undefined> {
  const text = `select ${columns} from ${source} where account.username_key = $1`;
  const [row] = await runStatement<AccountRow>(sql, text, [usernameKey]);
  return row;
}

/** The account with this id, locked for the rest of the transaction. */
export async function lockAccount(sql: Executor, id: string): Promise<AccountRow | undefined> {
  await runStatement(sql, 'select id from zones.account where id = $1::uuid for no key update', [id]);
  // A second statement sees the changes of the transaction that held the lock.
  return await selectAccount(sql, id);
}

/** The account of this name, in lower case, locked for the rest of the transaction: decisions about one account take turns. */
export async function lockAccountByName(sql: Executor, usernameKey: string): Promise<AccountRow | undefined> {
  const locked = await runStatement<{ id: string }>(
    sql,
    'select id from zones.account where username_key = $1 for no key update',
    [usernameKey],
  );
  // A second statement sees the changes of the transaction that held the lock.
  return locked[0] === undefined ? undefined : await selectAccount(sql, locked[0].id);
}

export async function updateAccountStatus(sql: Executor, id: string, status: AccountStatus): Promise<void> {
  await runStatement(sql, 'update zones.account set status = $2::text::zones.account_status where id = $1::uuid', [
    id,
    status,
  ]);
}

/** Which accounts to list. */
export interface AccountCriteria {
  readonly status?: AccountStatus;
  readonly tier?: Tier;
  /** Part of the name or the address, in lower case. */
  readonly search?: string;
}

export interface AccountCursor {
  readonly createdAt: number;
  readonly id: string;
}

/** The accounts with these ids, in any order. */
export async function selectAccountsByIds(sql: Executor, ids: readonly string[]): Promise<AccountRow[]> {
  return await runStatement(sql, `select ${columns} from ${source} where account.id = any($1::uuid[])`, [ids]);
}

/** Accounts after a cursor, newest first. */
export async function selectAccountsAfter(
  sql: Executor,
  query: { criteria: AccountCriteria; after: AccountCursor | null; limit: number },
): Promise<AccountRow[]> {
  const parameters = new StatementParameters();
  const conditions = conditionsOf(query.criteria, parameters);
  if (query.after !== null) {
    const createdAt = `${parameters.add(query.after.createdAt)}::float8`;
    const id = `${parameters.add(query.after.id)}::uuid`;
    conditions.push(`account.created_at <= ${createdAt} and (account.created_at < ${createdAt} or account.id > ${id})`);
  }
  const text = `select ${columns} from ${source} ${whereOf(conditions)}
    order by account.created_at desc, account.id limit ${parameters.add(query.limit)}::int`;
  return await runStatement(sql, text, parameters.values);
}

export async function countAccounts(sql: Executor, criteria: AccountCriteria): Promise<number> {
  const parameters = new StatementParameters();
  const where = whereOf(conditionsOf(criteria, parameters));
  const text = `select count(*)::float8 as total from ${source} ${where}`;
  const [row] = await runStatement<{ total: number }>(sql, text, parameters.values);
  return row?.total ?? 0;
}

function conditionsOf({ status, tier, search }: AccountCriteria, parameters: StatementParameters): string[] {
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(`account.status = ${parameters.add(status)}::text::zones.account_status`);
  if (tier !== undefined) conditions.push(`subscription.tier = ${parameters.add(tier)}::text::zones.tier`);
  if (search !== undefined) {
    const part = parameters.add(search);
    conditions.push(`(strpos(account.username_key, ${part}) > 0 or strpos(account.email_key, ${part}) > 0)`);
  }
  return conditions;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}
