import { callerId } from '../../platform/audit/index.js';
import { type Caller, tenantsOf } from '../../platform/caller.js';
import type { OperatorRole } from '../../platform/graph/index.js';
import { accessOf, permissionNames } from '../../platform/permissions/index.js';
import type { ViewerKind } from './vocabulary.js';

export interface ViewerRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: ViewerKind;
  readonly roles: OperatorRole[];
  readonly tenants: string[] | null;
  readonly permissions: string[];
  readonly expiresAt: Date | null;
}

/**
 * The identity and permissions of a caller, as the caller may read them; null for anonymous callers and controllers.
 */
export function viewerOf(caller: Caller): ViewerRecord | null {
  if (caller.kind === 'anonymous' || caller.kind === 'controller') return null;
  return {
    id: callerId(caller),
    name: nameOf(caller),
    kind: caller.kind,
    roles: caller.kind === 'operator' ? [caller.role] : [],
    tenants: tenantsOfCaller(caller),
    permissions: permissionNames.filter((permission) => accessOf(caller, permission) !== undefined),
    expiresAt: 'expiresAt' in caller && caller.expiresAt !== undefined ? new Date(caller.expiresAt) : null,
  };
}

type Known = Exclude<Caller, { kind: 'anonymous' | 'controller' }>;

function nameOf(caller: Known): string {
  if (caller.kind === 'operator') return caller.name;
  return caller.kind === 'account' ? caller.username : caller.clientId;
}

function tenantsOfCaller(caller: Known): string[] | null {
  const tenants = caller.kind === 'operator' ? tenantsOf(caller) : [];
  return tenants && [...tenants];
}
