import type { Socket } from 'node:net';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { numbers, texts } from './array-types.js';
import type { PrimaryServer } from './primary.js';

/**
 * How to connect: a URL, with the primary among its servers where it names several, or the embedded server's socket. Without port and ssl,
 * drivers take them from the environment.
 */
export type ConnectionSettings =
  | { url: string; primary?: PrimaryServer | undefined }
  | { host: string; port: number; ssl: false; user: string; password: string; database: string };

const socketName = '.s.PGSQL.5432';

/**
 * A pool that connects when it is used.
 * @param options.max number of connections
 * @param options.timeoutMs after which PostgreSQL cancels a statement; without it statements may take any time
 */
export function openPool(connection: ConnectionSettings, { max, timeoutMs }: { max: number; timeoutMs?: number }): Sql {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    max,
    types: { texts, numbers },
    // The driver would query the types of arrays on each new connection, and not notice when the connection breaks meanwhile.
    fetch_types: false,
    connect_timeout: 5,
    // A database that is back is used at once; a refused connection fails at once.
    backoff: () => 0.1,
    onnotice: () => {},
    connection: {
      application_name: 'rampart',
      ...(timeoutMs === undefined ? {} : { statement_timeout: timeoutMs }),
    },
  };
  if (!('url' in connection)) return postgres({ ...options, ...connection, path: join(connection.host, socketName) });
  const { primary } = connection;
  if (primary !== undefined)
    return postgres(
      primary.anyUrl,
      withSocket(options, () => primary.socket()),
    );
  const { url, path } = splitSocket(connection.url);
  return postgres(url, path === undefined ? options : { ...options, path });
}

/** Takes the socket out of a URL in libpq's form, `postgres://user@/name?host=/folder`, which postgres.js does not know. */
function splitSocket(written: string): { url: string; path?: string } {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const folder = url?.searchParams.get('host');
  if (!url || !folder?.startsWith('/')) return { url: written };
  url.searchParams.delete('host');
  return { url: url.href, path: join(folder, socketName) };
}

/** The driver has an option for sockets that its types do not have. */
function withSocket(options: postgres.Options<Record<string, postgres.PostgresType>>, socket: () => Promise<Socket>) {
  return Object.assign(options, { socket });
}
