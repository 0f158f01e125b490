import { systemRequest } from '../../../../platform/audit/index.js';
import type { ZoneSource } from '../../../../platform/configuration/index.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { insertSources, markStale, type SourceRow, selectSources } from '../repository.js';
import { staleAt, withinWindow } from '../rules/schedule.js';
import { pullJob } from '../vocabulary.js';
import { allSources } from './list-sources.js';
import { pullZone } from './pull-zone.js';
import type { PullDependencies } from './runtime.js';

/** Pulls the zones that are due, one after the other. Other processes pull other zones at the same time. */
async function pullDue(
  dependencies: PullDependencies,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { settings, pulls } = dependencies;
  if (settings.sources.length === 0 || pulls.isPulling) return;
  pulls.isPulling = true;
  try {
    for (const source of await prepare(dependencies)) {
      if (signal.aborted) return;
      await pullZone(dependencies, systemRequest, { source, signal, onlyDue: true });
    }
  } finally {
    dependencies.pulls.isPulling = false;
  }
}

/** Records new sources and zones that became stale; returns the sources that are due, the longest due first. */
async function prepare(dependencies: PullDependencies): Promise<ZoneSource[]> {
  const { database, clock, settings } = dependencies;
  const now = clock.now();
  return await database.guard(async (sql) => {
    const sources = await allSources(sql, dependencies);
    const rows = await selectSources(sql, { zones: sources.map(({ zone }) => zone) });
    const states = new Map(rows.map((row) => [row.zone, row]));
    const missing = sources.filter(({ zone }) => !states.has(zone));
    if (missing.length > 0) {
      const origins = missing.map(({ origin }) => origin);
      await insertSources(sql, { zones: missing.map(({ zone }) => zone), origins, now });
    }
    const stale = sources.filter(({ zone, kind }) => {
      const state = states.get(zone);
      return state !== undefined && state.staleSince === null && staleAt({ ...state, kind }, settings) <= now;
    });
    if (stale.length > 0) await markStale(sql, { zones: stale.map(({ zone }) => zone), at: now });
    return sources
      .filter(({ kind }) => kind !== 'czds' || withinWindow(now, settings.czdsWindow) === now)
      .map((source) => ({ source, dueAt: dueAt(source, states.get(source.zone)) ?? now }))
      .filter((entry) => entry.dueAt <= now)
      .sort((one, other) => one.dueAt - other.dueAt)
      .map(({ source }) => source);
  });
}

/** Time at which a source is due; a new one, or one whose origin has changed, is due now. */
function dueAt({ origin }: ZoneSource, state: SourceRow | undefined): number | undefined {
  return state === undefined || state.origin !== origin ? undefined : state.nextAttemptAt;
}

/** The job looks every minute for zones that are due, and removes abandoned downloads. */
export function pullJobs(dependencies: PullDependencies): readonly JobDefinition[] {
  return [
    { name: pullJob, cron: '* * * * *', run: (_payload, signal) => pullDue(dependencies, signal) },
    {
      name: 'zones.sweep-downloads',
      cron: '29 3 * * *',
      run: () => dependencies.pulls.parts.sweep(dependencies.clock.now()),
    },
  ];
}
