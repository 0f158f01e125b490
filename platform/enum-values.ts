/** The values of an enum as the tuple with at least one value that drizzle requires; every vocabulary has some. */
export function valuesOf<Value extends string>(vocabulary: Record<string, Value>): [Value, ...Value[]] {
  return Object.values(vocabulary) as [Value, ...Value[]];
}
