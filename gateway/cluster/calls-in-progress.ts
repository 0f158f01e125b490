/** Calls in progress on a connection, by id. */
export class CallsInProgress<Call> {
  /** Not a map, which would retain calls that have ended (docs/decisions/0127). */
  readonly #calls: Record<number, Call> = {};
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  all(): Call[] {
    return Object.values(this.#calls);
  }

  ids(): number[] {
    return Object.keys(this.#calls).map(Number);
  }

  get(id: number): Call | undefined {
    return this.#calls[id];
  }

  /** Adds a call whose id is not in use. */
  add(id: number, call: Call): void {
    this.#calls[id] = call;
    this.#count++;
  }

  /** Removes a call and returns it; undefined if there is none. */
  take(id: number): Call | undefined {
    const call = this.#calls[id];
    if (call === undefined) return undefined;
    delete this.#calls[id];
    this.#count--;
    return call;
  }
}
