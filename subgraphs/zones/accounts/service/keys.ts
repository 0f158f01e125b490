import type { TransactionSql } from 'postgres';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { type AccountRow, lockAccountWithPassword } from '../repository/accounts.js';
import { addSecret, insertKey, revokeKey, selectActiveKeys } from '../repository/keys.js';
import { assertKeyDays, assertKeyName, isKeyName, keyExpiry } from '../rules/key-terms.js';
import type { GenerateApiKeyInput, GenerateApiKeyPayload } from '../types/account-mutations.js';
import { AccountAction, AccountStatus, Tier } from '../vocabulary.js';
import { requireAccess } from './access.js';
import { isoTimeOfMillis, recordEvent, requestOfOwner } from './audit.js';
import { notApproved, requireCredentials, wrongCredentials } from './credentials.js';
import { apiKeys } from './tokens.js';

/** Maximum number of active keys of an account. */
const maxKeys = 100;

/**
 * Generates a key with the password of the account: specification, section 4. The subscription may have expired.
 * @throws {DomainError} BAD_USER_INPUT; RATE_LIMITED by source and username; UNAUTHENTICATED for a wrong username or
 *   password; FORBIDDEN for an account that is not approved; CONFLICT for a name that an active key already has,
 *   or for too many keys
 */
export async function generateKey(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: GenerateApiKeyInput,
): Promise<GenerateApiKeyPayload> {
  const { name, expiresInDays: days } = input;
  assertKeyName(name);
  assertKeyDays(days);
  const verified = await requireCredentials(dependencies, request, input);
  const now = dependencies.clock.now();
  const key = apiKeys.create();
  const expiresAt = await dependencies.database.transaction(async (sql) => {
    const account = await lockAccountWithPassword(sql, verified);
    if (account === undefined) throw wrongCredentials();
    if (account.status !== AccountStatus.APPROVED) throw notApproved();
    await assertFreeName(sql, { account, name, now });
    const expiresAt = keyExpiry({ tier: account.subscription?.tier ?? Tier.TRIAL, days, now });
    const prefix = apiKeys.visiblePrefix(key);
    const added = { accountId: account.id, name, prefix, createdAt: now, expiresAt };
    const { id: keyId } = await insertKey(sql, added);
    await addSecret(sql, { keyId, hash: hashSecretToken(key), prefix });
    // The password identified the owner.
    const event = { accountId: account.id, at: now, action: AccountAction.KEY_GENERATED };
    const after = { keyName: name, prefix, expiresAt: isoTimeOfMillis(expiresAt) };
    await recordEvent(sql, requestOfOwner(request, account), { ...event, after });
    return expiresAt;
  });
  return { name, key, createdAt: new Date(now), expiresAt: new Date(expiresAt) };
}

async function assertFreeName(
  sql: TransactionSql,
  { account, name, now }: { account: AccountRow; name: string; now: number },
): Promise<void> {
  const active = await selectActiveKeys(sql, { accountIds: [account.id], now });
  if (active.some((key) => key.name === name)) {
    throw new DomainError('CONFLICT', `An active API key is already named ${name}: choose another name`);
  }
  if (active.length >= maxKeys) {
    throw new DomainError('CONFLICT', `An account can have at most ${maxKeys} active API keys: delete one first`);
  }
}

/**
 * Revokes the caller's own key with this name: it is rejected from the next request on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}; NOT_FOUND
 */
export async function deleteOwnKey(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { name }: { name: string },
): Promise<{ name: string }> {
  authorize(request.caller, 'keys.delete');
  const { accountId } = await requireAccess(dependencies, request.caller);
  // The permission `keys.delete` requires an account.
  if (accountId === null) throw new Error('the caller has no account: only accounts can delete API keys');
  const now = dependencies.clock.now();
  await dependencies.database.transaction((sql) =>
    revoke(sql, { request, accountId, name, now, action: AccountAction.KEY_DELETED }),
  );
  return { name };
}

/**
 * Revokes an active key of an account and records the caller.
 * @throws {DomainError} NOT_FOUND
 */
export async function revoke(
  sql: TransactionSql,
  options: { request: ZoneRequest; accountId: string; name: string; now: number; action: AccountAction },
): Promise<void> {
  const { accountId, name, now, action, request } = options;
  const isRevoked = isKeyName(name) && (await revokeKey(sql, { accountId, name, now }));
  if (!isRevoked) throw new DomainError('NOT_FOUND', `API key ${name} not found`);
  await recordEvent(sql, request, { accountId, at: now, action, after: { keyName: name } });
}
