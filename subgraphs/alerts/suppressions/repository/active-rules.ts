import { sql } from 'drizzle-orm';
import {
  array,
  execute,
  fetchRows,
  float8,
  integer,
  rawQuery,
  records,
  sqlFile,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { suppression } from '../tables.js';

/**
 * Prevents suppression rules from beginning or ending until the transaction ends. Call it before the transaction locks
 * rows.
 */
export const lockRulesShared = execute(sqlFile(import.meta.url, './hold-rules.sql'));

/**
 * Locks the suppression rules for a change: waits for the imports that have read them, and blocks later imports until
 * the transaction ends.
 */
export const lockRules = execute(sqlFile(import.meta.url, './wait-for-imports.sql'));

/** The suppression rules that are active for these tenants at `now` (Unix epoch seconds), oldest first. */
export const selectActiveRules = fetchRows({ tenants: array(text), now: float8 }, (input) =>
  rawQuery(
    { id: suppression.id, tenantId: suppression.tenantId, criteria: suppression.criteria },
    (columns) => sql`select ${columns} from ${suppression}
        where ${suppression.endedAtEpoch} is null and ${suppression.startsAtEpoch} <= ${input.now}
          and (${suppression.endsAtEpoch} is null or ${suppression.endsAtEpoch} > ${input.now})
          and (${suppression.tenantId} is null or ${suppression.tenantId} = any(${input.tenants}))
        order by ${suppression.createdAtEpoch}, ${suppression.id}`,
  ),
);

/** Stores how suppression rules affected an import. */
export const insertEffects = execute(
  sqlFile(import.meta.url, './insert-effects.sql', {
    parameters: { effect: records({ id: uuid, opened: integer, released: integer }) },
  }),
);

/** Replaces the stored effects of each suppression rule with their sum. */
export const foldEffects = execute(sqlFile(import.meta.url, './fold-effects.sql'));
