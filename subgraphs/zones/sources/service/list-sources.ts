import { dateOfMilliseconds } from '../../../../platform/clock.js';
import type { ZoneSource } from '../../../../platform/configuration/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { MetricsSource } from '../../../../platform/subgraph.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { selectSources, selectZonesOfOrigin } from '../repository/sources.js';
import { staleAt, stateOf } from '../rules/schedule.js';
import { SourceState } from '../vocabulary.js';

/** The sources of the settings; `*` means the zones that CZDS has listed. */
export async function allSources(
  sql: Executor,
  { settings }: Pick<ZoneDependencies, 'settings'>,
): Promise<readonly ZoneSource[]> {
  const { sources } = settings;
  if (sources.every(({ zone }) => zone !== '*')) return sources;
  const configuredZones = new Set(sources.map(({ zone }) => zone));
  const listedZones = (await selectZonesOfOrigin(sql, { origin: 'czds' })).filter(
    ({ zone }) => !configuredZones.has(zone),
  );
  return [...sources, ...listedZones.map(({ zone }) => ({ zone, origin: 'czds', kind: 'czds' }) as const)];
}

/**
 * Lists the sources of the settings with their states, ordered by zone.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listSources(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
): Promise<SourceRecord[]> {
  authorize(caller, 'zones.imports');
  const { database, clock, settings } = dependencies;
  return await database.read({ signal }, (sql) => sourcesIn(sql, { settings, now: clock.now() }));
}

/** The sources with their states, for metrics. */
export async function readSources({ database, clock, configuration }: MetricsSource): Promise<SourceRecord[]> {
  return await database.reserved.guard((sql) => sourcesIn(sql, { settings: configuration.zones, now: clock.now() }));
}

/** The sources of the settings with their states, ordered by zone. */
export async function sourcesIn(
  sql: Executor,
  { settings, now }: Pick<ZoneDependencies, 'settings'> & { now: number },
): Promise<SourceRecord[]> {
  if (settings.sources.length === 0) return [];
  const sources = await allSources(sql, { settings });
  const rows = await selectSources(sql, { zones: sources.map(({ zone }) => zone) });
  const byZone = new Map(rows.map((row) => [row.zone, row]));
  const query = { staleHours: settings.staleHours, now };
  return sources
    .map((source) => recordOf(source, byZone.get(source.zone), query))
    .sort((a, b) => (a.zone < b.zone ? -1 : 1));
}

/** A source with its state. The origin is as in the settings, without the query string of a URL. */
export type SourceRecord = ReturnType<typeof recordOf>;

function recordOf(
  source: ZoneSource,
  row: Awaited<ReturnType<typeof selectSources>>[number] | undefined,
  query: { staleHours: number; now: number },
) {
  const { zone, kind } = source;
  const origin = source.origin.replace(/[?#].*$/s, (rest) => `${rest[0]}[hidden]`);
  if (row === undefined) return { zone, kind, origin, ...initialState };
  const { isPulling, outcome, error, failures, serial, lastAttemptAt, currentAt, nextAttemptAt } = row;
  const freshness = { ...row, kind };
  return {
    ...{ zone, kind, origin, isPulling, outcome, error, failures, serial },
    state: stateOf(freshness, query),
    lastAttemptAt: dateOfMilliseconds(lastAttemptAt),
    currentAt: dateOfMilliseconds(currentAt),
    staleAt: new Date(staleAt(freshness, query)),
    nextAttemptAt: new Date(nextAttemptAt),
  };
}

const initialState = {
  ...{ state: SourceState.PENDING, isPulling: false, outcome: null, error: null, failures: 0, serial: null },
  ...{ lastAttemptAt: null, currentAt: null, staleAt: null, nextAttemptAt: null },
};
