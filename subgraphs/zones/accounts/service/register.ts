import { isReservedName } from '../../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { insertAccount } from '../repository/accounts.js';
import { assertRegistration, foldCase } from '../rules/registration.js';
import type { RegisterAccountPayload } from '../types/account-mutations.js';
import { AccountAction, AccountStatus, CredentialMailKind } from '../vocabulary.js';
import { recordEvent } from './audit.js';
import { recordSource } from './credentials.js';
import { queueCredentialMail } from './mails.js';
import { checkNewPassword, hashPassword } from './passwords.js';
import { enforceSourceRateLimit, registrationsPerSource } from './request-limits.js';
import { isConfirmationRequired } from './tokens.js';

/**
 * Registers an account, which awaits approval: specification, section 3. If addresses must be confirmed, queues an
 * email with a confirmation token.
 * @throws {DomainError} BAD_USER_INPUT; RATE_LIMITED by source address; CONFLICT, which does not reveal whether the
 *   name or the address is taken
 */
export async function registerAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { username: string; email: string; password: string },
): Promise<RegisterAccountPayload> {
  const { username, email } = input;
  assertRegistration(input);
  if (isReservedName(username)) {
    throw invalidArgument('username', 'username is reserved: choose another one');
  }
  await checkNewPassword(request, { ...input, argument: 'password', name: 'password' });
  await enforceSourceRateLimit(dependencies, request, registrationsPerSource);
  // Before the name is checked, so both results take the same time.
  const passwordHash = await hashPassword(input.password);
  const createdAt = dependencies.clock.now();
  const status = AccountStatus.PENDING;
  const keys = { usernameKey: foldCase(username), emailKey: foldCase(email) };
  const uuid = await dependencies.database.transaction(async (sql) => {
    const inserted = await insertAccount(sql, { username, email, ...keys, passwordHash, status, createdAt });
    if (inserted === undefined) throw alreadyExists();
    const { id: accountId } = inserted;
    await recordEvent(sql, request, {
      accountId,
      at: createdAt,
      action: AccountAction.REGISTERED,
      after: { username, status },
    });
    await recordSource(dependencies, sql, { request, accountId });
    if (isConfirmationRequired(dependencies.configuration)) {
      const mail = { accountId, kind: CredentialMailKind.EMAIL_CONFIRMATION, recipient: email, createdAt };
      await queueCredentialMail(sql, mail);
    }
    return accountId;
  });
  return { uuid, username, email, status };
}

function alreadyExists(): DomainError {
  return new DomainError('CONFLICT', 'An account with this username or email address already exists');
}
