/** Items that take some milliseconds. */
const itemsAtOnce = 500;

/** Work that yields every few milliseconds, for other work of the process to run in between. */
export type WorkInTurns<Result = void> = Generator<void, Result>;

/** Calls a function for each item. */
export function* inTurns<Item>(items: readonly Item[], work: (item: Item, index: number) => void): WorkInTurns {
  for (const [index, item] of items.entries()) {
    work(item, index);
    if (index % itemsAtOnce === itemsAtOnce - 1) yield;
  }
}
