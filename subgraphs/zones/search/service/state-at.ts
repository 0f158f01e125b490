import { DomainError } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import { maxHistoryDays } from '../../accounts/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { zoneFileName } from '../../names.js';
import { type SearchZone, selectStateTimes } from '../repository/sessions.js';

/**
 * Retention of changes in milliseconds: one day more than the longest history, for the tolerance of bounds and open
 * sessions.
 */
export const changeRetentionMs = (maxHistoryDays + 1) * dayMs;

/**
 * The newest ingest of a zone at or before the time `at`, in Unix epoch milliseconds.
 * @throws {DomainError} BAD_USER_INPUT with `availableFrom` (ISO 8601) for a time that the change log does not reach
 */
export async function watermarkAt(
  { database, clock }: Pick<ZoneDependencies, 'database' | 'clock'>,
  { zones, at, lifetimeMs }: { zones: readonly SearchZone[]; at: number; lifetimeMs: number },
): Promise<number> {
  const [zone] = zones;
  if (zone === undefined) throw new Error('a search at a past time requires exactly one zone');
  // The log must contain the changes until the state has been read.
  const horizon = clock.now() + lifetimeMs - changeRetentionMs;
  const found = await database.guard((sql) => selectStateTimes(sql, { zoneId: zone.id, at, horizon }));
  if (found.watermark !== null && at >= found.from) return found.watermark;
  const availableFrom = new Date(found.from).toISOString();
  throw new DomainError(
    'BAD_USER_INPUT',
    `The earliest available state of ${zoneFileName(zone.name)} is that of ${availableFrom}: choose this time or a later one`,
    { argument: 'at', availableFrom },
  );
}
