import { invalidArgument } from '../../platform/domain-error.js';
import { assertStorableText, maxCharacters } from '../../platform/input-limits.js';

/**
 * The tenant of an object that a caller adds; null for no tenant, which only callers with access to all tenants may
 * choose.
 * @param tenantId the requested tenant; null: the caller's only tenant or, for callers with access to all tenants, no
 * tenant
 * @param tenants the caller's tenants; null: all tenants
 * @throws {DomainError} BAD_USER_INPUT for a tenant that is not one of the caller's, and for null if the caller has
 * several
 */
export function tenantOf(tenantId: string | null, tenants: readonly string[] | null): string | null {
  assertStorableText('tenantId', tenantId, maxCharacters.tenantId);
  if (tenantId === '') throw invalidArgument('tenantId', 'tenantId is empty: specify a tenant, or omit it');
  if (tenants === null) return tenantId;
  const [onlyTenant, ...others] = tenants;
  if (tenantId === null && onlyTenant !== undefined && others.length === 0) return onlyTenant;
  if (tenantId !== null && tenants.includes(tenantId)) return tenantId;
  throw invalidArgument('tenantId', `tenantId must be one of your tenants: ${tenants.join(', ')}`);
}
