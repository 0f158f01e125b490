/** Number of items between two yields; they take a few milliseconds. */
const itemsPerBatch = 500;

/** Work that yields every few milliseconds, so other work of the process can run in between. */
export type CooperativeWork<Result = void> = Generator<void, Result>;

/** Calls a function for each item, and yields every few milliseconds. */
export function* forEachCooperatively<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): CooperativeWork {
  for (const [index, item] of items.entries()) {
    work(item, index);
    if (index % itemsPerBatch === itemsPerBatch - 1) yield;
  }
}
