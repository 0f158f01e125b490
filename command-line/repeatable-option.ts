/** Collects the values of a repeatable option. */
export function collectValues(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
