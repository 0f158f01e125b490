import type { TransactionSql } from 'postgres';
import { DomainError } from '../../../../platform/domain-error.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { type PasswordRow, recordKnownSource, replaceHash, selectPassword } from '../repository/credentials.js';
import { comparedForm, isPassword, isUsername } from '../rules/registration.js';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';
import { countRequest, triesOfKnownSource, triesOfSource, triesOfUsername } from './request-limits.js';

/** Of one account. More are those of somebody who uses many networks: the oldest are forgotten. */
const maxKnownSources = 20;

/** An account whose password was right, and the hash that it was checked with. */
export interface VerifiedAccount {
  readonly accountId: string;
  readonly passwordHash: string;
}

/**
 * Checks a username and a password. Whoever does not know the password hears the same in the same time, whether or not there is
 * such an account. Tries are limited by source, and by name: together for everybody from whose address the password was never
 * right, and apart for each address from which it was (docs/decisions/0042).
 * @throws {DomainError} RATE_LIMITED; UNAUTHENTICATED
 */
export async function requireCredentials(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username, password }: { username: string; password: string },
): Promise<VerifiedAccount> {
  const usernameKey = comparedForm(username);
  const source = rateSubject(request.sourceAddress);
  await countRequest(dependencies, request, { limit: triesOfSource, subject: source });
  const row = isUsername(usernameKey)
    ? await countedPassword(dependencies, request, { usernameKey, source })
    : undefined;
  // A password that nobody can have is not hashed at its own length.
  const isRight = await verifyPassword(isPassword(password) ? password : '', {
    hashed: row?.passwordHash,
    caller: knownCallerOf(row, request),
  });
  if (!isRight || row === undefined) {
    const message = 'a username or a password was refused';
    dependencies.securityEvents.report({ name: 'password_refused', message, facts: { source } });
    throw wrongCredentials();
  }
  const { accountId, passwordHash: before } = row;
  const passwordHash = isOutdated(before) ? await hashPassword(password, accountId) : before;
  await dependencies.database.transaction(async (sql) => {
    await recordSource(dependencies, sql, { request, accountId });
    if (passwordHash !== before) await replaceHash(sql, { accountId, before, after: passwordHash });
  });
  return { accountId, passwordHash };
}

async function countedPassword(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { usernameKey, source }: { usernameKey: string; source: string },
) {
  const row = await dependencies.database.guard((sql) => selectPassword(sql, { usernameKey, source }));
  const counted = row?.isKnownSource
    ? { limit: triesOfKnownSource, subject: `${usernameKey} ${source}` }
    : { limit: triesOfUsername, subject: usernameKey };
  await countRequest(dependencies, request, counted);
  return row;
}

/**
 * Who has a place in the queue that strangers cannot take: whoever comes from where the password was right before, or has a valid key of
 * the account. Only approved accounts: anybody can register one.
 */
function knownCallerOf(row: PasswordRow | undefined, { caller }: ZoneRequest): string | undefined {
  if (row === undefined || !row.isApproved) return undefined;
  const hasKey = caller.kind === 'account' && caller.accountId === row.accountId;
  return row.isKnownSource || hasKey ? row.accountId : undefined;
}

/** Remembers that the account's owner was there. */
export async function recordSource(
  { clock }: Pick<ZoneDependencies, 'clock'>,
  sql: TransactionSql,
  { request, accountId }: { request: ZoneRequest; accountId: string },
): Promise<void> {
  if (request.sourceAddress === '') return; // The command line has none.
  const source = rateSubject(request.sourceAddress);
  await recordKnownSource(sql, { accountId, source, lastSucceededAt: clock.now(), limit: maxKnownSources });
}

export function wrongCredentials(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The username or the password is wrong');
}

/** Said only to those who know the password; nobody hears whether the account is pending, rejected or suspended. */
export function notApproved(): DomainError {
  return new DomainError('FORBIDDEN', 'The account is not approved', { reason: 'account_not_approved' });
}
