import { customType, pgSchema } from 'drizzle-orm/pg-core';
import { ContentState, DriveChangeKind, SubscriptionState, SyncOutcome, SyncTrigger } from '../vocabulary.js';

/** All times are Unix epoch seconds. */
export const driveSchema = pgSchema('drive');

/** Text that is compared and ordered by its bytes, whatever collation the database has. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const contentStateType = driveSchema.enum('content_state', valuesOf(ContentState));
export const changeKindType = driveSchema.enum('change_kind', valuesOf(DriveChangeKind));
export const syncTriggerType = driveSchema.enum('sync_trigger', valuesOf(SyncTrigger));
export const syncOutcomeType = driveSchema.enum('sync_outcome', valuesOf(SyncOutcome));
export const subscriptionStateType = driveSchema.enum('subscription_state', valuesOf(SubscriptionState));

function valuesOf<Value extends string>(vocabulary: Record<string, Value>): [Value, ...Value[]] {
  // drizzle wants a tuple with at least one value; every vocabulary has some.
  return Object.values(vocabulary) as [Value, ...Value[]];
}
