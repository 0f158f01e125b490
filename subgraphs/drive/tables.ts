import { customType, pgSchema } from 'drizzle-orm/pg-core';

/** Schema of the drive domain. All times are in Unix epoch seconds. */
export const driveSchema = pgSchema('drive');

/** Text that is compared and ordered by bytes, regardless of the collation of the database. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
