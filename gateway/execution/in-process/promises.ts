export type MaybePromise<Value> = Value | Promise<Value>;

export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Converts rejected promises in a list, or in the promise of a list, to errors. */
export function settledList(list: unknown): unknown {
  return isPromise(list) ? list.then(settleItems) : settleItems(list);
}

/** Converts the rejected promises of a list to errors. */
function settleItems(list: unknown): unknown {
  if (!Array.isArray(list) || !list.some(isPromise)) return list;
  return list.map((item) => (isPromise(item) ? item.then(settleItems, asError) : item));
}

/** Converts a thrown value to an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
