import { DomainError } from '../../platform/domain-error.js';
import type { EventType } from '../../platform/events/index.js';
import { isPermitted, notPermitted, type Permission } from '../../platform/permission.js';
import type { DriveRequest } from './dependencies.js';

/**
 * Permits operators of all tenants only: a document site belongs to no tenant.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertOperator({ caller }: Pick<DriveRequest, 'caller'>, permission: Permission = 'read'): void {
  if (caller.kind === 'anonymous')
    throw new DomainError('UNAUTHENTICATED', 'The document site requires an operator token');
  if (caller.kind !== 'operator' || (caller.role !== 'admin' && caller.tenantId !== null)) {
    throw new DomainError('FORBIDDEN', 'The document site is available to operators of all tenants only');
  }
  if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
}

/**
 * Permits administrators only.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function assertAdministrator(request: DriveRequest): void {
  assertOperator(request, 'administer');
}

/** Events of syncs that started or ended, for callers who may read the document site. */
export const syncEvents: EventType = {
  name: 'syncs',
  admit(caller) {
    assertOperator({ caller });
    return { tenantId: null };
  },
  subscription: {
    field: 'driveSynced',
    entities: 'syncedDriveRuns',
    // As the trigger writes it. The start of a sync is no news of its result.
    idsOf: ({ runId, outcome }) => (outcome === 'RUNNING' ? [] : [runId as string]),
  },
};
