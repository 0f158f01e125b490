interface Waiting {
  /** Starts the statement. */
  start(): void;
  isCancelled: boolean;
}

/**
 * Limits concurrent statements; further statements wait in order. The driver alone would assign them to busy
 * connections round-robin, and some would wait for slow statements while other connections are idle.
 */
export class StatementQueue {
  readonly #maxRunning: number;
  #running = 0;
  /** Waiting statements, oldest first; entries before `#next` have left the queue. */
  #waiting: Waiting[] = [];
  #next = 0;

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** @param signal if it aborts, a waiting statement fails with its reason and never starts */
  run<Result>(statement: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#running < this.#maxRunning) {
      this.#running++;
      return this.#finish(statement());
    }
    return this.#waitForTurn(signal).then(() => this.#finish(statement()));
  }

  /** Resolves when the statement may start. */
  #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve, isCancelled: false };
    this.#waiting.push(waiting);
    if (signal === undefined) return promise;
    const leave = (): void => {
      waiting.isCancelled = true;
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    return promise;
  }

  #finish<Result>(running: Promise<Result>): Promise<Result> {
    return running.then(
      (result) => {
        this.#leave();
        return result;
      },
      (error: unknown) => {
        this.#leave();
        throw error;
      },
    );
  }

  /** Ends a statement's turn. The statement that has waited longest runs next. */
  #leave(): void {
    for (;;) {
      const oldest = this.#waiting[this.#next];
      if (oldest === undefined) break;
      this.#next++;
      if (oldest.isCancelled) continue;
      this.#removeStarted();
      oldest.start();
      return;
    }
    this.#removeStarted();
    this.#running--;
  }

  #removeStarted(): void {
    if (this.#next < this.#waiting.length) return;
    this.#waiting = [];
    this.#next = 0;
  }
}
