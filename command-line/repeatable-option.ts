/** Collects the values of an option that repeatable. */
export function collectValues(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
