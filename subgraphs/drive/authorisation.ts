import { DomainError } from '../../platform/domain-error.js';
import type { EventType } from '../../platform/events/index.js';
import { isPermitted, notPermitted, type Permission } from '../../platform/permission.js';
import type { DriveRequest } from './dependencies.js';

/**
 * The copy of a document site belongs to no tenant: operators of all tenants see it, nobody else.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertOperator({ caller }: Pick<DriveRequest, 'caller'>, permission: Permission = 'read'): void {
  if (caller.kind === 'anonymous')
    throw new DomainError('UNAUTHENTICATED', 'The document site needs an operator token');
  if (caller.kind !== 'operator' || (caller.role !== 'admin' && caller.tenantId !== null)) {
    throw new DomainError('FORBIDDEN', 'The document site is for operators of all tenants only');
  }
  if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
}

/**
 * Connecting and disconnecting is for administrators.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertAdministrator(request: DriveRequest): void {
  assertOperator(request, 'administer');
}

/** The name under which it is kept who did something. */
export function callerName({ caller }: DriveRequest): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}

/** Syncs of the document site that began and ended: heard by whoever may read the document site. */
export const syncEvents: EventType = {
  name: 'syncs',
  admit(caller) {
    assertOperator({ caller });
    return { tenantId: null };
  },
};
