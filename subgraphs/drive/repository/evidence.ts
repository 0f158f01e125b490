import { type Executor, runStatement } from '../../../platform/database/index.js';
import type { EvidenceRecord } from '../records.js';
import { columnsOf, type ItemKey } from './items.js';

const columns = `e.id::float8 as id, e.alert_id as "alertId", e.site_id as "siteId", e.item_id as "itemId", e.note,
  e.linked_by as "linkedBy", e.linked_at as "linkedAtEpoch"`;

/** Links an item to an alert; a link that is there already gets the new note. */
export async function upsertEvidence(
  sql: Executor,
  link: { alertId: string; siteId: string; itemId: string; note: string; linkedBy: string; now: number },
): Promise<EvidenceRecord | undefined> {
  const rows = await runStatement<EvidenceRecord>(
    sql,
    `insert into drive.evidence as e (alert_id, site_id, item_id, note, linked_by, linked_at)
     values ($1::uuid, $2, $3, $4, $5, $6)
     on conflict (alert_id, site_id, item_id) do update set note = excluded.note, linked_by = excluded.linked_by,
       linked_at = excluded.linked_at
     returning ${columns}`,
    [link.alertId, link.siteId, link.itemId, link.note, link.linkedBy, link.now],
  );
  return rows[0];
}

/** Removes a link; false when there was none. */
export async function deleteEvidence(
  sql: Executor,
  link: { alertId: string; siteId: string; itemId: string },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    'delete from drive.evidence where alert_id = $1::uuid and site_id = $2 and item_id = $3 returning id',
    [link.alertId, link.siteId, link.itemId],
  );
  return rows.length > 0;
}

/** Links of these alerts, the oldest first. */
export async function selectEvidenceOfAlerts(sql: Executor, alertIds: readonly string[]): Promise<EvidenceRecord[]> {
  const text = `select ${columns} from drive.evidence e where e.alert_id = any($1::uuid[]) order by e.id`;
  return await runStatement(sql, text, [alertIds]);
}

/** Links of the alerts of each group, the newest first, at most `first` each. */
export async function selectEvidenceOfAlertGroups(
  sql: Executor,
  { members, first }: { members: readonly { alertId: string; group: number }[]; first: number },
): Promise<(EvidenceRecord & { group: number })[]> {
  const text = `select * from (
      select ${columns}, member."group", row_number() over (partition by member."group" order by e.linked_at desc, e.id desc) as place
      from unnest($1::uuid[], $2::int[]) member (alert_id, "group") join drive.evidence e using (alert_id)
    ) linked
    where place <= $3::int order by "group", place`;
  return await runStatement(sql, text, [
    members.map(({ alertId }) => alertId),
    members.map(({ group }) => group),
    first,
  ]);
}

/** Links of these items, the oldest first. */
export async function selectEvidenceOfItems(sql: Executor, keys: readonly ItemKey[]): Promise<EvidenceRecord[]> {
  const text = `select ${columns} from drive.evidence e
    join unnest($1::text[], $2::text[]) as wanted (site_id, item_id) using (site_id, item_id) order by e.id`;
  return await runStatement(sql, text, columnsOf(keys));
}
