import type { TransactionSql } from 'postgres';
import { type AuditAction, recordAudit } from '../../../../platform/audit/index.js';
import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  type AccountRow,
  lockAccount,
  lockAccountWithPassword,
  markEmailConfirmed,
  selectAccount,
} from '../repository/accounts.js';
import { consumeToken, deleteSources, deleteTokensOfAccount, updatePasswordHash } from '../repository/credentials.js';
import { revokeAllKeys } from '../repository/keys.js';
import type { PasswordPayload } from '../types/credential-mutations.js';
import { AccountAction, AccountStatus, CredentialMailKind } from '../vocabulary.js';
import { recordEvent, requestOfOwner } from './audit.js';
import { invalidToken, requireToken } from './confirm-email.js';
import { notApproved, recordSource, requireCredentials, wrongCredentials } from './credentials.js';
import { queueCredentialMail } from './mails.js';
import { checkNewPassword, hashPassword } from './passwords.js';
import { mayHaveToken } from './tokens.js';

const passwordField = { argument: 'newPassword', name: 'The new password' } as const;

interface NewPassword {
  newPassword: string;
  /** Whether to revoke all keys of the account; default: false. */
  revokeKeys?: boolean | null | undefined;
}

/**
 * Changes the password of an account if its current password is correct, notifies the owner by email, and invalidates
 * password reset links.
 * @throws {DomainError} as {@link requireCredentials}; FORBIDDEN for an account that is not approved; BAD_USER_INPUT
 * for a password that is not allowed
 */
export async function changePassword(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: NewPassword & { username: string; password: string },
): Promise<PasswordPayload> {
  const { newPassword, password } = input;
  const verified = await requireCredentials(dependencies, request, input);
  const account = await dependencies.database.guard((sql) => selectAccount(sql, { id: verified.accountId }));
  if (account?.status !== AccountStatus.APPROVED) throw notApproved();
  if (newPassword === password) throw unchangedError();
  await checkNewPassword(request, { ...account, ...passwordField, password: newPassword });
  const passwordHash = await hashPassword(newPassword, verified.accountId);
  return await dependencies.database.transaction(async (sql) => {
    const locked = await lockAccountWithPassword(sql, verified);
    if (locked === undefined) throw wrongCredentials();
    if (locked.status !== AccountStatus.APPROVED) throw notApproved();
    const action = 'change.password';
    return await replacePassword(dependencies, sql, { request, action, account: locked, passwordHash, ...input });
  });
}

/**
 * Sets a new password with an emailed single-use token. This also confirms the address.
 * @throws {DomainError} BAD_USER_INPUT for an invalid token, or for a password that is not allowed (the token is then
 * not consumed); RATE_LIMITED by source address
 */
export async function resetPassword(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: NewPassword & { token: string },
): Promise<PasswordPayload> {
  const kind = CredentialMailKind.PASSWORD_RESET;
  const owner = await requireToken(dependencies, request, { token: input.token, kind });
  await checkNewPassword(request, { ...owner, ...passwordField, password: input.newPassword });
  const passwordHash = await hashPassword(input.newPassword, owner.id);
  const hash = hashSecretToken(input.token);
  return await dependencies.database.transaction(async (sql) => {
    // The account is locked first, as everywhere, to avoid deadlocks.
    const account = await lockAccount(sql, owner.id);
    const isConsumed = await consumeToken(sql, { hash, now: dependencies.clock.now() });
    if (!isConsumed || account === undefined || !mayHaveToken(account)) throw invalidToken();
    await markEmailConfirmed(sql, account);
    const action = 'reset.password';
    return await replacePassword(dependencies, sql, { request, action, account, passwordHash, ...input });
  });
}

/** Stores the new password, and deletes the reset tokens and known sources that belong to the previous one. */
async function replacePassword(
  dependencies: ZoneDependencies,
  sql: TransactionSql,
  change: NewPassword & {
    request: ZoneRequest;
    action: AuditAction;
    account: AccountRow;
    passwordHash: string;
  },
): Promise<PasswordPayload> {
  const { action, account, passwordHash, revokeKeys } = change;
  const { id: accountId, username } = account;
  const request = requestOfOwner(change.request, account);
  const now = dependencies.clock.now();
  await updatePasswordHash(sql, { accountId, passwordHash });
  await deleteTokensOfAccount(sql, { accountId, kind: CredentialMailKind.PASSWORD_RESET });
  await deleteSources(sql, { accountId });
  await recordSource(dependencies, sql, { request, accountId });
  const keys = revokeKeys === true ? await revokeAllKeys(sql, { accountId, now }) : [];
  for (const { name: keyName } of keys) {
    await recordEvent(sql, request, { accountId, at: now, action: AccountAction.KEY_DELETED, after: { keyName } });
  }
  const after = { revokedKeys: keys.length };
  await recordAudit(sql, request, { action, object: `account:${accountId}`, at: now, after });
  const kind = CredentialMailKind.PASSWORD_CHANGED;
  await queueCredentialMail(sql, { accountId, kind, recipient: account.email, createdAt: now });
  dependencies.log.info({ account: accountId, source: request.sourceAddress }, 'a password was changed');
  return { username, revokedKeys: keys.length };
}

function unchangedError(): DomainError {
  return invalidArgument(passwordField.argument, `${passwordField.name} must differ from the current one`);
}
