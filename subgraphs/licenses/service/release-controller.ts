import { DomainError } from '../../../platform/domain-error.js';
import type { ControllerFields, ControllerRecord } from '../records.js';
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
        return await deleteController(sql, guid);
      })
    : undefined;
  if (row === undefined) throw new DomainError('NOT_FOUND', `Controller ${guid} is not registered`);
  dependencies.log.info({ guid: row.guid, caller: callerName(request) }, 'the seat of a controller was released');
  return withDerived(dependencies, row, fields);
}

function callerName({ caller }: LicenseRequest): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}
