import { recordAudit } from '../../../../platform/audit/index.js';
import { dateOrNull } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseRequest } from '../../dependencies.js';
import { graceEnd } from '../../files/index.js';
import { deleteController } from '../repository/controllers.js';
import { lockSeats, selectSeatsUsed } from '../repository/seats.js';
import {
  addDerivedFields,
  type ControllerFields,
  type ControllerRecord,
  prepareDerivedFields,
  type RegistryDependencies,
} from './controller-record.js';
import { leaseCutoff } from './leases.js';

/**
 * The current license, its state and its seat counts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function licenseStatus(dependencies: RegistryDependencies, request: LicenseRequest) {
  authorize(request.caller, 'licenses.read');
  await dependencies.files.documents.refresh();
  const { state, problem, license } = await dependencies.files.license.current();
  const cutoff = await leaseCutoff(dependencies);
  const { used: seatsUsed } = await dependencies.database.guard((sql) => selectSeatsUsed(sql, { cutoff }));
  return {
    state,
    problem,
    ...dependencies.files.license.source(),
    id: license?.id ?? null,
    customer: license?.customer ?? null,
    cap: license?.cap ?? null,
    issuedAt: dateOrNull(license?.issuedAt),
    notBefore: dateOrNull(license?.notBefore),
    expiresAt: dateOrNull(license?.expiresAt),
    graceEndsAt: dateOrNull(license === null ? null : graceEnd(license)),
    leaseDays: dependencies.settings.leaseDays || null,
    seatsUsed,
    seatsLeft: license === null ? null : Math.max(0, license.cap - seatsUsed),
  };
}

/**
 * Removes a controller and frees its seat. The next check-in of the controller registers it again if there is a free
 * seat.
 * @returns the controller before its removal
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unregistered controller
 */
export async function releaseController(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  { guid, fields }: { guid: string; fields: ControllerFields },
): Promise<ControllerRecord> {
  authorize(request.caller, 'licenses.release');
  await prepareDerivedFields(dependencies, fields);
  const row = isUuid(guid)
    ? await dependencies.database.transaction(async (sql) => {
        await lockSeats(sql);
        const released = await deleteController(sql, { guid });
        if (released === undefined) return undefined;
        const { hostname, label, registeredAt, machineFileExpiresAt } = released;
        const before = { hostname, label, registeredAt, ...(machineFileExpiresAt && { machineFileExpiresAt }) };
        await recordAudit(sql, request, { action: 'release.seat', object: `controller:${released.guid}`, before });
        return released;
      })
    : undefined;
  if (row === undefined) throw new DomainError('NOT_FOUND', `Controller ${guid} is not registered`);
  const { caller } = request;
  const name = caller.kind === 'operator' ? caller.name : caller.kind;
  dependencies.log.info({ guid: row.guid, caller: name }, 'the seat of a controller was released');
  return addDerivedFields(dependencies, row, fields);
}
