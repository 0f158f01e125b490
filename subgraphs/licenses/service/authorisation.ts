import { DomainError } from '../../../platform/domain-error.js';
import { isPermitted, notPermitted, type Permission } from '../../../platform/permission.js';
import type { LicenseDependencies, LicenseRequest, LicenseSettings } from './dependencies.js';

/**
 * The documented endpoints know no callers (specification, section 5), so they serve everybody, or, where the settings say so, every
 * controller that proves who it is. The same fields of the graph
 * are for operators with this permission.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertControllerOrOperator(
  { settings }: { readonly settings: Pick<LicenseSettings, 'identifiesControllers'> },
  request: LicenseRequest,
  permission: Permission,
): void {
  if (request.via !== 'rest') {
    assertOperator(request, permission);
    return;
  }
  // The listener has refused those that prove nothing, unless it runs with other settings.
  if (!settings.identifiesControllers || request.caller.kind === 'controller') return;
  throw new DomainError('UNAUTHENTICATED', 'Controllers must prove who they are', { reason: 'not_identified' });
}

/**
 * A controller with a certificate checks in with its own GUID only.
 * @throws {DomainError} FORBIDDEN
 */
export function assertOwnGuid(
  { alarms }: Pick<LicenseDependencies, 'alarms'>,
  { caller, sourceAddress }: LicenseRequest,
  guid: string,
): void {
  if (caller.kind !== 'controller' || caller.guids === null || caller.guids.includes(guid)) return;
  alarms.impersonated({ guid, certificateGuids: caller.guids.join(' '), source: sourceAddress });
  throw new DomainError('FORBIDDEN', 'The client certificate is not of this controller', {
    reason: 'certificate_of_another_controller',
  });
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
