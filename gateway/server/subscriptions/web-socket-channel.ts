import type { WebSocket } from 'ws';

/** Maximum number of buffered bytes. A client with more buffered bytes is disconnected, because it reads too slowly. */
const maxWaitingBytes = 16 * 1024 * 1024;
/** Time in milliseconds for the client to reply to the close message before the connection is terminated. */
const closeTimeoutMs = 5000;

/**
 * WebSocket close codes (RFC 6455, section 7.4; GraphQL over WebSocket Protocol). Clients reconnect after `restart`,
 * `later` and `forbidden`.
 */
export const closeCodes = { restart: 1012, later: 1013, forbidden: 4403, unauthorized: 4401, internal: 1011 } as const;

/** A WebSocket with limits on the amount of buffered data, and on the time until the client reads it. */
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

  /** Sends a message. Resolves when the message was written to the connection, or the connection is closed. */
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

  /** Closes the connection; terminates it if the client does not respond. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref();
  }

  /**
   * Sends a ping message of the subprotocol, and terminates the connection of a client that does not respond in time. A
   * client whose pong is overdue receives one more ping: if this process was suspended, the pong may have arrived but
   * not been read yet.
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
