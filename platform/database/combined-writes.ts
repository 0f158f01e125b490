import { DomainError } from '../domain-error.js';
import { runOutsideSpans } from '../telemetry/index.js';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: (result: Result | Promise<never>) => void;
}

interface Options<Item, Result> {
  /**
   * Writes items in one statement, which has no effect if it fails. Returns a result for each item, in the same order.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Key of an item; items with the same key are not written in the same statement. Absent if any items can share a
   * statement.
   */
  readonly keyOf?: (item: Item) => string;
}

const maxItems = 100;

/**
 * Combines small writes of concurrent requests (docs/decisions/0111): writes that arrive while a statement is in
 * progress share the next statement, with one round trip and one commit. A write that fails does not affect the others.
 * The statements are not part of any trace.
 */
export class CombinedWrites<Item, Result> {
  readonly #write: Options<Item, Result>['write'];
  readonly #keyOf: Options<Item, Result>['keyOf'];
  #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  constructor({ write, keyOf }: Options<Item, Result>) {
    this.#write = write;
    this.#keyOf = keyOf;
  }

  /** Resolves to the result of the item when it is committed. */
  run(item: Item): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.push({ item, settle: resolve });
      this.#start();
    });
  }

  #start(): void {
    if (this.#isRunning || this.#waiting.length === 0) return;
    this.#isRunning = true;
    const batch = this.#take();
    void runOutsideSpans(() => this.#writeAll(batch)).finally(() => {
      this.#isRunning = false;
      this.#start();
    });
  }

  /** Removes and returns the oldest waiting items with different keys. */
  #take(): Waiting<Item, Result>[] {
    const keys = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    const remaining: Waiting<Item, Result>[] = [];
    for (const waiting of this.#waiting) {
      const key = this.#keyOf?.(waiting.item);
      if (batch.length === maxItems || (key !== undefined && keys.has(key))) {
        remaining.push(waiting);
        continue;
      }
      if (key !== undefined) keys.add(key);
      batch.push(waiting);
    }
    this.#waiting = remaining;
    return batch;
  }

  async #writeAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch.map(({ item }) => item));
      for (const [index, { settle }] of batch.entries()) settle(results[index] as Result); // There is one result for each item.
    } catch (error) {
      // An item that PostgreSQL rejects must not fail the others. Without a connection, all fail.
      if (batch.length > 1 && !(error instanceof DomainError)) {
        await Promise.all(batch.map((each) => this.#writeAll([each])));
        return;
      }
      for (const { settle } of batch) settle(Promise.reject(error));
    }
  }
}
