import { customType, pgSchema } from 'drizzle-orm/pg-core';

/** All times are Unix epoch milliseconds, as the wire has them. */
export const zonesSchema = pgSchema('zones');

/** Text that is compared and ordered by its bytes, whatever collation the database has. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
