import { DomainError } from '../../platform/domain-error.js';
import { isPermitted, notPermitted, type Permission } from '../../platform/permission.js';
import type { LicenseRequest, LicenseSettings } from './dependencies.js';

/**
 * The documented endpoints authenticate nobody (specification, section 5) unless the settings require controllers to authenticate. In the graph
 * the same fields are for operators with this permission.
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
  // The listener has rejected unauthenticated controllers, unless it runs with other settings.
  if (!settings.identifiesControllers || request.caller.kind === 'controller') return;
  throw new DomainError('UNAUTHENTICATED', 'Controllers must authenticate', { reason: 'not_identified' });
}

/**
 * Controllers belong to no tenant, so operators of one tenant see none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertOperator({ caller }: Pick<LicenseRequest, 'caller'>, permission: Permission = 'read'): void {
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Licenses require an operator token');
  if (caller.kind !== 'operator' || (caller.role !== 'admin' && caller.tenantId !== null)) {
    throw new DomainError('FORBIDDEN', 'Licenses are available to operators of all tenants only');
  }
  if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
}
