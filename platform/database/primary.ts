import type { Socket } from 'node:net';
import postgres from 'postgres';
import { untilAborted } from '../until-aborted.js';
import { errorCode, isUnavailable } from './errors.js';
import { databaseNameOf, type Server, serversOf } from './servers.js';
import { connectSocket, connectSocketOrFailLater, failingSocket } from './socket.js';

const checkIntervalMs = 5000;
const checkTimeoutMs = 2000;
/**
 * Number of consecutive checks without a primary after which connections are closed, because their host is dead or its
 * name now belongs to another host.
 */
const maxFailedChecks = 2;
/** SQLSTATE too_many_connections. */
const tooManyConnections = '53300';
/** SQLSTATE read_only_sql_transaction, with which a standby fails writes. */
const readOnly = '25006';

/**
 * Locates the primary of a PostgreSQL URL, that is, the server that accepts writes. With several hosts, it is located
 * on first use, and checked after a connection failure and every 5 seconds while connections are in use. The checks are
 * necessary because an unreachable host reports no failure: its connections would fail only after about 15 minutes.
 */
export class PrimaryLocator {
  readonly #servers: readonly Server[];
  readonly #sockets = new Map<Socket, Server>();
  readonly #listeners = new Set<() => void>();
  #current: Server | undefined;
  /** Number of consecutive checks without a primary. */
  #failedChecks = 0;
  /** Why the last connection or check failed; undefined after a success. */
  #lastFailure: unknown;
  #checking: Promise<Server | undefined> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(servers: readonly Server[]) {
    this.#servers = servers;
    if (servers.length === 1) this.#current = servers[0];
  }

  /** The URL with one of its hosts, for reading everything except the address. */
  get anyUrl(): string {
    return this.#servers[0]?.url ?? '';
  }

  /** The URL of the primary, for drivers that accept one host. */
  async url(): Promise<string> {
    const server = this.#current ?? (await this.#check());
    if (server === undefined) throw this.#connectionError();
    return server.url;
  }

  /** Calls the listener when another server becomes the primary. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * A connected socket to the primary. The promise never rejects, because postgres.js would lose the connection;
   * failures are emitted as error events of the socket.
   */
  async socket(): Promise<Socket> {
    this.#timer ??= setInterval(() => void this.#check(), checkIntervalMs).unref();
    const server = this.#current ?? (await this.#check());
    const first = server === undefined ? undefined : await this.#connectTo(server);
    if (server !== undefined && first !== undefined) return this.#watchSocket(first, server);
    // After a failure of the primary, another server may have been promoted.
    const next = await this.#check();
    const second = next === undefined ? undefined : await this.#connectTo(next);
    return next === undefined || second === undefined
      ? failingSocket(this.#connectionError())
      : this.#watchSocket(second, next);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  async #connectTo({ host, port }: Server): Promise<Socket | undefined> {
    try {
      const socket = await connectSocket({ host, port }, checkTimeoutMs);
      this.#lastFailure = undefined;
      return socket;
    } catch (error) {
      this.#lastFailure = error;
      return undefined;
    }
  }

  /**
   * With one server, the reason why it cannot be used; with several servers, an error that none of them accepts writes.
   * Each call returns a new error, because postgres.js adds to it the statement that it rejects.
   */
  #connectionError(): Error {
    const cause = this.#lastFailure;
    if (this.#servers.length > 1 || !(cause instanceof Error) || !isUnavailable(cause)) return noPrimaryError();
    return Object.assign(new Error(cause.message, { cause }), { code: errorCode(cause) });
  }

  /** Checks which server is the primary. Concurrent callers share one check. */
  #check(): Promise<Server | undefined> {
    this.#checking ??= findPrimary(this.#servers, this.#current)
      .then(
        (primary) => {
          this.#lastFailure = undefined;
          return this.#selectPrimary(primary);
        },
        (error: AggregateError) => {
          this.#lastFailure = error.errors[0];
          return this.#selectPrimary(undefined);
        },
      )
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  #selectPrimary(primary: Server | undefined): Server | undefined {
    const previous = this.#current;
    this.#current = primary;
    this.#failedChecks = primary === undefined ? this.#failedChecks + 1 : 0;
    if (this.#failedChecks >= maxFailedChecks) for (const socket of this.#sockets.keys()) socket.destroy();
    if (this.#isClosed || primary === undefined || previous === primary) return primary;
    // Connections to a former primary may hang, or read stale data.
    for (const [socket, server] of this.#sockets) if (server !== primary) socket.destroy();
    for (const listener of [...this.#listeners]) listener();
    return primary;
  }

  #watchSocket(socket: Socket, server: Server): Socket {
    this.#sockets.set(socket, server);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

/** Locates the primary for a PostgreSQL URL with one or several hosts; undefined for a URL without a host. */
export function primaryLocatorOf(url: string): PrimaryLocator | undefined {
  const servers = serversOf(url);
  return servers.length === 0 ? undefined : new PrimaryLocator(servers);
}

/**
 * Queries all servers concurrently and returns the first that is not a standby. The current primary is also accepted if
 * it has no free connections.
 * @throws {AggregateError} with the errors of all servers if none is the primary
 */
async function findPrimary(servers: readonly Server[], current: Server | undefined): Promise<Server> {
  return await Promise.any(
    servers.map(async (server) => {
      await assertPrimary(server).catch((error: unknown) => {
        if (server !== current || errorCode(error) !== tooManyConnections) throw error;
      });
      return server;
    }),
  );
}

async function assertPrimary({ url, host, port }: Server): Promise<void> {
  const options = {
    database: databaseNameOf(url),
    max: 1,
    fetch_types: false,
    connect_timeout: checkTimeoutMs / 1000,
    onnotice: () => {},
    connection: { application_name: 'rampart-primary' },
    // The types of the driver lack this option.
    socket: () => connectSocketOrFailLater({ host, port }, checkTimeoutMs),
  };
  const sql = postgres(url, options);
  try {
    const query = sql<{ standby: boolean }[]>`select pg_is_in_recovery() standby`;
    const signal = AbortSignal.timeout(checkTimeoutMs);
    const [row] = await untilAborted(signal, query).catch((error: unknown) => {
      if (error !== signal.reason) throw error;
      throw withCode('The server did not respond', 'ETIMEDOUT');
    });
    if (row?.standby !== false) throw withCode('The server is a standby, which accepts no writes', readOnly);
  } finally {
    void sql.end({ timeout: 0 });
  }
}

function noPrimaryError(): Error {
  return withCode('No server of the database URL accepts writes', 'ECONNREFUSED');
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
