import type { Sql } from 'postgres';
import { foldTally } from '../../subgraphs/alerts/imports/index.js';
import { dataEnd, dataStart, endpointsPerTenant, models, techniques, tenantsFor } from './inferences.js';

/** Text in the notes of a fixed number of alerts, regardless of the size of the table. */
export const selectiveNote = 'INC-20481';
const selectiveNotes = 20;

/** Rows per statement: large enough to be fast, small enough to show progress. */
const batch = 250_000;

/**
 * Fills an empty, migrated database with alerts like an import would, with inferences, endpoints and the tally, but
 * with SQL. Indexes are created afterwards, which is many times faster.
 */
export async function generateAlerts(
  sql: Sql,
  options: { alerts: number; onProgress(message: string): void },
): Promise<void> {
  const { alerts, onProgress } = options;
  const indexes = await dropIndexes(sql);
  for (let first = 0; first < alerts; first += batch) {
    onProgress(`generating alerts: ${first} of ${alerts}`);
    await insertAlerts(sql, { first, last: Math.min(first + batch, alerts) - 1, alerts });
  }
  onProgress(`generating data that refers to ${alerts} alerts`);
  await insertInferences(sql);
  await insertEndpoints(sql);
  await addRareNotes(sql);
  for (const [number, index] of indexes.entries()) {
    onProgress(`indexing ${alerts} alerts: ${number + 1} of ${indexes.length}`);
    await sql.unsafe(index);
  }
  onProgress(`analyzing ${alerts} alerts`);
  await foldTally(sql);
  for (const table of [
    ...['alert', 'inference', 'endpoint', 'alert_tally'],
    ...['endpoint_tally', 'endpoint_tally_change', 'technique_tally', 'technique_tally_change'],
  ]) {
    await sql.unsafe(`vacuum analyze alerts.${table}`);
  }
}

/** Drops the indexes of the domain that no constraint needs, and returns the statements that recreate them. */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'alerts' and tablename in ('alert', 'inference', 'endpoint')
      and not exists (select from pg_constraint where conname = indexname and connamespace = 'alerts'::regnamespace)`;
  for (const { name } of indexes) await sql`drop index alerts.${sql(name)}`;
  return indexes.map(({ definition }) => definition);
}

async function insertAlerts(sql: Sql, range: { first: number; last: number; alerts: number }): Promise<void> {
  const { first, last, alerts } = range;
  const tenants = tenantsFor(alerts);
  const statuses = [
    'open',
    'open',
    'open',
    'open',
    'open',
    'acknowledged',
    'investigating',
    'resolved',
    'resolved',
    'false_positive',
  ];
  await sql`
    insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
      ttp_techniques, ttp_explanation, inference_ids, first_seen, last_seen, created_at, updated_at, analyst_notes,
      resolved_by, model_name, num_nodes, num_edges)
    select md5(number::text)::uuid, tenant_id, 'host-' || endpoint || '.' || tenant_id || '.example',
      (case when score >= 0.95 then 'critical' when score >= 0.85 then 'high' when score >= 0.7 then 'medium'
        else 'low' end)::alerts.severity,
      status::alerts.alert_status, (case when endpoint % 3 = 0 then 'linux' else 'windows' end)::alerts.platform,
      score, 0.6 + (dice % 400) / 1000.0, 'attack',
      array[(${techniques}::text[])[1 + dice % ${techniques.length}::int], (${techniques}::text[])[1 + (dice + 1) % ${techniques.length}::int]],
      case when dice % 2 = 0 then 'An attachment started an encoded command that read the credentials in memory.' end,
      array['inference-' || number || '-1', 'inference-' || number || '-2'],
      moment, moment + dice % 160, moment, moment, case when dice % 20 = 0 then 'Asked the owner of host ' || endpoint else '' end,
      case when status in ('resolved', 'false_positive') then 'analyst-' || dice % 20 end,
      (${models}::text[])[1 + (number / ${tenants}::bigint / ${endpointsPerTenant}::bigint) % ${models.length}::bigint], 20 + dice % 900, (20 + dice % 900) * 4
    from (
      select number, 'tenant-' || number % ${tenants}::bigint as tenant_id, number / ${tenants}::bigint % ${endpointsPerTenant}::bigint as endpoint,
        abs(hashtext(number::text)::bigint) as dice, (5000 + abs(hashtext(number::text)::bigint) % 5000) / 10000.0 as score,
        (${statuses}::text[])[1 + abs(hashtext('status' || number)::bigint) % ${statuses.length}::bigint] as status,
        ${dataStart}::float8 + ${dataEnd - dataStart}::float8 * number / ${alerts}::float8 as moment
      from generate_series(${first}::bigint, ${last}::bigint) number
    ) drawn`;
}

async function insertInferences(sql: Sql): Promise<void> {
  await sql`insert into alerts.inference (tenant_id, inference_id, alert_id)
    select tenant_id, unnest(inference_ids), id from alerts.alert`;
}

async function insertEndpoints(sql: Sql): Promise<void> {
  await sql`insert into alerts.endpoint (tenant_id, hostname, platform, last_alert_time, total_alerts, open_alerts)
    select tenant_id, endpoint_id, min(platform), max(last_seen), count(*), count(*) filter (where status = 'open')
    from alerts.alert group by tenant_id, endpoint_id`;
}

/** Adds the notes to alerts evenly distributed over time. */
async function addRareNotes(sql: Sql): Promise<void> {
  await sql`with chosen as (
      select id from (
        select id, row_number() over (order by created_at) as place, count(*) over () as alerts from alerts.alert
      ) placed where place % greatest(1, alerts / ${selectiveNotes}::int) = 0 limit ${selectiveNotes}::int
    )
    update alerts.alert set analyst_notes = ${`Belongs to ${selectiveNote}`} from chosen where alert.id = chosen.id`;
}
