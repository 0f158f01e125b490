/**
 * Lets so many statements run at once and the others wait in the order in which they came. The driver alone would hand them in
 * turn to connections that are busy, where some wait behind slow ones while other connections idle.
 */
export class StatementQueue {
  readonly #mostRunning: number;
  #running = 0;
  /** Waiting statements, the oldest first; what is before `#next` has left. */
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(mostRunning: number) {
    this.#mostRunning = mostRunning;
  }

  run<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#mostRunning) {
      this.#running++;
      return this.#finish(statement());
    }
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#finish(statement()));
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

  /** The place goes to the statement that has waited longest. */
  #leave(): void {
    const longest = this.#waiting[this.#next];
    if (longest === undefined) {
      this.#running--;
      return;
    }
    this.#next++;
    if (this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    longest();
  }
}
