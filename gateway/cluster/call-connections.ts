import { ConnectionFailure, Connections, type HttpResponse, type PostRequest } from '../execution/index.js';
import { CallConnection, WebSocketUnavailable } from './call-connection.js';

/** Number of connections to a URL. More than one, because load balancers distribute connections, not calls. */
const connectionCount = 4;
/** Maximum calls of one turn of the event loop on a connection, so a burst is distributed. */
const maxCallsPerTurn = 8;
/** Age at which a connection is replaced, so a process that is added to a load balancer receives calls. */
export const maxConnectionAgeMs = 60_000;
/** If WebSockets are not supported, calls are made over HTTP for this time. */
const httpFallbackMs = 60_000;

/** Creates the headers of the request that opens a WebSocket. */
type SignUpgrade = () => Readonly<Record<string, string>>;

/** Calls to a process over a few WebSockets, or over HTTP where they are not supported (decision 125). */
export class CallConnections implements Pick<Connections, 'post' | 'close'> {
  readonly #url: string;
  readonly #signUpgrade: SignUpgrade;
  readonly #http: Connections;
  readonly #current: (CallConnection | undefined)[] = Array(connectionCount).fill(undefined);
  /** Connections that are not closed, including retired ones with calls in progress. */
  readonly #open = new Set<CallConnection>();
  /** The last calls of this turn of the event loop. */
  #batch: { readonly connection: CallConnection; calls: number } | undefined;
  #rotations = 0;
  #overHttpUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param url URL of the WebSocket, with the scheme of HTTP */
  constructor(url: string, signUpgrade: SignUpgrade) {
    this.#url = url.replace(/^http/, 'ws');
    this.#signUpgrade = signUpgrade;
    this.#http = new Connections(new URL(url).origin);
  }

  /**
   * Sends a call and reads the whole response.
   * @throws {ConnectionFailure} if it fails
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
   * The connection for the next call. A few calls of one turn of the event loop share a connection, and are sent in one
   * write.
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
