import { type Executor, runStatement, StatementTexts } from '../../../platform/database/index.js';
import { columnsOf, type ItemFields, type ItemKey, type ItemRecord, itemParts } from '../items/index.js';

export interface EvidenceRecord {
  id: number;
  alertId: string;
  siteId: string;
  itemId: string;
  notes: string;
  actor: string;
  linkedAtEpoch: number;
  /** The item, null when unknown; absent when the link was read without it. */
  item?: ItemRecord | null;
}

const columns = `e.id::float8 as id, e.alert_id as "alertId", e.site_id as "siteId", e.item_id as "itemId", e.note as notes,
  e.linked_by as actor, e.linked_at as "linkedAtEpoch"`;

/** Inserts a link, or replaces the notes of an existing one. */
export async function upsertEvidence(
  sql: Executor,
  link: { alertId: string; siteId: string; itemId: string; notes: string; actor: string; now: number },
): Promise<EvidenceRecord | undefined> {
  const rows = await runStatement<EvidenceRecord>(
    sql,
    `insert into drive.evidence as e (alert_id, site_id, item_id, note, linked_by, linked_at)
     values ($1::uuid, $2, $3, $4, $5, $6)
     on conflict (alert_id, site_id, item_id) do update set note = excluded.note, linked_by = excluded.linked_by,
       linked_at = excluded.linked_at
     returning ${columns}`,
    [link.alertId, link.siteId, link.itemId, link.notes, link.actor, link.now],
  );
  return rows[0];
}

const ofLink = 'where e.alert_id = $1::uuid and e.site_id = $2 and e.item_id = $3';

/** A link, locked until the transaction ends; undefined when there is none. */
export async function lockEvidence(
  sql: Executor,
  link: { alertId: string; siteId: string; itemId: string },
): Promise<EvidenceRecord | undefined> {
  const text = `select ${columns} from drive.evidence e ${ofLink} for update`;
  const [row] = await runStatement<EvidenceRecord>(sql, text, [link.alertId, link.siteId, link.itemId]);
  return row;
}

/** Deletes and returns a link; undefined when there was none. */
export async function deleteEvidence(
  sql: Executor,
  link: { alertId: string; siteId: string; itemId: string },
): Promise<EvidenceRecord | undefined> {
  const text = `delete from drive.evidence e ${ofLink} returning ${columns}`;
  const [row] = await runStatement<EvidenceRecord>(sql, text, [link.alertId, link.siteId, link.itemId]);
  return row;
}

/** Links of these alerts, oldest first. */
export async function selectEvidenceOfAlerts(
  sql: Executor,
  { alertIds, items }: { alertIds: readonly string[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[]> {
  const text = linksText({
    rows: 'select * from drive.evidence where alert_id = any($1::uuid[])',
    items,
    order: 'e.id',
  });
  return await runStatement(sql, text, [alertIds]);
}

/** Links of each group of alerts, newest first, at most `first` per group. */
export async function selectEvidenceOfAlertGroups(
  sql: Executor,
  query: { members: readonly { alertId: string; group: number }[]; first: number; items: ItemFields | undefined },
): Promise<(EvidenceRecord & { group: number })[]> {
  const { members, first, items } = query;
  const rows = `select * from (
      select e.*, member."group", row_number() over (partition by member."group" order by e.linked_at desc, e.id desc) as place
      from unnest($1::uuid[], $2::int[]) member (alert_id, "group") join drive.evidence e using (alert_id)
    ) linked
    where place <= $3::int`;
  const text = linksText({ rows, items, more: 'e."group"', order: 'e."group", e.place' });
  return await runStatement(sql, text, [
    members.map(({ alertId }) => alertId),
    members.map(({ group }) => group),
    first,
  ]);
}

/** Links of these items, oldest first. */
export async function selectEvidenceOfItems(
  sql: Executor,
  { keys, items }: { keys: readonly ItemKey[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[]> {
  const rows = `select evidence.* from drive.evidence
    join unnest($1::text[], $2::text[]) as wanted (site_id, item_id) using (site_id, item_id)`;
  return await runStatement(sql, linksText({ rows, items, order: 'e.id' }), columnsOf(keys));
}

const texts = new StatementTexts<object>();
const withoutItems = {};

/** A statement that reads links, with their items when fields of items are requested. */
function linksText(query: LinksQuery): string {
  const { items, rows, more, order } = query;
  return texts.text(items ?? withoutItems, `${more} of ${rows} ${order}`, () => writeLinksText(query));
}

interface LinksQuery {
  readonly rows: string;
  readonly items: ItemFields | undefined;
  readonly more?: string;
  readonly order: string;
}

function writeLinksText({ rows, items, more, order }: LinksQuery): string {
  const own = more === undefined ? columns : `${columns}, ${more}`;
  if (items === undefined) return `select ${own} from (${rows}) e order by ${order}`;
  const linked = 'select * from drive.item where (site_id, id) in (select site_id, item_id from link)';
  const parts = itemParts(linked, items, 'item.');
  return `with recursive link as materialized (${rows}), ${parts.tables}
    select ${own}, ${parts.columns}
    from link e left join item on item.site_id = e.site_id and item.id = e.item_id ${parts.joins}
    order by ${order}`;
}
