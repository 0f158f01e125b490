import { isLongerThan, isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { authorize, type Condition, isPermitted, type Permission } from '../../platform/permissions/index.js';
import type { AlertRequest, AlertSettings } from './dependencies.js';
import type { OfTenants, Tenants } from './tenants.js';

/** The alerts that a caller may read or change. */
export type Scope = OfTenants;

/** The parts of a request that decide its permissions. */
interface Asking extends Pick<AlertRequest, 'caller'> {
  readonly settings: Pick<AlertSettings, 'openToAnonymous'>;
}

/**
 * The tenants for which a caller has a permission; by default, whose alerts the caller may read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf({ settings, caller }: Asking, permission: Permission = 'alerts.read'): Scope {
  const { tenants } = authorize(caller, permission, heldBy(settings));
  return { tenants };
}

const openAlerts: readonly Condition[] = ['openAlerts'];

function heldBy({ openToAnonymous }: Asking['settings']): readonly Condition[] | undefined {
  return openToAnonymous ? openAlerts : undefined;
}

/** The permissions of a caller, which clients can read in advance. */
export interface Access extends Scope {
  /** The only tenant; null for all tenants, or for several. */
  readonly tenantId: string | null;
  readonly canChange: boolean;
}

/**
 * @throws {DomainError} UNAUTHENTICATED or FORBIDDEN if the caller may not read alerts, or, with `toChange`, may not
 * change them
 */
export function readAccess(request: Asking, { toChange }: { toChange: boolean }): Access {
  const { caller, settings } = request;
  const scope = scopeOf(request, toChange ? 'alerts.triage' : 'alerts.read');
  const [tenantId = null, ...others] = scope.tenants ?? [];
  return {
    ...scope,
    tenantId: others.length === 0 ? tenantId : null,
    canChange: isPermitted(caller, 'alerts.triage', heldBy(settings)),
  };
}

/** Whether a scope has the data of a tenant. */
export function mayAccess({ tenants }: Scope, tenantId: string): boolean {
  return tenants === null || tenants.includes(tenantId);
}

/**
 * The tenants to which a statement is restricted, given the requested one: null for all, undefined if none is allowed.
 */
export function tenantsWithin({ tenants }: Scope, requested: string | null | undefined): Tenants | undefined {
  if (requested === null || requested === undefined) return tenants;
  // Tenants that are empty, too long or cannot be stored match no row.
  if (requested === '' || isLongerThan(requested, maxCharacters.tenantId) || !isStorableText(requested))
    return undefined;
  return mayAccess({ tenants }, requested) ? [requested] : undefined;
}
