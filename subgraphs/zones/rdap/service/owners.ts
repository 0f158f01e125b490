import type { Caller, RequestContext } from '../../../../platform/caller.js';
import { callerName } from '../../../../platform/caller.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { requireAccess } from '../../accounts/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { tenantOf } from '../../tenants.js';
import type { OwnerScope } from '../repository/watches.js';
import { requireLookupQuota } from './lookup-quota.js';

/** Owner of a watch or a bulk lookup: an account, a tenant, or neither. */
export interface Owner {
  readonly accountId: string | null;
  readonly tenantId: string | null;
  /** Name of the caller that created it; lookups use the quota of this caller. */
  readonly createdBy: string;
}

type OwnedRequest = Pick<RequestContext, 'caller'>;

/**
 * Returns the scope that a caller may read or change: an account may access its own watches and bulk lookups, an
 * operator those of their tenants.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function scopeOf(
  dependencies: ZoneDependencies,
  { caller }: OwnedRequest,
  permission: 'rdap.read' | 'rdap.manage',
): Promise<OwnerScope> {
  const { tenants } = authorize(caller, permission);
  const { accountId } = await requireAccess(dependencies, caller);
  return { accountId, tenants };
}

/**
 * The owner of watches and bulk lookups that a caller adds. The caller's tier must include lookups.
 * @param tenantId the requested tenant; null: the caller's only tenant or, for callers with access to all tenants, no
 * tenant
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a tenant that is not the caller's, and for null
 * if the caller has several
 */
export async function ownerOf(
  dependencies: ZoneDependencies,
  { caller }: OwnedRequest,
  tenantId: string | null,
): Promise<Owner> {
  const { tenants } = authorize(caller, 'rdap.manage');
  const { accountId, tier } = await requireAccess(dependencies, caller);
  requireLookupQuota(dependencies.settings, tier);
  const createdBy = caller.kind === 'account' ? caller.username : callerName(caller);
  if (accountId === null) return { accountId, tenantId: tenantOf(tenantId, tenants), createdBy };
  if (tenantId !== null) throw invalidArgument('tenantId', 'Accounts have no tenant: omit tenantId');
  return { accountId, tenantId, createdBy };
}

/** The caller on whose behalf the lookups of an owner are performed and counted. */
export function callerOf({ accountId, createdBy }: Owner): Caller {
  return accountId === null
    ? { kind: 'operator', name: createdBy, role: 'analyst', tenantId: null }
    : { kind: 'account', accountId, username: createdBy };
}
