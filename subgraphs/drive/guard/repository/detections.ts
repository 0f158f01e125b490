import { sql } from 'drizzle-orm';
import {
  array,
  bigint,
  cast,
  execute,
  fetchRows,
  float8,
  integer,
  nullable,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { evidence } from '../../evidence/tables.js';
import { item, malwareFinding, site } from '../../items/tables.js';
import { detection, massChange, massChangeFile } from '../tables.js';

/** Adds a mass change to the detections to submit to the alerts domain, unless it was added before. */
export const insertMassChangeDetection = execute(
  { massChangeId: bigint, siteId: text, now: float8 },
  ({ massChangeId, siteId, now }) => sql`insert into ${detection} (inference_id, site_id, mass_change_id, detected_at)
      values ('drive-mass-change:' || ${massChangeId}, ${siteId}, ${massChangeId}, ${now}) on conflict do nothing`,
);

/** Adds malware findings of a site to the detections to submit to the alerts domain, unless they were added before. */
export const insertMalwareDetections = execute(
  { siteId: text, findingIds: array(bigint), now: float8 },
  ({ siteId, findingIds, now }) => sql`insert into ${detection} (inference_id, site_id, finding_id, detected_at)
      select 'drive-malware:' || id, ${siteId}, id, ${now} from unnest(${findingIds}) found (id) on conflict do nothing`,
);

/** Claims detections that have no alert yet and were last submitted to the alerts domain before a time, or never. */
export const claimDetections = fetchRows({ before: float8, now: float8, limit: integer }, ({ before, now, limit }) =>
  rawQuery(
    {
      inferenceId: detection.inferenceId,
      detectedAtEpoch: detection.detectedAtEpoch,
      hostname: site.hostname,
      path: site.path,
      kind: cast(nullable(text), sql`${massChange.kind}::text`),
      reasons: cast(nullable(array(text)), sql`${massChange.reasons}`),
      malware: cast(nullable(text), sql`${malwareFinding.malware}`),
      name: cast(nullable(text), sql`${malwareFinding.name}`),
    },
    (columns) => sql`with taken as (
          select inference_id from ${detection} where alert_id is null and handed_at < ${before}
          order by handed_at, inference_id limit ${limit} for update skip locked
        ), submitted as (
          update ${detection} set handed_at = ${now} from taken where ${detection.inferenceId} = taken.inference_id
        )
        select ${columns} from taken join ${detection} on ${detection.inferenceId} = taken.inference_id
        join ${site} on ${site.id} = ${detection.siteId}
        left join ${massChange} on ${massChange.id} = ${detection.massChangeId}
        left join ${malwareFinding} on ${malwareFinding.id} = ${detection.findingId}
        where ${massChange.id} is not null or ${malwareFinding.id} is not null`,
  ),
);

const alertTypes = { inferenceIds: array(text), alertIds: array(uuid) };

/** Stores the alert ids of detections; returns the detections that had none before. */
export const storeAlertIds = fetchRows(alertTypes, ({ inferenceIds, alertIds }) =>
  rawQuery(
    { inferenceId: detection.inferenceId, siteId: detection.siteId, alertId: cast(text, sql`${detection.alertId}`) },
    (columns) => sql`update ${detection} set alert_id = opened.alert_id
        from unnest(${inferenceIds}, ${alertIds}) opened (inference_id, alert_id)
        where ${detection.inferenceId} = opened.inference_id and ${detection.alertId} is null returning ${columns}`,
  ),
);

/** Deletes the given detections, for which no alert was created. */
export const deleteDetections = execute(
  { inferenceIds: array(text) },
  ({ inferenceIds }) => sql`delete from ${detection} where ${detection.inferenceId} = any(${inferenceIds})`,
);

/** Links the first files of each detection to its alert as evidence; returns the new links. */
export const linkFiles = fetchRows(
  { inferenceIds: array(text), first: integer, notes: text, actor: text, now: float8 },
  ({ inferenceIds, first, notes, actor, now }) =>
    rawQuery(
      { alertId: cast(text, sql`alert_id`), siteId: evidence.siteId, itemId: evidence.itemId },
      (columns) => sql`insert into ${evidence} (alert_id, site_id, item_id, note, linked_by, linked_at)
          select distinct d.alert_id, d.site_id, found.item_id, ${notes}, ${actor}, ${now}::float8
          from ${detection} d cross join lateral (
            (select f.item_id from ${massChangeFile} f where f.mass_change_id = d.mass_change_id
              order by f.change, f.item_id limit ${first})
            union all
            select f.item_id from ${malwareFinding} f where f.id = d.finding_id
          ) found
          join ${item} i on i.site_id = d.site_id and i.id = found.item_id
          where d.inference_id = any(${inferenceIds}) and d.alert_id is not null
          on conflict (alert_id, site_id, item_id) do nothing returning ${columns}`,
    ),
);
