/** The values of an enum as a tuple with at least one value, as drizzle requires. */
export function valuesOf<Value extends string>(vocabulary: Record<string, Value>): [Value, ...Value[]] {
  return Object.values(vocabulary) as [Value, ...Value[]];
}
