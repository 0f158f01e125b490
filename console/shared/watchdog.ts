const defaultHeartbeatSeconds = 15;
/** Maximum of the server’s setting; a longer interval in a header is ignored. */
const maxHeartbeatSeconds = 300;
const maxMissedHeartbeats = 3;

/**
 * Aborts the connection of a stream if no data arrives for three heartbeat intervals: nothing closes the connection if,
 * for example, the computer slept or a router dropped it.
 */
export class Watchdog {
  readonly #abort = new AbortController();
  #heartbeatSeconds = defaultHeartbeatSeconds;

  /** @param signal also aborts the attempt */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.end(), { signal: this.#abort.signal });
  }

  /** Aborts the requests of the attempt. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for data of the server; {@link signal} aborts when it takes too long. */
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
