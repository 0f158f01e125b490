import type { Executor } from '../../../../platform/database/index.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { countBacklog, selectPausedServersAt } from '../repository/backlog.js';

/** Maximum number of servers; the bootstrap registry has fewer. */
const maxServers = 1000;

/** Lookups in the background, of all owners. */
export interface RdapBacklog {
  readonly watches: number;
  /** Number of watches whose last lookup failed. */
  readonly failingWatches: number;
  /** Number of running bulk lookups. */
  readonly runningJobs: number;
  /** Number of names of running bulk lookups that are not looked up yet. */
  readonly waitingNames: number;
  /** Base URLs of servers that are not queried until a time, in Unix epoch milliseconds, and their last failure. */
  readonly pausedServers: readonly { readonly server: string; readonly until: number; readonly message: string }[];
}

/** The lookups in the background, for metrics. */
export async function readRdapBacklog({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<RdapBacklog> {
  return await database.guard((sql) => rdapBacklogIn(sql, { now: clock.now() }));
}

/** The lookups in the background of a database. */
export async function rdapBacklogIn(sql: Executor, { now }: { now: number }): Promise<RdapBacklog> {
  const counts = await countBacklog(sql, {});
  return { ...counts, pausedServers: await selectPausedServersAt(sql, { now, limit: maxServers }) };
}
