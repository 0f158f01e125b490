/** The counts of one process for a limit, to be added to the counts of the others. */
export interface SharedCounter {
  /** Starts recording; without other processes there is nothing to record. */
  startSharing(): void;
  /** Returns the changes since the last call, by key. */
  takeChanges(): Iterable<readonly [key: string, change: number]>;
  /** Adds the changes of another process. */
  addChanges(changes: Iterable<readonly [key: string, change: number]>): void;
}

/** Changes to the counts of a limit. */
export interface LimitChanges {
  readonly limit: string;
  /** Whether the counts are of open resources, such as streams, which end with their process. */
  readonly isHeld: boolean;
  readonly changes: readonly (readonly [key: string, change: number])[];
}

/**
 * The counts in memory for which several processes share their limits. The processes exchange changes after a moment,
 * so together they can exceed a limit by what arrives in that moment.
 */
export class SharedCounts {
  readonly #counters = new Map<string, { readonly counter: SharedCounter; readonly isHeld: boolean }>();

  /** @param limit name of the limit, equal in all processes; an additional one of the same name gets a number */
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

/** Changes that were not sent yet; a change and its opposite need no entry. */
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
