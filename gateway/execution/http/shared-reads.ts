/** A read under way, and who waits for it. */
interface SharedRead<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Reads that are equal and under way at one moment are sent once. A read ends early only when all who wait for it have left.
 */
export class SharedReads<Answer> {
  readonly #underWay = new Map<string, SharedRead<Answer>>();

  /**
   * @param key everything on which the answer depends
   * @param send sends the read; not called where an equal one is under way
   * @returns the answer, and whether another one's was used
   */
  async read(
    key: string,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<{ answer: Answer; isShared: boolean }> {
    const known = this.#underWay.get(key);
    const read = known ?? this.#begin(key, send);
    return { answer: await this.#wait(key, read, signal), isShared: known !== undefined };
  }

  /** What is read from now on is sent: a change may have come between. */
  forget(): void {
    this.#underWay.clear();
  }

  #begin(key: string, send: (signal: AbortSignal) => Promise<Answer>): SharedRead<Answer> {
    const controller = new AbortController();
    const read: SharedRead<Answer> = { answer: send(controller.signal), controller, waiting: 0 };
    this.#underWay.set(key, read);
    const end = (): void => this.#end(key, read);
    read.answer.then(end, end);
    return read;
  }

  #end(key: string, read: SharedRead<Answer>): void {
    if (this.#underWay.get(key) === read) this.#underWay.delete(key);
  }

  #wait(key: string, read: SharedRead<Answer>, signal: AbortSignal): Promise<Answer> {
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
      read.answer.then(
        (answer) => {
          settle();
          resolve(answer);
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
