const defaultHeartbeatSeconds = 15;
/** Maximum heartbeat interval that the server’s settings allow; a longer interval in a header is ignored. */
const maxHeartbeatSeconds = 300;
const maxMissedHeartbeats = 3;

/**
 * Aborts the connection of a stream if no data arrives for three heartbeat intervals. Otherwise, the connection would
 * remain open after the computer slept or a router dropped it, for example.
 */
export class Watchdog {
  readonly #abort = new AbortController();
  #heartbeatSeconds = defaultHeartbeatSeconds;

  /** @param signal signal of the caller, which also aborts the connection */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.end(), { signal: this.#abort.signal });
  }

  /** Aborts the requests of this connection. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for data from the server. {@link signal} aborts if none arrives in time. */
  async watch<Value>(pending: Promise<Value>): Promise<Value> {
    const timer = setTimeout(() => this.end(), this.#heartbeatSeconds * maxMissedHeartbeats * 1000);
    try {
      return await pending;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param header the interval of the heartbeats in seconds, from the header of the response; replaces the default */
  setHeartbeat(header: string | null): void {
    const seconds = Number(header);
    if (seconds > 0 && seconds <= maxHeartbeatSeconds) {
      this.#heartbeatSeconds = seconds;
    }
  }

  end(): void {
    this.#abort.abort();
  }
}
