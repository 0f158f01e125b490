import type { TransactionSql } from 'postgres';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { type AccountRow, selectAccount } from '../repository/accounts.js';
import { addToken } from '../repository/credentials.js';
import { addSecret, selectActiveKeys } from '../repository/keys.js';
import type { MailRow } from '../repository/mails.js';
import { emailConfirmationMail, passwordChangedMail, passwordResetMail } from '../rules/credential-mail-text.js';
import { confirmationMail, defaultKeyMail, type MailText } from '../rules/mail-text.js';
import { AccountStatus, CredentialMailKind, MailKind } from '../vocabulary.js';
import { apiKeys, type MailedTokenKind, mailedTokens, mayHaveToken } from './tokens.js';

/** The text of an email, and the hash of the secret that only this email contains. */
export interface ComposedMail extends MailText {
  readonly secretHash: string | null;
}

/** Result for an obsolete email, which is not sent; `dropped` is the reason. */
interface DroppedMail {
  readonly dropped: string;
}

interface Draft {
  readonly row: MailRow;
  readonly account: AccountRow;
  readonly publicUrl: string;
  readonly now: number;
}

/**
 * Generates the text of an email. Its secret is created here and stored as a hash: only this process has it in
 * plaintext, until the email is sent. Secrets of earlier attempts remain valid if their emails may have arrived.
 */
export async function writeMail(
  { configuration }: ZoneDependencies,
  sql: TransactionSql,
  { row, now }: { row: MailRow; now: number },
): Promise<ComposedMail | DroppedMail> {
  const account = await selectAccount(sql, { id: row.accountId });
  if (account === undefined) return { dropped: 'The account no longer exists' };
  const draft: Draft = { row, account, publicUrl: configuration.server.publicUrl, now };
  switch (row.kind) {
    case CredentialMailKind.PASSWORD_CHANGED:
      return { ...passwordChangedMail({ ...draft, username: account.username }), secretHash: null };
    case CredentialMailKind.PASSWORD_RESET:
      return await writeReset(sql, draft);
    case CredentialMailKind.EMAIL_CONFIRMATION:
      return await writeEmailConfirmation(sql, draft);
    default:
      return await writeApproval(sql, draft);
  }
}

/**
 * Writes an email with a token to reset a password; drops an email that was not sent within the lifetime of a token.
 */
async function writeReset(sql: TransactionSql, draft: Draft): Promise<ComposedMail | DroppedMail> {
  const { row, account, now, publicUrl } = draft;
  const kind = CredentialMailKind.PASSWORD_RESET;
  if (now - row.createdAt.getTime() > mailedTokens[kind].lifetimeMs)
    return { dropped: 'The email could not be sent within an hour' };
  if (!mayHaveToken(account)) return { dropped: 'The account was rejected or suspended' };
  const { token, secretHash } = await makeToken(sql, draft, kind);
  return { ...passwordResetMail({ username: account.username, publicUrl, token }), secretHash };
}

async function writeEmailConfirmation(sql: TransactionSql, draft: Draft): Promise<ComposedMail | DroppedMail> {
  const { account, publicUrl } = draft;
  if (account.emailConfirmed) return { dropped: 'The address is already confirmed' };
  if (!mayHaveToken(account)) return { dropped: 'The account was rejected or suspended' };
  const { token, secretHash } = await makeToken(sql, draft, CredentialMailKind.EMAIL_CONFIRMATION);
  return { ...emailConfirmationMail({ username: account.username, publicUrl, token }), secretHash };
}

async function makeToken(sql: TransactionSql, { row, now }: Draft, kind: MailedTokenKind) {
  const { form, lifetimeMs } = mailedTokens[kind];
  const token = form.create();
  const secretHash = hashSecretToken(token);
  await addToken(sql, { hash: secretHash, mailId: row.id, expiresAt: now + lifetimeMs });
  return { token, secretHash };
}

async function writeApproval(sql: TransactionSql, draft: Draft): Promise<ComposedMail | DroppedMail> {
  const { row, account, now, publicUrl } = draft;
  const dropped = 'The account is no longer approved, or the key is revoked or expired';
  const { subscription } = account;
  if (account.status !== AccountStatus.APPROVED || subscription === null) return { dropped };
  const data = { username: account.username, subscription, publicUrl };
  if (row.kind === MailKind.CONFIRMATION) return { ...confirmationMail(data), secretHash: null };
  const keys = await selectActiveKeys(sql, { accountIds: [row.accountId], now });
  const key = keys.find(({ id }) => id === row.keyId);
  if (key === undefined) return { dropped };
  const secret = apiKeys.create();
  const secretHash = hashSecretToken(secret);
  await addSecret(sql, { keyId: key.id, hash: secretHash, prefix: apiKeys.visiblePrefix(secret) });
  return {
    ...defaultKeyMail({ ...data, key: secret, keyName: key.name, keyExpiresAt: key.expiresAt.getTime() }),
    secretHash,
  };
}
