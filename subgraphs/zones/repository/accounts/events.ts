import { type Executor, runStatement } from '../../../../platform/database/index.js';
import type { AccountAction, AccountInterface, Tier } from '../../vocabulary.js';

/** One line of an account's audit trail. Times are in milliseconds since the Unix epoch. */
export interface AccountEventRow {
  readonly at: number;
  readonly action: AccountAction;
  /** Who did it, as the gateway knows them. */
  readonly caller: string;
  readonly via: AccountInterface;
  readonly keyName: string | null;
  readonly tier: Tier | null;
  readonly expiresAt: number | null;
}

export type NewAccountEvent = Pick<AccountEventRow, 'at' | 'action' | 'caller' | 'via'> &
  Partial<AccountEventRow> & { accountId: string };

export async function insertAccountEvent(sql: Executor, event: NewAccountEvent): Promise<void> {
  const { accountId, at, action, caller, via, keyName = null, tier = null, expiresAt = null } = event;
  await runStatement(
    sql,
    `insert into zones.account_event (account_id, at, action, caller, via, key_name, tier, expires_at)
    values ($1::uuid, $2::float8, $3::text::zones.account_action, $4, $5::text::zones.account_interface, $6::text,
      $7::text::zones.tier, $8::float8)`,
    [accountId, at, action, caller, via, keyName, tier, expiresAt],
  );
}

/** What happened to these accounts last, the newest first; so many of each. */
export async function selectAccountEvents(
  sql: Executor,
  query: { accountIds: readonly string[]; limit: number },
): Promise<(AccountEventRow & { accountId: string })[]> {
  return await runStatement(
    sql,
    `select kept.account_id as "accountId", kept.at, kept.action, kept.caller, kept.via, kept.key_name as "keyName",
      kept.tier, kept.expires_at as "expiresAt"
    from unnest($1::uuid[]) asked (account_id) cross join lateral (
      select * from zones.account_event where account_event.account_id = asked.account_id order by id desc limit $2::int
    ) kept order by kept.id desc`,
    [query.accountIds, query.limit],
  );
}
