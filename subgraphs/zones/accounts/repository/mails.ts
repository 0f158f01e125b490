import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/index.js';
import type { MailKind, MailStatus } from '../vocabulary.js';

/** The tables of the outbox: mails of approvals, and mails about addresses and passwords. */
export const outboxes = ['mail', 'credential_mail'] as const;
export type Outbox = (typeof outboxes)[number];

/** A mail of the outbox. Times are in milliseconds since the Unix epoch. */
export interface MailRow {
  readonly outbox: Outbox;
  readonly id: string;
  readonly accountId: string;
  readonly kind: MailKind;
  readonly keyId: string | null;
  readonly recipient: string;
  readonly status: MailStatus;
  readonly createdAt: number;
  readonly attempts: number;
  readonly dueAt: number;
  readonly finishedAt: number | null;
  readonly lastError: string | null;
}

/** Which mail. */
export type MailReference = Pick<MailRow, 'outbox' | 'id'>;

function columnsOf(outbox: Outbox): string {
  const keyId = outbox === 'mail' ? 'key_id' : 'null::uuid';
  return `'${outbox}' as outbox, id, account_id as "accountId", kind::text, ${keyId} as "keyId", recipient, status,
  created_at as "createdAt", attempts, due_at as "dueAt", finished_at as "finishedAt", last_error as "lastError"`;
}

export async function insertMail(
  sql: Executor,
  mail: {
    accountId: string;
    kind: 'confirmation' | 'default_key';
    keyId: string | null;
    recipient: string;
    now: number;
  },
): Promise<void> {
  await runStatement(
    sql,
    `insert into zones.mail (account_id, kind, key_id, recipient, status, created_at, due_at)
    values ($1::uuid, $2::text::zones.mail_kind, $3::uuid, $4, 'waiting', $5::float8, $5::float8)`,
    [mail.accountId, mail.kind, mail.keyId, mail.recipient, mail.now],
  );
}

/**
 * Takes the mail that has been due for longest and counts the attempt; nobody else takes it before `leasedUntil`, so that
 * one whose sender died is tried again.
 */
export async function claimDueMail(
  sql: Executor,
  query: { outbox: Outbox; now: number; leasedUntil: number },
): Promise<MailRow | undefined> {
  const { outbox } = query;
  const [row] = await runStatement<MailRow>(
    sql,
    `update zones.${outbox} set attempts = attempts + 1, due_at = $2::float8
    where id = (
      select id from zones.${outbox} where status = 'waiting' and due_at <= $1::float8
      order by due_at, kind, id limit 1 for update skip locked
    ) returning ${columnsOf(outbox)}`,
    [query.now, query.leasedUntil],
  );
  return row;
}

/** Ends the attempts on a mail. */
export async function finishMail(
  sql: Executor,
  query: MailReference & { status: MailStatus; now: number; error: string | null },
): Promise<void> {
  await runStatement(
    sql,
    `update zones.${query.outbox} set status = $2::text::zones.mail_status, finished_at = $3::float8, last_error = $4::text
    where id = $1::uuid and status = 'waiting'`,
    [query.id, query.status, query.now, query.error],
  );
}

/** Puts a mail off after a failure. */
export async function postponeMail(
  sql: Executor,
  query: MailReference & { dueAt: number; error: string },
): Promise<void> {
  await runStatement(
    sql,
    `update zones.${query.outbox} set due_at = $2::float8, last_error = $3 where id = $1::uuid and status = 'waiting'`,
    [query.id, query.dueAt, query.error],
  );
}

/** Puts a mail that has failed back into the queue, as new. */
export async function requeueMail(sql: Executor, query: MailReference & { now: number }): Promise<MailRow | undefined> {
  const [row] = await runStatement<MailRow>(
    sql,
    `update zones.${query.outbox} set status = 'waiting', created_at = $2::float8, due_at = $2::float8, attempts = 0,
      finished_at = null, last_error = null
    where id = $1::uuid and status in ('failed', 'dropped') returning ${columnsOf(query.outbox)}`,
    [query.id, query.now],
  );
  return row;
}

const allMails = outboxes.map((outbox) => `select ${columnsOf(outbox)} from zones.${outbox}`).join(' union all ');

export interface MailCursor {
  readonly createdAt: number;
  readonly id: string;
}

/** Mails after a cursor, newest first. */
export async function selectMailsAfter(
  sql: Executor,
  query: { status: MailStatus | null; after: MailCursor | null; limit: number },
): Promise<MailRow[]> {
  const parameters = new StatementParameters();
  const conditions: string[] = [];
  if (query.status !== null) conditions.push(`status = ${parameters.add(query.status)}::text::zones.mail_status`);
  if (query.after !== null) {
    const createdAt = `${parameters.add(query.after.createdAt)}::float8`;
    const id = `${parameters.add(query.after.id)}::uuid`;
    conditions.push(`"createdAt" <= ${createdAt} and ("createdAt" < ${createdAt} or id > ${id})`);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const text = `select * from (${allMails}) mail ${where} order by "createdAt" desc, id
    limit ${parameters.add(query.limit)}::int`;
  return await runStatement(sql, text, parameters.values);
}

/** The mails with these ids, in any order. */
export async function selectMailsByIds(sql: Executor, ids: readonly string[]): Promise<MailRow[]> {
  return await runStatement(sql, `select * from (${allMails}) mail where id = any($1::uuid[])`, [ids]);
}

/** The number of mails with this status; null: of all. */
export async function countMails(sql: Executor, status: MailStatus | null): Promise<number> {
  const [condition, parameters] = status === null ? ['', []] : ['where status = $1::text::zones.mail_status', [status]];
  const text = `select count(*)::int as total from (${allMails}) mail ${condition}`;
  const [row] = await runStatement<{ total: number }>(sql, text, parameters);
  return row?.total ?? 0;
}

/** Deletes mails that were finished before this time. */
export async function deleteOldMails(sql: Executor, before: number): Promise<void> {
  for (const outbox of outboxes) {
    await runStatement(sql, `delete from zones.${outbox} where finished_at < $1::float8`, [before]);
  }
}
