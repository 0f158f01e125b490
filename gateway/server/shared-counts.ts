/** The counts of one process for a limit, which are added to the counts of other processes. */
export interface SharedCounter {
  /** Starts recording changes. Without other processes, no changes are recorded. */
  startSharing(): void;
  /** Returns the changes since the last call, by key, and forgets them. */
  takeChanges(): Iterable<readonly [key: string, change: number]>;
  /** Adds the changes of another process to the counts. */
  addChanges(changes: Iterable<readonly [key: string, change: number]>): void;
}

/** Changes to the counts of a limit. */
export interface LimitChanges {
  readonly limit: string;
  /** Whether the counts are of held resources, such as open streams, which are released when their process ends. */
  readonly isHeld: boolean;
  readonly changes: readonly (readonly [key: string, change: number])[];
}

/**
 * The in-memory counts of limits that several processes share. The processes exchange changes with a short delay, so
 * together they can exceed a limit by the requests that arrive within the delay.
 */
export class SharedCounts {
  readonly #counters = new Map<string, { readonly counter: SharedCounter; readonly isHeld: boolean }>();

  /** @param limit name of the limit, equal in all processes; if the name is already registered, a number is added */
  register(limit: string, counter: SharedCounter, { isHeld }: { isHeld: boolean }): void {
    let name = limit;
    for (let number = 2; this.#counters.has(name); number++) name = `${limit} ${number}`;
    counter.startSharing();
    this.#counters.set(name, { counter, isHeld });
  }

  takeChanges(): LimitChanges[] {
    return [...this.#counters].flatMap(([limit, { counter, isHeld }]) => {
      const changes = [...counter.takeChanges()];
      return changes.length === 0 ? [] : [{ limit, isHeld, changes }];
    });
  }

  addChanges(changes: readonly LimitChanges[]): void {
    for (const { limit, changes: ofLimit } of changes) this.#counters.get(limit)?.counter.addChanges(ofLimit);
  }
}

/** Changes that were not sent to other processes yet. A change and its opposite cancel each other out. */
export class UnsentChanges {
  #changes: Map<string, number> | undefined;

  startSharing(): void {
    this.#changes ??= new Map();
  }

  add(key: string, change: number): void {
    const changes = this.#changes;
    if (changes === undefined) return;
    const sum = (changes.get(key) ?? 0) + change;
    if (sum === 0) changes.delete(key);
    else changes.set(key, sum);
  }

  take(): Iterable<readonly [string, number]> {
    const changes = this.#changes;
    if (changes === undefined || changes.size === 0) return [];
    this.#changes = new Map();
    return changes;
  }
}
