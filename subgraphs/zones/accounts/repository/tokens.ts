import { type AuditRequest, auditInsert } from '../../../../platform/audit/index.js';
import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/index.js';
import type { CredentialMailKind } from '../vocabulary.js';

/** Puts a mail about an account's address or password into the outbox. */
export async function insertCredentialMail(
  sql: Executor,
  mail: { accountId: string; kind: CredentialMailKind; recipient: string; now: number },
): Promise<void> {
  await runStatement(
    sql,
    `insert into zones.credential_mail (account_id, kind, recipient, status, created_at, due_at)
    values ($1::uuid, $2::text::zones.credential_mail_kind, $3, 'waiting', $4::float8, $4::float8)`,
    [mail.accountId, mail.kind, mail.recipient, mail.now],
  );
}

/**
 * The same for the account with this address, in lower case, if there is one that is pending or approved: one statement,
 * whether or not there is, with its audit entry.
 * @param query.onlyUnconfirmed nothing for an address that is confirmed
 */
export async function insertCredentialMailTo(
  sql: Executor,
  query: {
    request: AuditRequest;
    emailKey: string;
    kind: CredentialMailKind;
    onlyUnconfirmed: boolean;
    now: number;
  },
): Promise<void> {
  const parameters = new StatementParameters();
  const { kind, now } = query;
  const emailKey = parameters.add(query.emailKey);
  const onlyUnconfirmed = `${parameters.add(query.onlyUnconfirmed)}::bool`;
  const written = `${parameters.add(kind)}::text::zones.credential_mail_kind`;
  const at = `${parameters.add(now)}::float8`;
  const entry = auditInsert(parameters, query.request, {
    ...{ action: 'request.mail', from: 'queued', objects: `array['mail:' || id, 'account:' || account_id]` },
    ...{ tenantId: 'null', before: 'null', after: { kind } },
  });
  await runStatement(
    sql,
    `with queued as (
      insert into zones.credential_mail (account_id, kind, recipient, status, created_at, due_at)
      select id, ${written}, email, 'waiting', ${at}, ${at} from zones.account
      where email_key = ${emailKey} and status in ('pending', 'approved') and not (${onlyUnconfirmed} and email_confirmed)
      returning id, account_id
    )
    ${entry}`,
    parameters.values,
  );
}

/** Makes a token good, beside those of earlier attempts on its mail. */
export async function addToken(
  sql: Executor,
  token: { hash: string; mailId: string; expiresAt: number },
): Promise<void> {
  await runStatement(
    sql,
    'insert into zones.credential_token (hash, mail_id, expires_at) values ($1, $2::uuid, $3::float8)',
    [token.hash, token.mailId, token.expiresAt],
  );
}

/** Takes a token back that nobody can have got. */
export async function removeToken(sql: Executor, hash: string): Promise<void> {
  await runStatement(sql, 'delete from zones.credential_token where hash = $1', [hash]);
}

/** Whose token of this kind has this hash, while it is good. */
export async function selectTokenAccount(
  sql: Executor,
  query: { hash: string; kind: CredentialMailKind; now: number },
): Promise<{ id: string; username: string; email: string } | undefined> {
  const [row] = await runStatement<{ id: string; username: string; email: string }>(
    sql,
    `select account.id, account.username, account.email from zones.credential_token
    join zones.credential_mail mail on mail.id = credential_token.mail_id
    join zones.account on account.id = mail.account_id
    where credential_token.hash = $1 and credential_token.expires_at > $3::float8
      and mail.kind = $2::text::zones.credential_mail_kind and account.status in ('pending', 'approved')`,
    [query.hash, query.kind, query.now],
  );
  return row;
}

/** Uses a token up: of several at once one gets true. */
export async function takeToken(sql: Executor, { hash, now }: { hash: string; now: number }): Promise<boolean> {
  const taken = await runStatement(
    sql,
    'delete from zones.credential_token where hash = $1 and expires_at > $2::float8 returning hash',
    [hash, now],
  );
  return taken.length > 0;
}

/** Ends all tokens of a kind that an account has. */
export async function deleteTokensOfAccount(
  sql: Executor,
  { accountId, kind }: { accountId: string; kind: CredentialMailKind },
): Promise<void> {
  await runStatement(
    sql,
    `delete from zones.credential_token using zones.credential_mail mail
    where mail.id = credential_token.mail_id and mail.account_id = $1::uuid
      and mail.kind = $2::text::zones.credential_mail_kind`,
    [accountId, kind],
  );
}

/** Removes tokens that ended before. */
export async function deleteOldTokens(sql: Executor, before: number): Promise<void> {
  await runStatement(sql, 'delete from zones.credential_token where expires_at < $1::float8', [before]);
}
