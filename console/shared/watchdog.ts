const defaultHeartbeatSeconds = 15;
/** The maximum of the server's setting. */
const maxHeartbeatSeconds = 300;
const maxMissedHeartbeats = 3;

/**
 * Aborts an attempt to follow a stream when no data arrives for three heartbeats, as after the computer slept or a
 * router dropped the connection: neither closes the connection.
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

  /** @param header the interval of the server's heartbeats in seconds, as its response has it; replaces the default */
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
