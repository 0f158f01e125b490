import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  byShape,
  cast,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  joined,
  type Placeholders,
  queryBuilder,
  rawQuery,
  run,
  type Selection,
  statement,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import {
  columnsOf,
  type ItemFields,
  type ItemKey,
  type ItemRecord,
  itemFieldsOf,
  itemParts,
  keyTypes,
} from '../items/index.js';
import { item } from '../items/tables.js';
import { evidence } from './tables.js';

/** An evidence link. `item`: null if the item is unknown, absent if no item fields were requested. */
export type EvidenceRecord = typeof evidence.$inferSelect & { item?: ItemRecord | null };

const linkTypes = { alertId: uuid, siteId: text, itemId: text };

/**
 * Prevents the removal of local copies of sites until the end of the transaction. Waits for removals in progress, so
 * transactions that link items must call it before they read the items, which then exist or have been removed.
 */
export const blockRemovals = execute({}, () => sql`lock table ${evidence} in row exclusive mode`);

/** Limits the time that the next statements of the transaction wait for a lock to 5 seconds. */
export const limitLockWaits = execute({}, () => sql`set local lock_timeout = '5s'`);

/** Ends {@link limitLockWaits}. */
export const endLockLimit = execute({}, () => sql`set local lock_timeout to default`);

/**
 * Inserts an evidence link, or replaces the notes, actor and time of an existing one; undefined if the item does not
 * exist.
 */
export const upsertEvidence = fetchRow({ ...linkTypes, notes: text, actor: text, now: float8 }, (link) =>
  rawQuery(
    getTableColumns(evidence),
    (columns) => sql`insert into ${evidence} (alert_id, site_id, item_id, note, linked_by, linked_at)
        select ${link.alertId}, i.site_id, i.id, ${link.notes}, ${link.actor}, ${link.now} from ${item} i
        where i.site_id = ${link.siteId} and i.id = ${link.itemId}
        on conflict (alert_id, site_id, item_id) do update set note = excluded.note, linked_by = excluded.linked_by,
          linked_at = excluded.linked_at
        returning ${columns}`,
  ),
);

function isLink(link: Placeholders<typeof linkTypes>): SQL {
  return sql`${evidence.alertId} = ${link.alertId} and ${evidence.siteId} = ${link.siteId} and ${evidence.itemId} = ${link.itemId}`;
}

/** Selects an evidence link and locks it until the transaction ends; undefined if there is none. */
export const lockEvidence = fetchRow(linkTypes, (link) =>
  queryBuilder.select().from(evidence).where(isLink(link)).for('update'),
);

/** Deletes and returns an evidence link; undefined if there was none. */
export const deleteEvidence = fetchRow(linkTypes, (link) =>
  rawQuery(
    getTableColumns(evidence),
    (columns) => sql`delete from ${evidence} where ${isLink(link)} returning ${columns}`,
  ),
);

/** Deletes the evidence links of the given alerts. */
export const deleteEvidenceOfAlerts = execute(
  { alertIds: array(uuid) },
  ({ alertIds }) => sql`delete from ${evidence} where ${evidence.alertId} = any(${alertIds})`,
);

/** The item fields to read with evidence links; undefined: read the links without their items. */
interface LinksQuery {
  readonly items: ItemFields | undefined;
}

function shapeOf({ items }: LinksQuery): string {
  return items === undefined ? 'links alone' : items.key;
}

const row = alias(evidence, 'e');

/** The evidence links that `found` selects, with their items if `items` requests item fields. */
function links<More extends Selection>(options: LinksQuery & { found: SQL; more: More; order: SQL }) {
  const { found, items, more, order } = options;
  const selection = { ...getTableColumns(row), ...more, ...(items && { item: joined(itemFieldsOf(items)) }) };
  if (items === undefined) {
    return rawQuery(selection, (columns) => sql`select ${columns} from (${found}) e order by ${order}`);
  }
  const linked = sql`select * from ${item} where (site_id, id) in (select site_id, item_id from link)`;
  const { tables, joins } = itemParts(linked, items);
  return rawQuery(
    selection,
    (columns) => sql`with recursive link as materialized (${found}), ${tables}
      select ${columns} from link e left join item on item.site_id = e.site_id and item.id = e.item_id ${joins}
      order by ${order}`,
  );
}

const linksOfAlerts = byShape(shapeOf, ({ items }) =>
  statement({ alertIds: array(uuid) }, ({ alertIds }) => {
    const found = sql`select * from ${evidence} where ${evidence.alertId} = any(${alertIds})`;
    return links({ found, items, more: {}, order: sql`${row.id}` });
  }),
);

/** Evidence links of the given alerts, oldest first. */
export const selectEvidenceOfAlerts = fetchRows(linksOfAlerts);

const groupTypes = { alertIds: array(uuid), groups: array(integer), first: integer };
const linksOfGroups = byShape(shapeOf, ({ items }) =>
  statement(groupTypes, ({ alertIds, groups, first }) => {
    const found = sql`select * from (
        select e.*, member."group",
          row_number() over (partition by member."group" order by e.linked_at desc, e.id desc) as position
        from unnest(${alertIds}, ${groups}) member (alert_id, "group") join ${evidence} e using (alert_id)
      ) linked
      where position <= ${first}`;
    const more = { group: cast(integer, sql`e."group"`) };
    return links({ found, items, more, order: sql`e."group", e.position` });
  }),
);

/** Evidence links of each group of alerts, newest first, at most `first` per group. */
export async function selectEvidenceOfAlertGroups(
  executor: Executor,
  query: LinksQuery & { members: readonly { alertId: string; group: number }[]; first: number },
): Promise<(EvidenceRecord & { group: number })[]> {
  const { members, first } = query;
  const [alertIds, groups] = [members.map(({ alertId }) => alertId), members.map(({ group }) => group)];
  return await run(executor, linksOfGroups(query), { alertIds, groups, first });
}

const linksOfItems = byShape(shapeOf, ({ items }) =>
  statement(keyTypes, ({ siteIds, ids }) => {
    const found = sql`select evidence.* from ${evidence}
      join unnest(${siteIds}, ${ids}) as wanted (site_id, item_id) using (site_id, item_id)`;
    return links({ found, items, more: {}, order: sql`${row.id}` });
  }),
);

/** Evidence links of the given items, oldest first. */
export async function selectEvidenceOfItems(
  executor: Executor,
  query: LinksQuery & { keys: readonly ItemKey[] },
): Promise<EvidenceRecord[]> {
  return await run(executor, linksOfItems(query), columnsOf(query.keys));
}
