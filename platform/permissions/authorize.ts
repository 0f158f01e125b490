import { type Caller, operatorRoles, tenantsOf } from '../caller.js';
import { DomainError } from '../domain-error.js';
import {
  type Condition,
  type Grants,
  type Permission,
  type PermissionRule,
  permissions,
  type Role,
  type Scope,
} from './table.js';

/** The access that a permission grants to a caller. */
export interface Access {
  readonly scope: Scope;
  /** The tenants whose data the caller may access; null: all tenants, or the data belongs to no tenant. */
  readonly tenants: readonly string[] | null;
}

/** The role of a caller in the permissions table. */
function roleOf(caller: Caller): Role {
  return caller.kind === 'operator' ? caller.role : caller.kind;
}

/**
 * The access that the permissions table grants to a caller; undefined if it grants none. A role that is not in the
 * table, such as one of a later release, has no access.
 * @param activeConditions the conditions of conditional grants that apply
 */
export function accessOf(
  caller: Caller,
  permission: Permission,
  activeConditions: readonly Condition[] = [],
): Access | undefined {
  const role = roleOf(caller);
  const { grants, conditional }: PermissionRule = permissions[permission];
  const access = accessFor(caller, grantedScope(grants, role));
  if (access !== undefined || conditional === undefined || !activeConditions.includes(conditional.condition))
    return access;
  return accessFor(caller, grantedScope(conditional.grants, role));
}

export function isPermitted(
  caller: Caller,
  permission: Permission,
  activeConditions: readonly Condition[] = [],
): boolean {
  return accessOf(caller, permission, activeConditions) !== undefined;
}

/**
 * Requires a permission, and returns the access that it grants to the caller.
 * @throws {DomainError} UNAUTHENTICATED for anonymous callers; FORBIDDEN for others, with `{ role }` for operators whom
 * another role would permit it
 */
export function authorize(caller: Caller, permission: Permission, activeConditions: readonly Condition[] = []): Access {
  const access = accessOf(caller, permission, activeConditions);
  if (access === undefined) throw notPermittedError(caller, permission);
  return access;
}

function grantedScope(grants: Grants, role: Role): Scope | undefined {
  return Object.hasOwn(grants, role) ? grants[role] : undefined;
}

function accessFor(caller: Caller, scope: Scope | undefined): Access | undefined {
  if (scope === undefined) return undefined;
  const tenants = caller.kind === 'operator' ? tenantsOf(caller) : null;
  if (scope === 'all_tenants' && tenants !== null) return undefined;
  return { scope, tenants: scope === 'own_tenants' ? tenants : null };
}

function notPermittedError(caller: Caller, permission: Permission): DomainError {
  const rule: PermissionRule = permissions[permission];
  if (caller.kind === 'anonymous') return new DomainError('UNAUTHENTICATED', rule.unauthenticated);
  const permitted = operatorRoles.filter((role) => rule.grants[role] !== undefined);
  // Wrong tenant, no operator, or a permission that operators cannot have: another role would not help.
  if (caller.kind !== 'operator' || permitted.length === 0 || rule.grants[caller.role] === 'all_tenants') {
    return new DomainError('FORBIDDEN', rule.forbidden);
  }
  const message = `The role ${caller.role} may not ${rule.purpose} (${permission}); permitted roles: ${permitted.join(', ')}`;
  return new DomainError('FORBIDDEN', message, { role: caller.role });
}
