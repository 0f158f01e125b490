import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { normalizeZoneName } from '../../names.js';
import { existingZones } from '../../search/index.js';
import { selectIndexState } from '../repository/domains.js';

/**
 * The requested zone; null or undefined: all zones.
 * @throws {DomainError} NOT_FOUND for an unknown zone
 */
export async function requestedZones(dependencies: ZoneDependencies, requested: string | null | undefined) {
  return await existingZones(
    dependencies,
    requested === null || requested === undefined ? null : normalizeZoneName(requested),
  );
}

/**
 * Requires the index of nameservers.
 * @throws {DomainError} STORE_UNAVAILABLE while a job creates it for the imports of an earlier release
 */
export async function requireIndex(database: Database): Promise<void> {
  const { isComplete } = await database.guard((sql) => selectIndexState(sql, {}));
  if (isComplete) return;
  throw new DomainError(
    'STORE_UNAVAILABLE',
    'The index of nameservers is being built after the upgrade; try again in a few minutes',
    { retryAfterSeconds: 60 },
  );
}
