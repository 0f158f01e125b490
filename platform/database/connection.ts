import type { Socket } from 'node:net';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { numberArray, textArray } from './array-types.js';
import type { PrimaryLocator } from './primary.js';
import { databaseNameOf, defaultPort, serversOf } from './servers.js';
import { connectSocketOrFailLater } from './socket.js';

/**
 * How to connect to the database: by URL, including the primary server if the URL has several hosts, or by the socket,
 * user and password of the embedded server. If the URL names no host, the drivers of requests and jobs read the host
 * and port from `PGHOST` and `PGPORT`.
 */
export type ConnectionSettings =
  | { url: string; primary?: PrimaryLocator | undefined }
  | { host: string; port: number; ssl: false; user: string; password: string; database: string };

const connectTimeoutSeconds = 5;

type PoolOptions = postgres.Options<Record<string, postgres.PostgresType>>;

/**
 * Creates a pool, which connects on first use.
 * @param options.max maximum number of connections
 * @param options.timeoutMs PostgreSQL's `statement_timeout` in milliseconds; default: no timeout
 */
export function openPool(connection: ConnectionSettings, { max, timeoutMs }: { max: number; timeoutMs?: number }): Sql {
  const options = lengthenPipelines({
    max,
    types: { textArray, numberArray },
    // The driver would query the array types on each new connection, and not notice if the connection breaks during
    // that query.
    fetch_types: false,
    connect_timeout: connectTimeoutSeconds,
    // Reconnect without a delay; a refused connection fails immediately.
    backoff: () => 0.1,
    onnotice: () => {},
    connection: {
      application_name: 'rampart',
      ...(timeoutMs === undefined ? {} : { statement_timeout: timeoutMs }),
    },
  });
  if (!('url' in connection)) {
    const path = socketPath(connection.host, connection.port);
    return postgres(onSocket({ ...options, ...connection, path }));
  }
  const { primary } = connection;
  if (primary !== undefined) return openUrl(primary.anyUrl, options, () => primary.socket());
  const [server] = serversOf(connection.url);
  if (server !== undefined) {
    // By itself, postgres.js would connect to `[` if the host is an IPv6 address.
    const { url, host, port } = server;
    return openUrl(url, options, () => connectSocketOrFailLater({ host, port }, connectTimeoutSeconds * 1000));
  }
  const { url, path } = splitSocket(connection.url);
  return openUrl(url, path === undefined ? options : { ...options, path });
}

function openUrl(url: string, options: PoolOptions, socket?: () => Promise<Socket>): Sql {
  return postgres(url, onSocket({ ...options, database: databaseNameOf(url) }, socket));
}

/**
 * Sets the driver's option `socket`, which its types lack: the function that opens its sockets, by default to the
 * driver's address.
 */
function onSocket<Options extends object>(options: Options, socket = openSocket) {
  return Object.assign(options, { socket });
}

/** @param address the options of the driver, including those that it read from the environment */
async function openSocket(address: { path: string | false; host: string[]; port: number[] }): Promise<Socket> {
  const { path, host, port } = address;
  const timeoutMs = connectTimeoutSeconds * 1000;
  return await connectSocketOrFailLater(
    path === false ? { host: host[0], port: port[0] ?? defaultPort } : { path },
    timeoutMs,
  );
}

/**
 * Removes the socket directory and the port from a URL in libpq's form, `postgres://user@/name?host=/folder&port=5433`,
 * which postgres.js does not support.
 */
function splitSocket(input: string): { url: string; path?: string } {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  const folder = url?.searchParams.get('host');
  if (!url || !folder?.startsWith('/')) return { url: input };
  const path = socketPath(folder, url.searchParams.get('port') || url.port || defaultPort);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  return { url: url.href, path };
}

function socketPath(folder: string, port: string | number): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/**
 * Sets the driver's option `max_pipeline`, which its types lack. With the default of 100, a BEGIN that follows 100
 * pipelined statements gets no separate connection: the driver throws a TypeError and leaves a transaction open, in
 * which other statements then run.
 */
function lengthenPipelines(options: PoolOptions) {
  return Object.assign(options, { max_pipeline: 10_000 });
}
