import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLease, releaseLease } from '../repository/responses.js';
import type { RdapDependencies } from './lookup.js';

/** A source of background lookups. */
export interface LookupSource {
  /** Base URLs of servers with due lookups, without servers that are paused. */
  servers(): Promise<string[]>;
  /** Performs the next due lookup of a server; false if there is none. */
  runNext(server: string): Promise<boolean>;
}

/** Maximum number of servers that a process queries concurrently in the background. */
const maxWorkers = 16;
/**
 * Duration of the lease of a server, in milliseconds. The lease is extended before each lookup, and a lookup takes less
 * time.
 */
const leaseMs = 60_000;
const pollMs = 1000;

/**
 * Performs all due lookups. Servers do not wait for each other. One replica performs the lookups of a server one after
 * the other, so background lookups never overload a registry. The sources of lookups take turns.
 * @param options.signal ends the run after the current lookups
 */
export async function runDueLookups(
  dependencies: RdapDependencies,
  sources: readonly LookupSource[],
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const workers = new Map<string, Promise<void>>();
  /** Servers that another replica queries, or whose worker has failed; the next run tries again. */
  const skipped = new Set<string>();
  async function startWorker(server: string): Promise<void> {
    try {
      if (!(await runWorker(dependencies, sources, { server, signal }))) skipped.add(server);
    } catch (error) {
      skipped.add(server);
      dependencies.log.error({ err: error, server }, 'background RDAP lookups at a server failed');
    } finally {
      workers.delete(server);
    }
  }
  while (!signal.aborted) {
    const dueServers = new Set((await Promise.all(sources.map((source) => source.servers()))).flat());
    for (const server of dueServers) {
      if (workers.size < maxWorkers && !workers.has(server) && !skipped.has(server))
        workers.set(server, startWorker(server));
    }
    if (workers.size === 0) return;
    // Waits for one worker, not for all, because a slow server must not delay the start of others.
    await Promise.race([...workers.values(), delay(pollMs)]);
  }
  await Promise.all(workers.values());
}

/**
 * Performs the lookups of one server, until none is due or the server is paused; false if another replica performs
 * them.
 */
async function runWorker(
  { database, rdap }: RdapDependencies,
  sources: readonly LookupSource[],
  { server, signal }: { server: string; signal: AbortSignal },
): Promise<boolean> {
  const lease = { subject: server, holder: randomUUID() };
  const isHeld = () => database.guard((sql) => acquireLease(sql, { ...lease, leaseMs }));
  if (!(await isHeld())) return false;
  try {
    let hasMore = true;
    while (hasMore && !signal.aborted) {
      hasMore = false;
      for (const source of sources) {
        if ((await rdap.servers.pausedUntil(server)) !== undefined) return true;
        if (!(await isHeld())) return false;
        if (await source.runNext(server)) hasMore = true;
      }
    }
    return true;
  } finally {
    await database.guard((sql) => releaseLease(sql, lease));
  }
}
