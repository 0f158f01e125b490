import { customType, pgSchema } from 'drizzle-orm/pg-core';

/** All times are Unix epoch seconds. */
export const driveSchema = pgSchema('drive');

/** Text that is compared and ordered by its bytes, whatever collation the database has. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function valuesOf<Value extends string>(vocabulary: Record<string, Value>): [Value, ...Value[]] {
  // drizzle wants a tuple with at least one value; every vocabulary has some.
  return Object.values(vocabulary) as [Value, ...Value[]];
}
