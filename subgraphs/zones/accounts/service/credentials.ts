import type { TransactionSql } from 'postgres';
import type { AuditObject } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { type PasswordHashRow, recordKnownSource, replaceHash, selectPasswordHash } from '../repository/credentials.js';
import { foldCase, isPassword, isUsername } from '../rules/registration.js';
import { hashPassword, needsRehash, verifyPassword } from './passwords.js';
import {
  attemptsPerKnownSource,
  attemptsPerSource,
  attemptsPerUsername,
  enforceRateLimit,
  type RequestLimit,
} from './request-limits.js';

/** Maximum number of known sources of an account; the oldest ones are deleted. */
const maxKnownSources = 20;

/** An account whose password was correct, and the hash that it was verified with. */
export interface VerifiedAccount {
  readonly accountId: string;
  readonly passwordHash: string;
}

/**
 * Verifies a username and a password. A wrong password results in the same error after the same time, whether or not
 * the account exists. Attempts are limited by source and by username: with one limit for all unknown sources, and one
 * for each source from which the password was correct before (docs/decisions/0042).
 * @throws {DomainError} RATE_LIMITED; UNAUTHENTICATED
 */
export async function requireCredentials(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username, password }: { username: string; password: string },
): Promise<VerifiedAccount> {
  const usernameKey = foldCase(username);
  const source = rateSubject(request.sourceAddress);
  await limitAttempts(dependencies, request, { limit: attemptsPerSource, subject: source });
  const row = isUsername(usernameKey)
    ? await countAndReadPassword(dependencies, request, { usernameKey, source })
    : undefined;
  // A password of invalid length may be very long, so the empty password is hashed instead.
  const isCorrect = await verifyPassword(isPassword(password) ? password : '', {
    hashed: row?.passwordHash,
    caller: knownCallerOf(row, request),
  });
  if (!isCorrect || row === undefined) {
    const message = 'a username or a password was rejected';
    const objects = objectsOf(row);
    dependencies.securityEvents.report({ name: 'password_rejected', message, facts: { source }, objects });
    throw wrongCredentials();
  }
  const { accountId, passwordHash: before } = row;
  const passwordHash = needsRehash(before) ? await hashPassword(password, accountId) : before;
  await dependencies.database.transaction(async (sql) => {
    await recordSource(dependencies, sql, { request, accountId });
    if (passwordHash !== before) await replaceHash(sql, { accountId, before, after: passwordHash });
  });
  return { accountId, passwordHash };
}

async function countAndReadPassword(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { usernameKey, source }: { usernameKey: string; source: string },
) {
  const row = await dependencies.database.guard((sql) => selectPasswordHash(sql, { usernameKey, source }));
  const rateLimit = row?.isKnownSource
    ? { limit: attemptsPerKnownSource, subject: `${usernameKey} ${source}` }
    : { limit: attemptsPerUsername, subject: usernameKey };
  await limitAttempts(dependencies, request, { ...rateLimit, row });
  return row;
}

/**
 * Counts a password attempt, and reports one that exceeds the limit.
 * @throws {DomainError} RATE_LIMITED
 */
async function limitAttempts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { row, ...rateLimit }: { limit: RequestLimit; subject: string; row?: PasswordHashRow | undefined },
): Promise<void> {
  try {
    await enforceRateLimit(dependencies, request, rateLimit);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RATE_LIMITED') {
      const facts = { source: rateSubject(request.sourceAddress), scheme: 'password' };
      const message = 'a password attempt beyond the limit was rejected';
      dependencies.securityEvents.report({
        name: 'authentication_throttled',
        ...{ message, facts, objects: objectsOf(row) },
      });
    }
    throw error;
  }
}

/** The account that an attempt refers to, for the audit log, which only administrators can read. */
function objectsOf(row: PasswordHashRow | undefined): AuditObject[] {
  return row === undefined ? [] : [`account:${row.accountId}`];
}

/**
 * The account id of a caller with reserved slots in the queue, whose request is from a known source or has a valid key
 * of the account. Undefined for other callers, and for accounts that are not approved, because anyone can register.
 */
function knownCallerOf(row: PasswordHashRow | undefined, { caller }: ZoneRequest): string | undefined {
  if (row === undefined || !row.isApproved) return undefined;
  const hasKey = caller.kind === 'account' && caller.accountId === row.accountId;
  return row.isKnownSource || hasKey ? row.accountId : undefined;
}

/** Records the source of the request as a known source of the account. */
export async function recordSource(
  { clock }: Pick<ZoneDependencies, 'clock'>,
  sql: TransactionSql,
  { request, accountId }: { request: ZoneRequest; accountId: string },
): Promise<void> {
  if (request.sourceAddress === '') return; // Requests of the command line have no source.
  const source = rateSubject(request.sourceAddress);
  await recordKnownSource(sql, { accountId, source, lastSucceededAt: clock.now(), limit: maxKnownSources });
}

/** Error for a wrong username or password; it does not reveal which one is wrong. */
export function wrongCredentials(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The username or the password is wrong');
}

/**
 * Error for an account that is not approved. Only callers with the correct password receive it; it does not reveal
 * whether the account is pending, rejected or suspended.
 */
export function notApproved(): DomainError {
  return new DomainError('FORBIDDEN', 'The account is not approved', { reason: 'account_not_approved' });
}
