import type { NewOperatorToken } from '../../platform/access.js';
import { isReservedName } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { assertMaxCharacters, isLongerThan, maxCharacters } from '../../platform/input-limits.js';
import { quoted } from '../../platform/quoted.js';

/** UUID format (RFC 9562, section 4). A token name in this format could be mistaken for the id of another token. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const maxTenants = 100;

/**
 * The distinct tenants of a new token; null: all.
 * @throws {DomainError} BAD_USER_INPUT if `tenantId` and `tenants` are both set, or `tenants` is empty
 */
function tenantsIn({ tenantId, tenants = null }: NewOperatorToken): readonly string[] | null {
  if (tenants === null) return tenantId === null ? null : [tenantId];
  if (tenantId !== null) {
    throw new DomainError('BAD_USER_INPUT', 'tenantId and tenants are mutually exclusive: send one of them');
  }
  if (tenants.length === 0) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The list of tenants is empty: specify at least one, or omit it for all tenants',
    );
  }
  return [...new Set(tenants)];
}

/**
 * Validates the properties of a new token.
 * @returns the distinct tenants of the token; null: all
 * @throws {DomainError} BAD_USER_INPUT
 */
export function checkNewToken(request: NewOperatorToken, now: number): readonly string[] | null {
  const { name, role, expiresAt } = request;
  const tenants = tenantsIn(request);
  if (name.trim() === '' || isLongerThan(name, maxCharacters.name) || /\p{Cc}/u.test(name)) {
    throw new DomainError('BAD_USER_INPUT', `A token name must have 1 to ${maxCharacters.name} printable characters`);
  }
  if (uuidPattern.test(name)) {
    const message = `The name ${quoted(name)} has the format of a token id, a UUID: choose another one`;
    throw new DomainError('BAD_USER_INPUT', message);
  }
  if (isReservedName(name)) {
    throw new DomainError('BAD_USER_INPUT', `The name ${quoted(name)} is reserved: choose another one`);
  }
  if (role === 'admin' && tenants !== null) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The role admin cannot be restricted to a tenant: omit the tenant, or choose another role',
    );
  }
  if ((tenants?.length ?? 0) > maxTenants) {
    const message = `A token has at most ${maxTenants} tenants, but ${tenants?.length} were sent: omit them for all tenants`;
    throw new DomainError('BAD_USER_INPUT', message);
  }
  for (const tenant of tenants ?? []) {
    if (tenant.trim() === '')
      throw new DomainError('BAD_USER_INPUT', 'The tenant is empty: specify one, or omit it for all tenants');
    assertMaxCharacters('tenant', tenant, maxCharacters.tenantId);
  }
  checkExpiration(expiresAt, now);
  return tenants;
}

/** @throws {DomainError} BAD_USER_INPUT for a time in the past or an invalid one */
function checkExpiration(expiresAt: Date | null | undefined, now: number): void {
  if (expiresAt === null || expiresAt === undefined || expiresAt.getTime() > now) return;
  const message = Number.isNaN(expiresAt.getTime())
    ? 'The expiration is not a valid time: specify an ISO 8601 time, such as 2030-01-31T00:00:00Z'
    : `The expiration ${expiresAt.toISOString()} is in the past: choose a later time`;
  throw new DomainError('BAD_USER_INPUT', message);
}
