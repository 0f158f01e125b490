import type { TransactionSql } from 'postgres';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  type AccountRow,
  lockAccountByName,
  selectAccount,
  updateAccountStatus,
  upsertSubscription,
} from '../repository/accounts.js';
import { insertKey } from '../repository/keys.js';
import { keyExpiry } from '../rules/key-terms.js';
import { foldCase, isUsername } from '../rules/registration.js';
import { nextStatus, type StatusChange } from '../rules/status-change.js';
import { createTrial, nextSubscription, type SubscriptionTerms } from '../rules/subscription.js';
import { AccountAction, Tier } from '../vocabulary.js';
import { isoTimeOfMillis, recordEvent } from './audit.js';
import { revoke } from './keys.js';
import { queueApprovalMails } from './mails.js';
import { type AccountRecord, accountRecord } from './read-accounts.js';
import { apiKeys, isConfirmationRequired } from './tokens.js';

/** Name of the key that the approval of an account creates. */
const defaultKeyName = 'default';

interface UsernameInput {
  username: string;
}

export interface Approval {
  readonly account: AccountRecord;
  /**
   * Whether this is the first approval, with a trial, a default key and two emails; false for an approval after a
   * suspension.
   */
  readonly isFirst: boolean;
}

/**
 * Approves an account: specification, section 3. The settings determine whether its address must be confirmed. The
 * first approval includes a trial, a default key and two emails, in one transaction; a later one lifts a suspension.
 * @param input.allowUnconfirmedEmail whether to approve an account with an unconfirmed address
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT if it is already approved, or CONFLICT
 *   `{ reason: 'email_not_confirmed' }`
 */
export async function approveAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username, allowUnconfirmedEmail }: UsernameInput & { allowUnconfirmedEmail?: boolean | null | undefined },
): Promise<Approval> {
  const allowed = allowUnconfirmedEmail === true;
  return await decide(dependencies, request, { username, change: 'approve', allowUnconfirmedEmail: allowed });
}

/**
 * Rejects an account that awaits approval.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT if it is not pending
 */
export async function rejectAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username }: UsernameInput,
): Promise<AccountRecord> {
  return (await decide(dependencies, request, { username, change: 'reject' })).account;
}

/**
 * Suspends an approved account: its keys are rejected from the next request on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT if it is not approved
 */
export async function suspendAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username }: UsernameInput,
): Promise<AccountRecord> {
  return (await decide(dependencies, request, { username, change: 'suspend' })).account;
}

/**
 * Sets tier and end of the subscription of an account that was approved before. Its keys keep their expiration times:
 * specification, section 5, rule 6.
 * @param input.expiresAt null: the default duration of the tier from now
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; BAD_USER_INPUT for an end more than 100 years away;
 *   CONFLICT before the first approval
 */
export async function setSubscription(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username, tier, expiresAt }: UsernameInput & { tier: Tier; expiresAt: Date | null | undefined },
): Promise<AccountRecord> {
  authorize(request.caller, 'accounts.manage');
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    const account = await lockExistingAccount(sql, username);
    const { subscription: current } = account;
    if (current === null) {
      throw new DomainError('CONFLICT', `The account ${account.username} was never approved: approve it first`);
    }
    const next = nextSubscription({ current, tier, expiresAt: expiresAt?.getTime() ?? null, now });
    await replaceSubscription(sql, request, { account, current, next, now });
    return await recordOf(sql, account.id, now);
  });
}

/**
 * Revokes a key of an account: it is rejected from the next request on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for the account or the key
 */
export async function revokeKeyOfAccount(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { username, name }: UsernameInput & { name: string },
): Promise<AccountRecord> {
  authorize(request.caller, 'accounts.manage');
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    const { id: accountId } = await lockExistingAccount(sql, username);
    await revoke(sql, { request, accountId, name, now, action: AccountAction.KEY_REVOKED });
    return await recordOf(sql, accountId, now);
  });
}

const actions: Readonly<Record<StatusChange, AccountAction>> = {
  approve: AccountAction.APPROVED,
  reject: AccountAction.REJECTED,
  suspend: AccountAction.SUSPENDED,
};

/**
 * Changes the status of an account in one transaction. A first approval also starts the trial, creates the default key
 * and queues the emails.
 */
async function decide(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  options: UsernameInput & { change: StatusChange; allowUnconfirmedEmail?: boolean },
): Promise<Approval> {
  const { username, change, allowUnconfirmedEmail = false } = options;
  authorize(request.caller, 'accounts.manage');
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    const account = await lockExistingAccount(sql, username);
    const status = nextStatus(change, account);
    const isFirst = change === 'approve' && account.subscription === null;
    if (isFirst && !allowUnconfirmedEmail) assertConfirmed(dependencies, account);
    await updateAccountStatus(sql, { id: account.id, status });
    const { emailConfirmed } = account;
    const states = {
      before: { status: account.status },
      after: isFirst ? { status, emailConfirmed } : { status },
    };
    await recordEvent(sql, request, { accountId: account.id, at: now, action: actions[change], ...states });
    if (isFirst) await addTrial(sql, request, { account, now });
    return { account: await recordOf(sql, account.id, now), isFirst };
  });
}

function assertConfirmed({ configuration }: ZoneDependencies, { username, email, emailConfirmed }: AccountRow): void {
  if (emailConfirmed || !isConfirmationRequired(configuration)) return;
  throw new DomainError(
    'CONFLICT',
    `The account ${username} has not confirmed its email address ${email}: wait for the confirmation, or approve it with --unconfirmed (in the GraphQL API: allowUnconfirmedEmail)`,
    { reason: 'email_not_confirmed' },
  );
}

/**
 * Adds the trial, the default key and the emails of a first approval. The secret of the key is created with its email.
 */
async function addTrial(
  sql: TransactionSql,
  request: ZoneRequest,
  { account, now }: { account: AccountRow; now: number },
): Promise<void> {
  const accountId = account.id;
  await replaceSubscription(sql, request, { account, current: null, next: createTrial(now), now });
  const expiresAt = keyExpiry({ tier: Tier.TRIAL, now });
  const key = { accountId, name: defaultKeyName, prefix: apiKeys.prefix, createdAt: now, expiresAt };
  const { id: keyId } = await insertKey(sql, key);
  const event = { accountId, at: now, action: AccountAction.KEY_GENERATED };
  await recordEvent(sql, request, {
    ...event,
    after: { keyName: defaultKeyName, expiresAt: isoTimeOfMillis(expiresAt) },
  });
  await queueApprovalMails(sql, { accountId, keyId, recipient: account.email, createdAt: now });
}

async function replaceSubscription(
  sql: TransactionSql,
  request: ZoneRequest,
  change: { account: AccountRow; current: SubscriptionTerms | null; next: SubscriptionTerms; now: number },
): Promise<void> {
  const { account, current, next, now } = change;
  await upsertSubscription(sql, { accountId: account.id, ...next });
  const event = { accountId: account.id, at: now, action: AccountAction.SUBSCRIPTION_SET };
  const before = current === null ? {} : { before: auditTermsOf(current) };
  await recordEvent(sql, request, { ...event, ...before, after: auditTermsOf(next) });
}

function auditTermsOf({ tier, expiresAt }: SubscriptionTerms) {
  return { tier, expiresAt: isoTimeOfMillis(expiresAt) };
}

async function lockExistingAccount(sql: TransactionSql, username: string): Promise<AccountRow> {
  const account = isUsername(username) ? await lockAccountByName(sql, foldCase(username)) : undefined;
  if (account === undefined) throw new DomainError('NOT_FOUND', `Account ${username} not found`);
  return account;
}

async function recordOf(sql: TransactionSql, id: string, now: number): Promise<AccountRecord> {
  const row = await selectAccount(sql, { id });
  if (row === undefined) throw new DomainError('NOT_FOUND', 'The account no longer exists');
  return accountRecord(row, now);
}
