import { DomainError } from '../../../platform/domain-error.js';
import type { LicenseRequest } from './dependencies.js';

/**
 * The documented endpoints know no callers (specification, section 5), so they serve everybody. The same fields of the graph
 * are for operators.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertControllerOrOperator(request: LicenseRequest): void {
  if (request.via !== 'rest') assertOperator(request);
}

/**
 * Controllers belong to no tenant, so an analyst of one tenant sees none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertOperator({ caller }: Pick<LicenseRequest, 'caller'>): void {
  if (caller.kind === 'operator' && (caller.role === 'admin' || caller.tenantId === null)) return;
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Licenses need an operator token');
  throw new DomainError('FORBIDDEN', 'Licenses are for administrators and analysts of all tenants');
}

/** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN */
export function assertAdministrator(request: LicenseRequest): void {
  assertOperator(request);
  if (request.caller.kind === 'operator' && request.caller.role === 'admin') return;
  throw new DomainError('FORBIDDEN', 'Only administrators may release a seat');
}
