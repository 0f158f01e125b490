import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { ControllerFields, ControllerRecord, ControllerRow } from '../records.js';
import { deleteController, lockSeats } from '../repository/controllers.js';
import { isUuid } from '../rules/guid.js';
import { assertAdministrator } from './authorisation.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';
import { withDerived } from './read-controllers.js';

/**
 * Takes a controller out of the register and gives its seat back. When it checks in again, it is registered anew if there is
 * a seat.
 * @returns the controller as it was
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function releaseController(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: { guid: string; fields: ControllerFields },
): Promise<ControllerRecord> {
  assertAdministrator(request);
  const { guid, fields } = input;
  const row = isUuid(guid)
    ? await dependencies.database.transaction(async (sql) => {
        await lockSeats(sql);
        const released = await deleteController(sql, guid);
        if (released !== undefined) await recordRelease(sql, request, released);
        return released;
      })
    : undefined;
  if (row === undefined) throw new DomainError('NOT_FOUND', `Controller ${guid} is not registered`);
  dependencies.log.info({ guid: row.guid, caller: callerName(request) }, 'the seat of a controller was released');
  return withDerived(dependencies, row, fields);
}

async function recordRelease(
  sql: TransactionSql,
  request: LicenseRequest,
  { guid, registeredAtEpoch, hostname, label }: ControllerRow,
): Promise<void> {
  const registeredAt = new Date(registeredAtEpoch * 1000).toISOString();
  const before = { hostname, label, registeredAt };
  await recordAudit(sql, request, { action: 'release.seat', object: `controller:${guid}`, before });
}

function callerName({ caller }: LicenseRequest): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}
