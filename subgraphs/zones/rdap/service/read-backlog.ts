import type { Executor } from '../../../../platform/database/index.js';
import type { MetricsSource } from '../../../../platform/subgraph.js';
import { countBacklog, selectPausedServersAt } from '../repository/backlog.js';

/** Maximum number of paused servers in the result; the bootstrap registry has fewer servers. */
const maxServers = 1000;

/** Background lookups of all owners. */
export interface RdapBacklog {
  readonly watches: number;
  /** Number of watches whose last lookup failed. */
  readonly failingWatches: number;
  /** Number of running bulk lookups. */
  readonly runningBulkLookups: number;
  /** Number of names of running bulk lookups that are not looked up yet. */
  readonly waitingNames: number;
  /** Paused servers: base URL, end of the pause in Unix epoch milliseconds, and message of the last failure. */
  readonly pausedServers: readonly { readonly server: string; readonly until: number; readonly message: string }[];
}

/** The numbers of waiting background lookups of all owners, and the paused servers, for metrics. */
export async function readRdapBacklog({
  database,
  clock,
}: Pick<MetricsSource, 'database' | 'clock'>): Promise<RdapBacklog> {
  return await database.reserved.guard((sql) => readRdapBacklogWith(sql, { now: clock.now() }));
}

/**
 * The numbers of waiting background lookups of all owners, and the servers that are paused at `now` (Unix epoch
 * milliseconds), read with `sql`.
 */
export async function readRdapBacklogWith(sql: Executor, { now }: { now: number }): Promise<RdapBacklog> {
  const counts = await countBacklog(sql, {});
  return { ...counts, pausedServers: await selectPausedServersAt(sql, { now, limit: maxServers }) };
}
