import { DomainError } from '../../../../platform/domain-error.js';
import { postponeWatch, selectDueServers, selectDueWatch, type WatchRow } from '../repository/watches.js';
import type { LookupSource } from './due-lookups.js';
import { lookUp, type RdapDependencies, serverOf } from './lookup.js';
import { callerOf } from './owners.js';

/**
 * Time in milliseconds until the next lookup of a watch after a failed one, unless the failure specifies a longer time.
 */
const retryMs = 600_000;

/** The source of background lookups for watched domains, by their schedules. */
export function watchLookups(dependencies: RdapDependencies): LookupSource {
  const { database, clock } = dependencies;
  return {
    async servers() {
      const found = await database.guard((sql) => selectDueServers(sql, { now: clock.now() }));
      return found.map(({ server }) => server);
    },
    async runNext(server) {
      const watch = await database.guard((sql) => selectDueWatch(sql, { server, now: clock.now() }));
      if (watch !== undefined) await lookUpWatch(dependencies, watch);
      return watch !== undefined;
    },
  };
}

/** Looks up a watched domain, and schedules the next lookup unless storing a fresh response has scheduled it. */
async function lookUpWatch(dependencies: RdapDependencies, watch: WatchRow): Promise<void> {
  const { clock } = dependencies;
  let { server } = watch;
  try {
    server = await serverOf(dependencies, watch.domain);
    if (server !== watch.server) return await postpone({ nextAt: clock.now(), error: watch.error });
    const { row, cached } = await lookUp(dependencies, { caller: callerOf(watch) }, watch.domain);
    if (cached) await postpone({ nextAt: Math.max(row.expiresAt, clock.now() + 60_000), error: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await postpone({ nextAt: clock.now() + retryDelayMs(error, watch), error: error.message });
  }

  async function postpone(state: { nextAt: number; error: string | null }): Promise<void> {
    await dependencies.database.guard((sql) =>
      postponeWatch(sql, { id: watch.id, server, now: clock.now(), ...state }),
    );
  }
}

/** Time in milliseconds until the next attempt to look up a watch. */
function retryDelayMs({ code, details }: DomainError, { intervalHours }: WatchRow): number {
  const requestedMs = Number(details?.retryAfterSeconds ?? 0) * 1000;
  if (code === 'RATE_LIMITED' || code === 'QUOTA_EXCEEDED') return requestedMs;
  // The tier, the subscription or the registry's servers must change first.
  if (code === 'FORBIDDEN' || code === 'BAD_USER_INPUT') return intervalHours * 3_600_000;
  return Math.max(requestedMs, retryMs);
}
