import type { Executor } from './statement.js';

/** The lowest limit on the connections of the user of the database. */
export interface ConnectionLimit {
  readonly kind: 'server' | 'user' | 'database';
  /** Maximum number of connections, without those that the server reserves for other users. */
  readonly connections: number;
  /** The statement that changes the limit, without its last word, the new limit; null for the limit of the server. */
  readonly statement: string | null;
}

/**
 * Number of connections of a process in addition to `[database] pool_size`: for jobs, a backtest, live updates,
 * migrations and checks of the servers in the URL.
 */
const additionalConnections = 8;

/** Maximum number of connections of a number of processes with a pool of this size each. */
export function maxConnectionsOf({ poolSize, processes }: { poolSize: number; processes: number }): number {
  return processes * (poolSize + additionalConnections);
}

/** Reads the lowest limit on connections. Limits of users and databases do not apply to superusers. */
export async function readConnectionLimit(sql: Executor): Promise<ConnectionLimit> {
  const [limit] = await sql<[ConnectionLimit]>`
    select kind, connections, statement
    from pg_roles r, pg_database d, lateral (values
      ('server', null, current_setting('max_connections')::int4 - case when rolsuper then 0 else
        current_setting('superuser_reserved_connections')::int4
        -- PostgreSQL 15 has neither the setting nor the role.
        + case when pg_has_role(rolname, to_regrole('pg_use_reserved_connections'), 'usage') then 0
          else coalesce(current_setting('reserved_connections', true)::int4, 0) end end),
      ('user', format('ALTER ROLE %I CONNECTION LIMIT', rolname), rolconnlimit),
      ('database', format('ALTER DATABASE %I CONNECTION LIMIT', datname), datconnlimit)
    ) as limits(kind, statement, connections)
    where rolname = session_user and datname = current_database()
      and (kind = 'server' or (connections >= 0 and not rolsuper))
    order by connections limit 1`;
  return limit;
}
