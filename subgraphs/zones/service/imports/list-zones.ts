import { DomainError } from '../../../../platform/domain-error.js';
import type { ZoneRecord } from '../../records.js';
import { selectZones } from '../../repository/imports/zones.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';

/**
 * All zones that have been imported, by name.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listZones(dependencies: ZoneDependencies, { caller }: ZoneRequest): Promise<ZoneRecord[]> {
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Zones need an API key');
  if (caller.kind !== 'operator' && caller.kind !== 'account') {
    throw new DomainError('FORBIDDEN', 'Zones are for accounts and operators only');
  }
  return await dependencies.database.guard(selectZones);
}
