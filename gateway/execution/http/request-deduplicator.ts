/** A read in progress, and its callers. */
interface DeduplicatedRequest<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Deduplicates concurrent equal reads. A read is aborted only when all of its callers have aborted. */
export class RequestDeduplicator<Result> {
  /** An object without prototype instead of a map, which would retain reads that have ended (docs/decisions/0127). */
  #reads: Record<string, DeduplicatedRequest<Result>> = Object.create(null);

  /**
   * Shares an equal read in progress, or sends a new one.
   * @param key everything on which the response depends
   * @param send sends the read; not called if an equal one is in progress
   * @returns the response, and whether it was shared
   */
  async read(
    key: string,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result; isShared: boolean }> {
    const existing = this.#reads[key];
    const read = existing ?? this.#begin(key, send);
    return { result: await this.#wait(key, read, signal), isShared: existing !== undefined };
  }

  /** Stops sharing the reads in progress, because a mutation may have changed the data. */
  forget(): void {
    this.#reads = Object.create(null);
  }

  #begin(key: string, send: (signal: AbortSignal) => Promise<Result>): DeduplicatedRequest<Result> {
    const controller = new AbortController();
    const read: DeduplicatedRequest<Result> = { result: send(controller.signal), controller, waiting: 0 };
    this.#reads[key] = read;
    const end = (): void => this.#end(key, read);
    read.result.then(end, end);
    return read;
  }

  #end(key: string, read: DeduplicatedRequest<Result>): void {
    if (this.#reads[key] === read) delete this.#reads[key];
  }

  #wait(key: string, read: DeduplicatedRequest<Result>, signal: AbortSignal): Promise<Result> {
    read.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason);
        if (--read.waiting > 0) return;
        this.#end(key, read);
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
