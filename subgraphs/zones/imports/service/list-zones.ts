import { DomainError } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import { requireAccess, tierLimits } from '../../accounts/index.js';
import { dayRange } from '../../day-range.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { earliestReadable } from '../../search/index.js';
import { type DayCount, selectDailyCounts } from '../repository/import-log.js';
import { selectZone, selectZones, type ZoneRecord } from '../repository/zones.js';
import type { NewestImport } from '../rules/rejection.js';
import type { ZoneDayCount } from '../types.js';

/**
 * Lists all imported zones, ordered by name.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function listZones(dependencies: ZoneDependencies, { caller }: ZoneRequest): Promise<ZoneRecord[]> {
  await requireAccess(dependencies, caller);
  return await dependencies.database.guard((sql) => selectZones(sql));
}

/**
 * The zones with these names, in the same order; null where there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function zonesByNames(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  names: readonly string[],
): Promise<(ZoneRecord | null)[]> {
  const byName = new Map((await listZones(dependencies, request)).map((zone) => [zone.name, zone]));
  return names.map((name) => byName.get(name) ?? null);
}

/** The newest import of a zone, with its serial; undefined if there is none. */
export async function newestImport({ database }: ZoneDependencies, zone: string): Promise<NewestImport | undefined> {
  return await database.guard((sql) => selectZone(sql, { name: zone }));
}

/** Maximum number of counts (zones × days) of a request; the last 30 days of all zones of the internet are allowed. */
const maxCounts = 50_000;

/**
 * Numbers of domains added to and removed from each of these zones on each day, both ends included; default: the last
 * 30 days, for accounts within the history of the tier.
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN; BAD_USER_INPUT for more than 366 days or 50,000 counts; FORBIDDEN
 *   `{ reason: 'data_window_exceeded' }` for days before the history of an account's tier
 */
export async function dailyCounts(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  input: { zones: readonly string[]; from: Date | null | undefined; to: Date | null | undefined },
): Promise<ZoneDayCount[][]> {
  const access = await requireAccess(dependencies, caller);
  const now = dependencies.clock.now();
  const { from, to } = dayRange({ ...input, now });
  const earliest = Math.floor(earliestReadable(tierLimits(access.tier), now) / dayMs);
  if (access.accountId !== null && input.from !== null && input.from !== undefined && from < earliest) {
    const { tier, historyDays } = tierLimits(access.tier);
    throw new DomainError(
      'FORBIDDEN',
      `Data window exceeded: the ${tier} tier includes ${historyDays} days of history`,
      { reason: 'data_window_exceeded' },
    );
  }
  const span = { from: access.accountId === null ? from : Math.max(from, earliest), to };
  const days = span.to - span.from + 1;
  if (days * input.zones.length > maxCounts) {
    const allowed = Math.floor(maxCounts / input.zones.length);
    throw new DomainError(
      'BAD_USER_INPUT',
      `Too many daily counts: for ${input.zones.length} zones, request at most ${allowed} days`,
      { argument: 'from' },
    );
  }
  const rows = await dependencies.database.read({ signal }, (sql) =>
    selectDailyCounts(sql, { zones: input.zones, ...span }),
  );
  const counts = new Map(rows.map((row) => [`${row.zone} ${row.day}`, row]));
  return input.zones.map((zone) => daysOf(span, (day) => counts.get(`${zone} ${day}`)));
}

function daysOf(span: { from: number; to: number }, countOf: (day: number) => DayCount | undefined): ZoneDayCount[] {
  const days: ZoneDayCount[] = [];
  for (let day = span.from; day <= span.to; day++) {
    const { added = 0, removed = 0 } = countOf(day) ?? {};
    days.push({ day: new Date(day * dayMs), added, removed });
  }
  return days;
}
