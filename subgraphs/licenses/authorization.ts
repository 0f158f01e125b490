import { DomainError } from '../../platform/domain-error.js';
import { authorize, type Condition, isPermitted, type Permission } from '../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';

const openControllers: readonly Condition[] = ['openControllers'];

/**
 * Verifies that the caller may use a documented REST endpoint or, for requests through the GraphQL API, has the
 * permission. The documented endpoints require no authentication (specification, section 5), unless the settings
 * require controllers to authenticate.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertControllerOrOperator(
  { settings }: Pick<LicenseDependencies, 'settings'>,
  { via, caller }: LicenseRequest,
  permission: Permission,
): void {
  if (via !== 'rest') {
    authorize(caller, permission);
    return;
  }
  if (isPermitted(caller, 'licenses.check-in', settings.controllerAuth === 'open' ? openControllers : [])) return;
  // The listener has rejected unauthenticated controllers; this also covers a listener with other settings.
  throw new DomainError(
    'UNAUTHENTICATED',
    'Controllers must authenticate with a client certificate or an enrolment secret',
    { reason: 'not_identified' },
  );
}
