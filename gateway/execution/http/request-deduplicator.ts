/** A read in progress, and its callers. */
interface DeduplicatedRequest<Result> {
  readonly key: string;
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  /** By `performance.now()`. */
  readonly startedAt: number;
  waiting: number;
}

/** Deduplicates concurrent equal reads. A read is aborted only when all of its callers have aborted. */
export class RequestDeduplicator<Result> {
  /** Few at a time. Not a map, which would retain reads that have ended (docs/decisions/0127). */
  #reads: DeduplicatedRequest<Result>[] = [];

  /**
   * Shares an equal read in progress, or sends a new one.
   * @param key everything on which the response depends
   * @param send sends the read; not called if an equal one is in progress
   * @param since earliest start, by `performance.now()`, of a read that may be shared
   * @returns the response, and whether it was shared
   */
  async read(
    key: string,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Result>,
    since = 0,
  ): Promise<{ result: Result; isShared: boolean }> {
    const existing = this.#reads.findLast((read) => read.startedAt >= since && read.key === key);
    const read = existing ?? this.#begin(key, send);
    return { result: await this.#wait(read, signal), isShared: existing !== undefined };
  }

  /** Stops sharing the reads in progress, because a mutation may have changed the data. */
  forget(): void {
    this.#reads = [];
  }

  #begin(key: string, send: (signal: AbortSignal) => Promise<Result>): DeduplicatedRequest<Result> {
    const controller = new AbortController();
    const startedAt = performance.now();
    const result = send(controller.signal);
    const read: DeduplicatedRequest<Result> = { key, result, controller, startedAt, waiting: 0 };
    this.#reads.push(read);
    const end = (): void => this.#end(read);
    read.result.then(end, end);
    return read;
  }

  #end(read: DeduplicatedRequest<Result>): void {
    const position = this.#reads.indexOf(read);
    if (position !== -1) this.#reads.splice(position, 1);
  }

  #wait(read: DeduplicatedRequest<Result>, signal: AbortSignal): Promise<Result> {
    read.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason);
        if (--read.waiting > 0) return;
        this.#end(read);
        read.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const settle = (): void => signal.removeEventListener('abort', leave);
      read.result.then(
        (result) => {
          settle();
          resolve(result);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
      if (signal.aborted) leave();
    });
  }
}
