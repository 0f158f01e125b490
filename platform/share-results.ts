/**
 * Returns a function that creates the result of a key at its first use, and returns the same one for later uses. Failed
 * results are not retained. The number of keys must be limited, because each of them retains its result.
 */
export function shareResults<Result>(create: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key) => {
    const existing = results.get(key);
    if (existing !== undefined) return existing;
    const created = create(key);
    results.set(key, created);
    created.catch(() => results.delete(key));
    return created;
  };
}
