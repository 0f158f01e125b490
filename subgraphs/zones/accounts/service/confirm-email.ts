import { recordAudit } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { lockAccount, markEmailConfirmed } from '../repository/accounts.js';
import { consumeToken, deleteTokensOfAccount, selectTokenAccount } from '../repository/credentials.js';
import type { ConfirmEmailPayload } from '../types/credential-mutations.js';
import { CredentialMailKind } from '../vocabulary.js';
import { requestOfOwner } from './audit.js';
import { enforceSourceRateLimit, tokensPerSource } from './request-limits.js';
import { type MailedTokenKind, mailedTokens } from './tokens.js';

/**
 * Confirms the address of an account with the single-use token that was emailed to it.
 * @throws {DomainError} BAD_USER_INPUT for an invalid token; RATE_LIMITED by source address
 */
export async function confirmEmail(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { token }: { token: string },
): Promise<ConfirmEmailPayload> {
  const kind = CredentialMailKind.EMAIL_CONFIRMATION;
  const { id, username, email } = await requireToken(dependencies, request, { token, kind });
  const hash = hashSecretToken(token);
  await dependencies.database.transaction(async (sql) => {
    await lockAccount(sql, id);
    if (!(await consumeToken(sql, { hash, now: dependencies.clock.now() }))) throw invalidToken();
    await markEmailConfirmed(sql, { id });
    await deleteTokensOfAccount(sql, { accountId: id, kind });
    const change = { action: 'confirm.email', object: `account:${id}`, after: { email } } as const;
    await recordAudit(sql, requestOfOwner(request, { id, username }), { ...change, at: dependencies.clock.now() });
  });
  dependencies.log.info({ account: id, source: request.sourceAddress }, 'an email address was confirmed');
  return { username, email };
}

/**
 * The account that a token belongs to; the caller must consume the token. A mistyped token is rejected without a
 * database query.
 * @throws {DomainError} BAD_USER_INPUT; RATE_LIMITED by source address
 */
export async function requireToken(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { token, kind }: { token: string; kind: MailedTokenKind },
) {
  if (!mailedTokens[kind].form.isForm(token)) throw invalidToken();
  await enforceSourceRateLimit(dependencies, request, tokensPerSource);
  const query = { hash: hashSecretToken(token), kind, now: dependencies.clock.now() };
  const account = await dependencies.database.guard((sql) => selectTokenAccount(sql, query));
  if (account === undefined) throw invalidToken();
  return account;
}

export function invalidToken(): DomainError {
  return new DomainError('BAD_USER_INPUT', 'The token is unknown, used or expired: request another email', {
    argument: 'token',
    reason: 'invalid_token',
  });
}
