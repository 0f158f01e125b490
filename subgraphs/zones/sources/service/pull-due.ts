import { systemRequest } from '../../../../platform/audit/index.js';
import type { ZoneSource } from '../../../../platform/configuration/index.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { insertSources, markStale, type SourceRow, selectSources } from '../repository/sources.js';
import { nextTimeInWindow, staleAt } from '../rules/schedule.js';
import { pullJob } from '../vocabulary.js';
import { allSources } from './list-sources.js';
import { isPullDue, pullZone } from './pull-zone.js';
import { maxPulls, type PullDependencies } from './runtime.js';

/**
 * Pulls the zones that are due, the longest due first, and up to `concurrent_pulls` at a time. Pulls of zones that
 * become due in the meantime start as soon as a slot is free, so a pull of hours does not delay them: a later run of
 * the job wakes this run and ends, so the job occupies at most one slot of the job worker.
 */
async function pullDue(
  dependencies: PullDependencies,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { settings, pulls } = dependencies;
  if (settings.sources.length === 0) return;
  if (pulls.wake !== undefined) {
    pulls.wake();
    return;
  }
  const work = new DuePulls(dependencies, signal);
  try {
    await work.run();
  } finally {
    pulls.wake = undefined;
  }
}

class DuePulls {
  readonly #dependencies: PullDependencies;
  readonly #signal: AbortSignal;
  readonly #running = new Map<string, Promise<void>>();
  /** Zones that other processes are pulling. */
  readonly #busy = new Set<string>();
  readonly #errors: unknown[] = [];

  constructor(dependencies: PullDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  /**
   * Pulls zones until none is due or the signal aborts.
   * @throws the first error that is not a failure of a source
   */
  async run(): Promise<void> {
    for (;;) {
      const wakeUp = new Promise<void>((resolve) => {
        this.#dependencies.pulls.wake = resolve;
      });
      if (this.#errors.length === 0 && !this.#signal.aborted) await this.#start();
      if (this.#running.size === 0) break;
      await Promise.race([wakeUp.then(() => this.#busy.clear()), ...this.#running.values()]);
    }
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  async #start(): Promise<void> {
    const limit = maxPulls(this.#dependencies);
    const duePulls = this.#running.size < limit ? await prepare(this.#dependencies) : [];
    const newPulls = duePulls.filter(({ zone }) => !this.#running.has(zone) && !this.#busy.has(zone));
    for (const source of newPulls.slice(0, limit - this.#running.size)) {
      this.#running.set(source.zone, this.#pull(source));
    }
  }

  async #pull(source: ZoneSource): Promise<void> {
    const { zone } = source;
    try {
      const options = { source, signal: this.#signal, onlyDue: true };
      const { outcome } = await pullZone(this.#dependencies, systemRequest, options);
      if (outcome === 'busy') this.#busy.add(zone);
    } catch (error) {
      this.#errors.push(error);
    } finally {
      this.#running.delete(zone);
    }
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
    if (missing.length > 0) await insertSources(sql, { added: missing, now });
    const staleSources = sources.filter(({ zone, kind }) => {
      const state = states.get(zone);
      return state !== undefined && state.staleSince === null && staleAt({ ...state, kind }, settings) <= now;
    });
    if (staleSources.length > 0) await markStale(sql, { zones: staleSources.map(({ zone }) => zone), at: now });
    return sources
      .filter(({ kind }) => kind !== 'czds' || nextTimeInWindow(now, settings.czdsWindow) === now)
      .map((source) => ({ source, state: currentState(source, states.get(source.zone)) }))
      .filter(({ state }) => state === undefined || isPullDue(state, now))
      .sort((a, b) => (a.state?.nextAttemptAt ?? now) - (b.state?.nextAttemptAt ?? now))
      .map(({ source }) => source);
  });
}

/** The state of a source; undefined if the source is new or its origin has changed, and a pull is therefore due. */
function currentState({ origin }: ZoneSource, state: SourceRow | undefined): SourceRow | undefined {
  return state?.origin === origin ? state : undefined;
}

/** One job pulls the zones that are due, every minute; another removes abandoned downloads. */
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
