import { pgSchema } from 'drizzle-orm/pg-core';

/** All times are Unix epoch milliseconds, as the wire has them. */
export const zonesSchema = pgSchema('zones');
