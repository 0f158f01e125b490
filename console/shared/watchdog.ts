/** Of servers that do not tell theirs. */
const usualHeartbeatSeconds = 15;
/** No server may be set to more. */
const maxHeartbeatSeconds = 300;
/** So many signs of life may be missing. */
const patience = 3;

/**
 * Watches over one attempt to follow a stream of events, and ends it when nothing at all came for three heartbeats: after a sleep, or
 * behind a router that forgot the connection, nobody else would.
 */
export class Watchdog {
  readonly #ending = new AbortController();
  #heartbeatSeconds = usualHeartbeatSeconds;

  /** @param signal ends the attempt too */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.end(), { signal: this.#ending.signal });
  }

  /** Aborts what the attempt has under way. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Waits for something of the server that {@link signal} aborts. */
  async hear<Something>(coming: Promise<Something>): Promise<Something> {
    const timer = setTimeout(() => this.end(), this.#heartbeatSeconds * patience * 1000);
    try {
      return await coming;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param ready what the server told of the stream when it opened it; may tell its `heartbeatSeconds` */
  keepTo(ready: unknown): void {
    const told = (ready as { heartbeatSeconds?: unknown } | null)?.heartbeatSeconds; // Checked right here.
    if (typeof told === 'number' && told > 0 && told <= maxHeartbeatSeconds) {
      this.#heartbeatSeconds = told;
    }
  }

  end(): void {
    this.#ending.abort();
  }
}
