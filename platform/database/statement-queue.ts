import type { Caller } from '../caller.js';
import { rateSubject } from '../rate-subject.js';

/** The request on whose behalf a statement runs. */
export interface Requester {
  /** If it aborts, a waiting statement fails with its reason and never starts. */
  readonly signal?: AbortSignal | undefined;
  /** Statements without a caller share the turns of one caller. */
  readonly caller?: Caller | undefined;
  readonly sourceAddress?: string | undefined;
}

interface Waiting {
  /** Starts the statement. */
  start(): void;
  isCancelled: boolean;
}

/** The waiting statements of one caller, oldest first; entries before `next` have left the queue. */
interface Line {
  readonly entries: Waiting[];
  next: number;
}

/**
 * Limits concurrent statements; further statements wait. Callers with waiting statements take turns, so a caller with
 * many statements does not delay others; the statements of a caller start in order. The driver alone would assign them
 * to busy connections round-robin, and some would wait for slow statements while other connections are idle.
 */
export class StatementQueue {
  readonly #maxRunning: number;
  #running = 0;
  /** The lines of the callers, in the order of their turns. */
  readonly #lines = new Map<string, Line>();

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  run<Result>(statement: () => Promise<Result>, requester?: Requester): Promise<Result> {
    const signal = requester?.signal;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#running < this.#maxRunning) {
      this.#running++;
      return this.#finish(statement());
    }
    return this.#waitForTurn(requester).then(() => this.#finish(statement()));
  }

  /** Resolves when the statement may start. */
  #waitForTurn(requester: Requester | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve, isCancelled: false };
    this.#lineOf(requester).entries.push(waiting);
    const signal = requester?.signal;
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

  #lineOf(requester: Requester | undefined): Line {
    const key = callerKeyOf(requester);
    const line = this.#lines.get(key) ?? { entries: [], next: 0 };
    this.#lines.set(key, line);
    return line;
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

  /** Ends a statement's turn. The statement that has waited longest of the caller whose turn it is runs next. */
  #leave(): void {
    for (const [key, line] of this.#lines) {
      const oldest = takeOldest(line);
      this.#lines.delete(key);
      if (line.next < line.entries.length) this.#lines.set(key, line);
      if (oldest === undefined) continue;
      oldest.start();
      return;
    }
    this.#running--;
  }
}

/**
 * Identifies the caller: its properties, except the expiration of its current access token or, without credentials, its
 * source address.
 */
function callerKeyOf({ caller, sourceAddress = '' }: Requester = {}): string {
  if (caller === undefined) return '';
  if (caller.kind === 'anonymous') return rateSubject(sourceAddress);
  return JSON.stringify({ ...caller, expiresAt: undefined });
}

/** Maximum number of entries that have left the queue and are still in the array, which costs less than `shift`. */
const maxLeft = 1000;

/** Removes and returns the statement of the line that has waited longest; undefined if all were cancelled. */
function takeOldest(line: Line): Waiting | undefined {
  if (line.next > maxLeft) {
    line.entries.splice(0, line.next);
    line.next = 0;
  }
  for (;;) {
    const oldest = line.entries[line.next];
    if (oldest === undefined) return undefined;
    line.next++;
    if (!oldest.isCancelled) return oldest;
  }
}
