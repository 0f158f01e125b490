import { ConnectionFailure, Connections, type HttpResponse, type PostRequest } from '../execution/index.js';
import { CallConnection, WebSocketUnavailable } from './call-connection.js';

/** Number of connections per URL; more than one, because load balancers distribute connections, not calls. */
const connectionCount = 4;
/** Maximum number of calls of one event loop turn on the same connection, so bursts are distributed. */
const maxCallsPerTurn = 8;
/**
 * Age in milliseconds at which a connection is replaced, so processes that were added to a load balancer also receive
 * calls.
 */
export const maxConnectionAgeMs = 60_000;
/** Time in milliseconds for which calls are made over HTTP after WebSockets were found not to be supported. */
const httpFallbackMs = 60_000;

/** Creates the headers of the HTTP request that opens a WebSocket. */
type SignUpgrade = () => Readonly<Record<string, string>>;

/** Calls a process over a few WebSockets or, where WebSockets are not supported, over HTTP (decision 125). */
export class CallConnections implements Pick<Connections, 'post' | 'close'> {
  readonly #url: string;
  readonly #signUpgrade: SignUpgrade;
  readonly #http: Connections;
  readonly #current: (CallConnection | undefined)[] = Array(connectionCount).fill(undefined);
  /** Connections that are not closed, including retired ones with calls in progress. */
  readonly #open = new Set<CallConnection>();
  /** The connection for the calls of the current event loop turn, and their number so far. */
  #batch: { readonly connection: CallConnection; calls: number } | undefined;
  #rotations = 0;
  #overHttpUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param url URL of the WebSocket endpoint, with the scheme `http` or `https` */
  constructor(url: string, signUpgrade: SignUpgrade) {
    this.#url = url.replace(/^http/, 'ws');
    this.#signUpgrade = signUpgrade;
    this.#http = new Connections(new URL(url).origin);
  }

  /**
   * Sends a call and reads the whole response.
   * @throws {ConnectionFailure} if the call fails
   * @throws the reason of the signal if it aborts
   */
  async post(request: PostRequest): Promise<HttpResponse> {
    if (this.#isClosed) throw new ConnectionFailure('the gateway is stopping');
    const startedAt = performance.now();
    if (startedAt < this.#overHttpUntil) return await this.#http.post(request);
    try {
      return await this.#next().post(request);
    } catch (error) {
      if (!(error instanceof WebSocketUnavailable)) throw error;
      const now = performance.now();
      if (error.isPermanent) this.#overHttpUntil = now + httpFallbackMs;
      const { timeoutMs } = request;
      const remaining = timeoutMs !== undefined && { timeoutMs: Math.max(0, timeoutMs - (now - startedAt)) };
      return await this.#http.post({ ...request, ...remaining });
    }
  }

  /** Closes the connections. Calls in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#open) connection.close();
    await this.#http.close();
  }

  /**
   * The connection for the next call. Up to {@link maxCallsPerTurn} calls of one event loop turn share a connection,
   * and are sent in one write.
   */
  #next(): CallConnection {
    const batch = this.#batch;
    if (batch !== undefined && batch.calls < maxCallsPerTurn && !batch.connection.isRetired) {
      batch.calls++;
      return batch.connection;
    }
    if (batch === undefined) {
      setImmediate(() => {
        this.#batch = undefined;
      });
    }
    const connection = this.#rotate();
    this.#batch = { connection, calls: 1 };
    return connection;
  }

  #rotate(): CallConnection {
    const index = this.#rotations++ % connectionCount;
    const current = this.#current[index];
    if (current !== undefined && !current.isRetired) return current;
    const connection = this.#connect();
    this.#current[index] = connection;
    return connection;
  }

  #connect(): CallConnection {
    const connection = new CallConnection({
      ...{ url: this.#url, headers: this.#signUpgrade() },
      onClose: () => {
        clearTimeout(retirement);
        this.#open.delete(connection);
      },
    });
    const retirement = setTimeout(() => connection.retire(), maxConnectionAgeMs);
    retirement.unref();
    this.#open.add(connection);
    return connection;
  }
}
