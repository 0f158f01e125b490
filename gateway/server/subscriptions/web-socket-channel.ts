import type { WebSocket } from 'ws';

/** Maximum number of buffered bytes; a client with more reads too slowly. */
const maxWaitingBytes = 16 * 1024 * 1024;
/** Time for the close message to arrive before the connection is cut. */
const closeTimeoutMs = 5000;

/**
 * Close codes (RFC 6455, section 7.4; GraphQL over WebSocket Protocol): with the first three, clients connect again.
 */
export const closeCodes = { restart: 1012, later: 1013, forbidden: 4403, unauthorized: 4401, internal: 1011 } as const;

/** A WebSocket with limits on buffered data and on the time until the client reads it. */
export class WebSocketChannel {
  readonly #socket: WebSocket;
  readonly #timeoutMs: number;
  readonly #onSlow: () => void;
  /** Time of the oldest ping without a pong, by `performance.now()`. */
  #pendingPingSince: number | undefined;
  #isPongOverdue = false;

  /** @param options.onSlow called when the connection is closed because the client reads too slowly */
  constructor(
    socket: WebSocket,
    { timeoutSeconds, onSlow }: { readonly timeoutSeconds: number; readonly onSlow: () => void },
  ) {
    this.#socket = socket;
    this.#onSlow = onSlow;
    this.#timeoutMs = timeoutSeconds * 1000;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends a message; resolves once the client's connection has taken it, or is closed. */
  send(message: string): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    if (this.#socket.bufferedAmount > maxWaitingBytes) this.#closeAsSlow();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#closeAsSlow(), this.#timeoutMs);
      this.#socket.send(message, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Closes the connection; it is cut if the client does not respond. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref();
  }

  /**
   * Sends a ping message of the subprotocol; cuts the connection of a client that does not respond in time. A client
   * whose pong is overdue gets one more ping: if this process was suspended, the pong has arrived, but is not read yet.
   */
  ping(payload: object): void {
    if (!this.isOpen) return;
    if (this.#isPongOverdue) {
      this.#socket.terminate();
      return;
    }
    const now = performance.now();
    this.#pendingPingSince ??= now;
    this.#isPongOverdue = now - this.#pendingPingSince > this.#timeoutMs;
    void this.send(JSON.stringify({ type: 'ping', payload }));
  }

  /** Called when a pong of the client arrives. */
  receivedPong(): void {
    this.#pendingPingSince = undefined;
    this.#isPongOverdue = false;
  }

  #closeAsSlow(): void {
    if (!this.isOpen) return;
    this.close(closeCodes.later, 'The client reads too slowly');
    this.#onSlow();
  }
}
