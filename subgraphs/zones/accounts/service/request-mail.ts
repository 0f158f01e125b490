import { invalidArgument } from '../../../../platform/domain-error.js';
import { acquireFromWindow } from '../../../../platform/rate-windows.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { foldCase, isEmailAddress } from '../rules/registration.js';
import { CredentialMailKind } from '../vocabulary.js';
import { queueCredentialMailTo } from './mails.js';
import { enforceSourceRateLimit, mailsPerAddress, mailsPerSource } from './request-limits.js';
import type { MailedTokenKind } from './tokens.js';

/** Result of a request for an email, the same whether or not one is sent. */
export interface RequestedMail {
  readonly email: string;
}

/**
 * Queues an email with a token to reset the password for the pending or approved account with this address, if there is
 * one. If no such account exists, the result and the work done are the same.
 * @throws {DomainError} BAD_USER_INPUT; RATE_LIMITED by source address
 */
export async function requestPasswordReset(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { email: string },
): Promise<RequestedMail> {
  return await requestMail(dependencies, request, { ...input, kind: CredentialMailKind.PASSWORD_RESET });
}

/**
 * Queues another email with a confirmation token, if a pending or approved account has this address and has not
 * confirmed it.
 * @throws {DomainError} as {@link requestPasswordReset}
 */
export async function requestEmailConfirmation(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { email: string },
): Promise<RequestedMail> {
  return await requestMail(dependencies, request, { ...input, kind: CredentialMailKind.EMAIL_CONFIRMATION });
}

async function requestMail(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { email, kind }: { email: string; kind: MailedTokenKind },
): Promise<RequestedMail> {
  if (!isEmailAddress(email)) {
    throw invalidArgument('email', 'email must be an email address');
  }
  await enforceSourceRateLimit(dependencies, request, mailsPerSource);
  const now = dependencies.clock.now();
  const emailKey = foldCase(email);
  const onlyUnconfirmed = kind === CredentialMailKind.EMAIL_CONFIRMATION;
  await dependencies.database.transaction(async (sql) => {
    const window = { ...mailsPerAddress, subject: `${kind} ${emailKey}` };
    const { acquired } = await acquireFromWindow(sql, window, now / 1000);
    // Beyond the limit, no email is sent and the result is the same. The tokens of earlier emails remain valid.
    if (acquired) await queueCredentialMailTo(sql, { request, emailKey, kind, onlyUnconfirmed, createdAt: now });
  });
  return { email };
}
