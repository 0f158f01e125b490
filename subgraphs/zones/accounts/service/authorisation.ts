import { DomainError } from '../../../../platform/domain-error.js';
import { isPermitted } from '../../../../platform/permission.js';
import type { ZoneRequest } from '../../dependencies.js';

/**
 * Accounts are administered by administrators only.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function requireAdministrator({ caller }: Pick<ZoneRequest, 'caller'>): void {
  if (isPermitted(caller, 'administer')) return;
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Accounts need an administrator’s token');
  throw new DomainError('FORBIDDEN', 'Accounts are for administrators only');
}
