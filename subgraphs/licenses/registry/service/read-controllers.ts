import { assertBetween, isStorableText, isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseRequest } from '../../dependencies.js';
import { selectAllControllers, selectControllers, selectControllersByNames } from '../repository/controllers.js';
import {
  addDerivedFields,
  type ControllerFields,
  type ControllerRecord,
  prepareDerivedFields,
  type RegistryDependencies,
} from './controller-record.js';
import { leaseCutoff } from './leases.js';

/**
 * All controllers that have not lost their seats, oldest registration first. Performs no authorization; the caller must
 * have authorized the request.
 */
export async function readAllControllers(
  dependencies: RegistryDependencies,
  fields: ControllerFields,
): Promise<ControllerRecord[]> {
  await prepareDerivedFields(dependencies, fields);
  const cutoff = await leaseCutoff(dependencies);
  const rows = await dependencies.database.urgent.guard((sql) => selectAllControllers(sql, { fields, cutoff }));
  return rows.map((row) => addDerivedFields(dependencies, row, fields));
}

/**
 * The controllers with these GUIDs, in the same order; null for each GUID that is not registered.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function controllersByGuids(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: { guids: readonly string[]; fields: ControllerFields },
): Promise<(ControllerRecord | null)[]> {
  authorize(request.caller, 'licenses.read');
  return await readControllers(dependencies, request, input);
}

/**
 * The controllers with these GUIDs, in the same order; null for each GUID that is not registered. Performs no
 * authorization; the caller must have authorized the request. Callers who may check in a controller may read it.
 */
export async function readControllers(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  { guids, fields }: { guids: readonly string[]; fields: ControllerFields },
): Promise<(ControllerRecord | null)[]> {
  await prepareDerivedFields(dependencies, fields);
  const validGuids = guids.filter(isUuid);
  const rows = await dependencies.database.read({ signal: request.signal, rows: validGuids.length }, (sql) =>
    selectControllers(sql, { guids: validGuids, fields }),
  );
  const byGuid = new Map(rows.map((row) => [row.guid, addDerivedFields(dependencies, row, fields)]));
  return guids.map((guid) => byGuid.get(guid.toLowerCase()) ?? null);
}

/**
 * For each name, at most `first` controllers with this hostname at their last check-in and, with `withSubdomains`,
 * those in its subdomains; oldest registration first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a `first` outside of 1–100
 */
export async function controllersByNames(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: { names: readonly string[]; first: number; withSubdomains: boolean; fields: ControllerFields },
): Promise<ControllerRecord[][]> {
  authorize(request.caller, 'licenses.read');
  const { first, withSubdomains, fields } = input;
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  await prepareDerivedFields(dependencies, fields);
  // A name that cannot be stored is replaced by one that no controller has.
  const names = input.names.map((name) => (isStorableText(name) ? name.toLowerCase() : ''));
  const rows = await dependencies.database.read({ signal: request.signal, rows: names.length * first }, (sql) =>
    selectControllersByNames(sql, { names, first, withSubdomains, fields }),
  );
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return names.map((_, position) =>
    (byPosition.get(position) ?? []).map((row) => addDerivedFields(dependencies, row, fields)),
  );
}
