import { isLongerThan, isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { authorize, type Condition, isPermitted, type Permission } from '../../platform/permissions/index.js';
import type { AlertRequest, AlertSettings } from './dependencies.js';
import { onlyTenant, type TenantFilter, type Tenants } from './tenants.js';

/** The tenants whose alerts a caller may read or change. */
export type Scope = TenantFilter;

/** The parts of a request that determine the permissions of its caller. */
interface AccessRequest extends Pick<AlertRequest, 'caller'> {
  readonly settings: Pick<AlertSettings, 'openToAnonymous'>;
}

/**
 * The tenants for which a caller has a permission; by default, the permission to read alerts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf({ settings, caller }: AccessRequest, permission: Permission = 'alerts.read'): Scope {
  const { tenants } = authorize(caller, permission, conditionsOf(settings));
  return { tenants };
}

const openAlerts: readonly Condition[] = ['openAlerts'];

function conditionsOf({ openToAnonymous }: AccessRequest['settings']): readonly Condition[] | undefined {
  return openToAnonymous ? openAlerts : undefined;
}

/** The permissions of a caller on alerts, for clients to query before other requests. */
export interface Access extends Scope {
  /** The only tenant that the caller may access; null if the caller may access several or all tenants. */
  readonly tenantId: string | null;
  readonly canChange: boolean;
}

/**
 * Returns the permissions of the caller on alerts.
 * @throws {DomainError} UNAUTHENTICATED or FORBIDDEN if the caller may not read alerts or, with `toChange`, may not
 * change them
 */
export function callerAccess(request: AccessRequest, { toChange }: { toChange: boolean }): Access {
  const { caller, settings } = request;
  const scope = scopeOf(request, toChange ? 'alerts.triage' : 'alerts.read');
  return {
    ...scope,
    tenantId: onlyTenant(scope.tenants),
    canChange: isPermitted(caller, 'alerts.triage', conditionsOf(settings)),
  };
}

/** Whether a scope includes a tenant. */
export function canAccess({ tenants }: Scope, tenantId: string): boolean {
  return tenants === null || tenants.includes(tenantId);
}

/**
 * Whether a scope includes all of the given tenants; null: all tenants. False for an empty list, which belongs to no
 * tenant.
 */
export function canAccessAll({ tenants }: Scope, restriction: Tenants): boolean {
  if (tenants === null) return true;
  return restriction !== null && restriction.length > 0 && restriction.every((tenant) => tenants.includes(tenant));
}

/**
 * The tenants to which a query is restricted: the requested tenant or, if none is requested, those of the scope (null:
 * all). Undefined if the scope does not include the requested tenant.
 */
export function permittedTenants({ tenants }: Scope, requested: string | null | undefined): Tenants | undefined {
  if (requested === null || requested === undefined) return tenants;
  // Tenants that are empty, too long or cannot be stored match no row.
  if (requested === '' || isLongerThan(requested, maxCharacters.tenantId) || !isStorableText(requested))
    return undefined;
  return canAccess({ tenants }, requested) ? [requested] : undefined;
}
