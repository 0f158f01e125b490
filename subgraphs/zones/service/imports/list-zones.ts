import type { ZoneRecord } from '../../records.js';
import { selectZones } from '../../repository/imports/zones.js';
import { requireAccess } from '../accounts/access.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';

/**
 * All zones that have been imported, by name.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function listZones(dependencies: ZoneDependencies, { caller }: ZoneRequest): Promise<ZoneRecord[]> {
  await requireAccess(dependencies, caller);
  return await dependencies.database.guard(selectZones);
}
