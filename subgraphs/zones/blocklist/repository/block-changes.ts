import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  bigint,
  boolean,
  byShape,
  cast,
  execute,
  fetchRow,
  integer,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { brandAlertProgress, brandHit, isBlockedHit } from '../../brands/tables.js';
import { zone } from '../../tables.js';
import { blockChange, blockSerial } from '../tables.js';
import { type BlockListScope, conditionsOf, scopeTypes, shapeOf } from './block-list.js';

interface ChangesQuery {
  readonly scope: BlockListScope;
  readonly serial: number;
  /** Maximum number of changes. */
  readonly limit: number;
}

/**
 * Names that a block list contains now and did not contain at a serial, or the reverse. A name was on the list at the
 * serial if one of its hits was blocked then. For a hit that has changed since the serial, the state before the first
 * of these changes counts; for any other hit, the current state.
 */
const changedNames = byShape(
  ({ scope }: Pick<ChangesQuery, 'scope'>) => shapeOf(scope),
  ({ scope }) =>
    statement({ ...scopeTypes, serial: bigint }, (parameters) => {
      const since = [
        sql`${blockChange.serial} > ${parameters.serial}`,
        ...conditionsOf(scope, blockChange, parameters),
      ];
      const listConditions = [isBlockedHit, ...conditionsOf(scope, brandHit, parameters)];
      return rawQuery(
        { name: cast(text, sql`name`), isAdded: cast(boolean, sql`is_listed`) },
        (selected) => sql`with first_change as (
          select distinct on (hit_id) hit_id, name, not is_added as was_listed from ${blockChange} ${whereAll(since)}
            order by hit_id, serial
        ), changed as (
          select name, bool_or(was_listed) as was_listed, array_agg(hit_id) as hits from first_change group by name
        ), compared as (
          select name, was_listed or coalesce(bool_or(listed.id <> all(hits)), false) as was_listed,
            count(listed.id) > 0 as is_listed
          from changed left join (
            select ${brandHit.id}, ${brandHit.label} || ${zone.suffix} as name
            from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId} ${whereAll(listConditions)}
          ) listed using (name) group by name, was_listed
        ) select ${selected} from compared where was_listed <> is_listed order by name`,
      );
    }),
);

/** Names that were added to a block list (`isAdded`) or removed from it since a serial, ordered by name. */
export async function selectChangedNames(executor: Executor, query: Pick<ChangesQuery, 'scope' | 'serial'>) {
  const { scope, serial } = query;
  return await run(executor, changedNames(query), { ...scope, serial });
}

const storedChanges = byShape(
  ({ scope }: ChangesQuery) => shapeOf(scope),
  ({ scope }) =>
    statement({ ...scopeTypes, serial: bigint, limit: integer }, (parameters) => {
      const within = conditionsOf(scope, blockChange, parameters);
      const same = [sql`${blockChange.serial} = ${parameters.serial}`, ...within];
      const newer = [sql`${blockChange.serial} > ${parameters.serial}`, ...within];
      return rawQuery(
        { isComplete: cast(boolean, sql`count(*) > 0`) },
        (selected) => sql`select ${selected} from ${blockSerial}
          where ${blockSerial.prunedSerial} <= ${parameters.serial}
            and exists (select from ${blockChange} ${whereAll(same)})
            and (select count(*) from (select from ${blockChange} ${whereAll(newer)} limit ${parameters.limit} + 1) newest)
              <= ${parameters.limit}`,
      );
    }),
);

/**
 * Whether all changes of a block list since a serial are stored, and are at most `limit`. False if no stored change of
 * the list has this serial: after a backup was restored, clients may have serials that the backup lacks.
 */
export async function canListChangesSince(executor: Executor, query: ChangesQuery): Promise<boolean> {
  const { scope, serial, limit } = query;
  return (await runForRow(executor, storedChanges(query), { ...scope, serial, limit }))?.isComplete ?? false;
}

/**
 * Raises `pruned_serial` to `before`, but at most to the serial up to which alerts were opened.
 * @returns the serial up to which changes may be removed
 */
export const raisePrunedSerial = fetchRow({ before: bigint }, ({ before }) =>
  rawQuery(
    { prunedSerial: blockSerial.prunedSerial },
    (columns) => sql`update ${blockSerial}
        set pruned_serial = greatest(pruned_serial, least(${before}, (select serial from ${brandAlertProgress})))
        returning ${columns}`,
  ),
);

/**
 * Removes changes up to a serial, except the newest change of each brand, because the serial of a block list is that of
 * the newest change within its scope.
 */
export const deleteChanges = execute(
  { serial: bigint },
  ({ serial }) => sql`delete from ${blockChange} where serial <= ${serial} and exists (
      select from ${blockChange} newer where newer.brand_id = block_change.brand_id
        and (newer.serial, newer.hit_id) > (block_change.serial, block_change.hit_id))`,
);
