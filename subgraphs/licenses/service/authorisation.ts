import { DomainError } from '../../../platform/domain-error.js';
import { isPermitted, notPermitted, type Permission } from '../../../platform/permission.js';
import type { LicenseRequest } from './dependencies.js';

/**
 * The documented endpoints know no callers (specification, section 5), so they serve everybody. The same fields of the graph
 * are for operators with this permission.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertControllerOrOperator(request: LicenseRequest, permission: Permission): void {
  if (request.via !== 'rest') assertOperator(request, permission);
}

/**
 * Controllers belong to no tenant, so an operator of one tenant sees none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertOperator({ caller }: Pick<LicenseRequest, 'caller'>, permission: Permission = 'read'): void {
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Licenses need an operator token');
  if (caller.kind !== 'operator' || (caller.role !== 'admin' && caller.tenantId !== null)) {
    throw new DomainError('FORBIDDEN', 'Licenses are for operators of all tenants only');
  }
  if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
}

/** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN */
export function assertAdministrator(request: LicenseRequest): void {
  assertOperator(request, 'administer');
}
