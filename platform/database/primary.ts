import { connect, Socket } from 'node:net';
import postgres from 'postgres';

const checkIntervalMs = 5000;
const checkTimeoutMs = 2000;
const defaultPort = 5432;

/** A server that a URL with several hosts names. */
interface Server {
  readonly host: string;
  readonly port: number;
  /** The URL with this host alone. */
  readonly url: string;
}

/**
 * The primary among the servers of a URL with several hosts: the one that takes writes. It is looked for when it is first needed, when a
 * connection to it fails, and every 5 seconds while connections are in use, because a host that is cut off reports nothing.
 */
export class PrimaryServer {
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();
  readonly #listeners = new Set<() => void>();
  #current: Server | undefined;
  #checking: Promise<Server | undefined> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(servers: readonly Server[]) {
    this.#servers = servers;
  }

  /** The URL with one of the servers: everything but the address to connect to. */
  get anyUrl(): string {
    return this.#servers[0]?.url ?? '';
  }

  /**
   * The URL of the primary, for drivers that take one host.
   * @throws {Error} if no server is a primary
   */
  async url(): Promise<string> {
    const server = this.#current ?? (await this.#check());
    if (server === undefined) throw noPrimary();
    return server.url;
  }

  /** Calls the listener when another server has become the primary. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * A connected socket to the primary. It never rejects, because postgres.js loses a connection whose socket cannot be created: a failure is
   * an error event of the socket.
   */
  async socket(): Promise<Socket> {
    this.#timer ??= setInterval(() => void this.#check(), checkIntervalMs).unref();
    const server = this.#current ?? (await this.#check());
    const first = server === undefined ? undefined : await connectTo(server);
    if (first !== undefined) return this.#watched(first);
    // The server that was the primary is gone: another one may be by now.
    const next = await this.#check();
    const second = next === undefined ? undefined : await connectTo(next);
    return second === undefined ? failingSocket() : this.#watched(second);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  /** Callers of the same moment share one check. */
  #check(): Promise<Server | undefined> {
    this.#checking ??= findPrimary(this.#servers)
      .then((found) => this.#use(found))
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  #use(found: Server | undefined): Server | undefined {
    const former = this.#current;
    this.#current = found;
    if (this.#isClosed || found === undefined || former === found) return found;
    // Connections to a former primary may hang, or read what is no longer true.
    for (const socket of this.#sockets) if (!isTo(socket, found)) socket.destroy();
    for (const listener of [...this.#listeners]) listener();
    return found;
  }

  #watched(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

const urlForm = /^(?<start>\w+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<end>.*)$/;

/** The servers of a PostgreSQL URL with several hosts (PostgreSQL manual, 32.1.1.3); undefined for a URL with one. */
export function primaryServerOf(url: string): PrimaryServer | undefined {
  const { start = '', hosts = '', end = '' } = urlForm.exec(url)?.groups ?? {};
  const names = hosts.split(',');
  if (names.length < 2) return undefined;
  return new PrimaryServer(
    names.map((name) => {
      const { hostname, port } = new URL(`tcp://${name || 'localhost'}`);
      return {
        host: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port === '' ? defaultPort : Number(port),
        url: `${start}${name || 'localhost'}${end}`,
      };
    }),
  );
}

/** Asks all servers at once; the first that is no standby is the primary. */
async function findPrimary(servers: readonly Server[]): Promise<Server | undefined> {
  try {
    return await Promise.any(
      servers.map(async (server) => {
        await assertPrimary(server);
        return server;
      }),
    );
  } catch {
    return undefined;
  }
}

async function assertPrimary({ url }: Server): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: checkTimeoutMs / 1000,
    onnotice: () => {},
    connection: { application_name: 'rampart-primary' },
  });
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs);
  try {
    const [row] = await Promise.race([sql<{ standby: boolean }[]>`select pg_is_in_recovery() standby`, timeout]);
    if (row?.standby !== false) throw new Error('a standby');
  } finally {
    clearTimeout(timer);
    void sql.end({ timeout: 0 });
  }
}

function connectTo({ host, port }: Server): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    // The driver reads the name for the certificate of the server from the socket.
    const socket = Object.assign(connect({ host, port, timeout: checkTimeoutMs }), { host, port });
    const fail = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', fail).once('timeout', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail).off('timeout', fail);
      resolve(socket);
    });
  });
}

function isTo(socket: Socket & { host?: string; port?: number }, server: Server): boolean {
  return socket.host === server.host && socket.port === server.port;
}

/** A socket that fails as one to a server that refuses connections does. */
function failingSocket(): Socket {
  const socket = Object.assign(new Socket(), { write: () => true });
  const fail = (): void => void socket.destroy(Object.assign(noPrimary(), { code: 'ECONNREFUSED' }));
  // After the driver has written its first message, in the next turn: it would send that message on the next connection too.
  setImmediate(() => setImmediate(fail));
  return socket;
}

function noPrimary(): Error {
  return new Error('No server of the database URL accepts writes');
}
