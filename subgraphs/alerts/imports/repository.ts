import type { TransactionSql } from 'postgres';
import { arrayLiteral, type Executor, type Parameter, runStatement } from '../../../platform/database/index.js';
import { type AlertDraft, type MergedAlert, severityOf } from './rules/deduplication.js';
import type { Inference } from './rules/inference.js';
import type { SeenEndpoint } from './rules/seen-endpoints.js';

/** Sets these advisory locks apart from others. */
const importLocks = 7_211_603;
/** Tenants share so many locks: PostgreSQL's table of locks is small, and a batch may have thousands of tenants. A power of two. */
const mostLocks = 256;

/**
 * Makes imports of the same tenants take turns until the transaction ends: two at once can neither open two alerts for
 * one key nor take one inference twice. Locks are taken in one order, so that no two imports wait for each other.
 */
export async function lockTenants(sql: TransactionSql, tenants: readonly string[]): Promise<void> {
  // Statistics lag behind a big import. Everything here is found by an index, whatever they say.
  await runStatement(
    sql,
    `select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
  );
  await runStatement(
    sql,
    `select pg_advisory_xact_lock(${importLocks}, key) from (
      select distinct hashtext(tenant) & ${mostLocks - 1} as key from unnest($1::text[]) tenant order by key
    ) keys`,
    [tenants],
  );
}

/** Refuses to record an inference twice. */
export const inferenceKey = 'inference_key';

/** Which of these inferences have been imported before, by position, with the alert they are in. */
export async function selectKnownInferences(
  sql: TransactionSql,
  inferences: readonly Inference[],
): Promise<{ position: number; alertId: string | null }[]> {
  return await runStatement(
    sql,
    `select (key.ordinality - 1)::int as position, inference.alert_id as "alertId"
    from (
      select * from unnest($1::text[], $2::text[]) with ordinality key (tenant_id, inference_id, ordinality)
      order by tenant_id collate "C", inference_id collate "C"
    ) key
    join alerts.inference on inference.tenant_id = key.tenant_id and inference.inference_id = key.inference_id`,
    [inferences.map((inference) => inference.tenantId), inferences.map((inference) => inference.inferenceId)],
  );
}

/** A deduplication key with the span of time from which an inference could join. */
export interface JoinableKey {
  tenantId: string;
  endpointId: string;
  modelName: string;
  earliest: number;
  latest: number;
}

/** Locks and reads the alerts that inferences of these keys may join. An analyst's change waits, and the other way round. */
export async function lockJoinableAlerts(sql: TransactionSql, keys: readonly JoinableKey[]): Promise<MergedAlert[]> {
  return await runStatement(
    sql,
    `select alert.id, alert.tenant_id as "tenantId", alert.endpoint_id as "endpointId", alert.model_name as "modelName",
      alert.platform, alert.attack_prob as "attackProb", alert.confidence, alert.prediction,
      alert.ttp_techniques as "ttpTechniques", alert.ttp_explanation as "ttpExplanation",
      alert.first_seen as "firstSeen", alert.last_seen as "lastSeen", alert.num_nodes as "numNodes",
      alert.num_edges as "numEdges"
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
      key (tenant_id, endpoint_id, model_name, earliest, latest)
    join alerts.alert on alert.tenant_id = key.tenant_id and alert.endpoint_id = key.endpoint_id
      and alert.model_name = key.model_name and alert.last_seen >= key.earliest and alert.first_seen <= key.latest
      and alert.status in ('open', 'acknowledged', 'investigating')
    order by alert.id for no key update of alert`,
    [
      keys.map((key) => key.tenantId),
      keys.map((key) => key.endpointId),
      keys.map((key) => key.modelName),
      keys.map((key) => key.earliest),
      keys.map((key) => key.latest),
    ],
  );
}

/** Records inferences as imported, each with its alert or none. */
export async function insertInferences(
  sql: TransactionSql,
  rows: readonly { tenantId: string; inferenceId: string; alertId: string | null }[],
): Promise<void> {
  await runStatement(
    sql,
    `insert into alerts.inference (tenant_id, inference_id, alert_id)
    select * from unnest($1::text[], $2::text[], $3::uuid[])`,
    [rows.map((row) => row.tenantId), rows.map((row) => row.inferenceId), rows.map((row) => row.alertId)],
  );
}

/** Stores alerts that a batch opened. `now` is in Unix epoch seconds. */
export async function insertAlerts(sql: TransactionSql, drafts: readonly AlertDraft[], now: number): Promise<void> {
  await runStatement(
    sql,
    `insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
      ttp_techniques, ttp_explanation, inference_ids, first_seen, last_seen, created_at, updated_at, model_name,
      num_nodes, num_edges)
    select id, tenant_id, endpoint_id, severity::alerts.severity, 'open', platform::alerts.platform, attack_prob,
      confidence, prediction::alerts.prediction, ttp_techniques::text[], ttp_explanation, added::text[], first_seen,
      last_seen, $14::float8, $14::float8, model_name, num_nodes, num_edges
    from unnest(${draftArrays}, $15::text[], $16::text[], $17::text[])
      draft (${draftColumns}, tenant_id, endpoint_id, model_name)`,
    [
      ...draftValues(drafts),
      now,
      drafts.map((draft) => draft.tenantId),
      drafts.map((draft) => draft.endpointId),
      drafts.map((draft) => draft.modelName),
    ],
  );
}

/** Stores what a batch merged into alerts that stood already; what analysts set is not touched. */
export async function updateMergedAlerts(
  sql: TransactionSql,
  drafts: readonly AlertDraft[],
  now: number,
): Promise<void> {
  await runStatement(
    sql,
    `update alerts.alert set
      severity = draft.severity::alerts.severity, platform = draft.platform::alerts.platform,
      attack_prob = draft.attack_prob, confidence = draft.confidence,
      prediction = draft.prediction::alerts.prediction, ttp_techniques = draft.ttp_techniques::text[],
      ttp_explanation = draft.ttp_explanation, inference_ids = alert.inference_ids || draft.added::text[],
      first_seen = draft.first_seen, last_seen = draft.last_seen, num_nodes = draft.num_nodes,
      num_edges = draft.num_edges, updated_at = greatest($14::float8, alert.updated_at)
    from unnest(${draftArrays}) draft (${draftColumns})
    where alert.id = draft.id`,
    [...draftValues(drafts), now],
  );
}

/** What inferences decide of an alert: the columns of {@link draftValues}, the first 13 parameters of a statement. */
const draftColumns = `id, severity, platform, attack_prob, confidence, prediction, ttp_techniques, ttp_explanation, added,
  first_seen, last_seen, num_nodes, num_edges`;
const draftArrays = `$1::uuid[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::text[], $7::text[], $8::text[],
  $9::text[], $10::float8[], $11::float8[], $12::int[], $13::int[]`;

function draftValues(drafts: readonly AlertDraft[]): Parameter[] {
  return [
    drafts.map((draft) => draft.id),
    drafts.map((draft) => severityOf(draft.attackProb)),
    drafts.map((draft) => draft.platform),
    drafts.map((draft) => draft.attackProb),
    drafts.map((draft) => draft.confidence),
    drafts.map((draft) => draft.prediction),
    drafts.map((draft) => arrayLiteral(draft.ttpTechniques)),
    drafts.map((draft) => draft.ttpExplanation),
    drafts.map((draft) => arrayLiteral(draft.addedInferenceIds)),
    drafts.map((draft) => draft.firstSeen),
    drafts.map((draft) => draft.lastSeen),
    drafts.map((draft) => draft.numNodes),
    drafts.map((draft) => draft.numEdges),
  ];
}

/**
 * Records what a batch tells of endpoints. The platform is that of the most recent inference, of equal times the one that was
 * recorded first; the alerts that it opened are counted, whether or not they are the newest.
 *
 * Endpoints are locked after all alerts, and in the order of their keys: changes of status do the same, so that no two
 * transactions wait for each other. A row that stays as it is is locked, but not written.
 */
export async function upsertEndpoints(sql: TransactionSql, seen: readonly SeenEndpoint[]): Promise<void> {
  await runStatement(
    sql,
    `insert into alerts.endpoint (tenant_id, hostname, platform, last_alert_time, total_alerts, open_alerts)
    select tenant_id, hostname, platform::alerts.platform, last_seen, opened, opened
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::int[])
      seen (tenant_id, hostname, platform, last_seen, opened)
    order by tenant_id collate "C", hostname collate "C"
    on conflict on constraint endpoint_key do update set
      platform = case when excluded.last_alert_time > endpoint.last_alert_time
        then excluded.platform else endpoint.platform end,
      last_alert_time = greatest(endpoint.last_alert_time, excluded.last_alert_time),
      total_alerts = endpoint.total_alerts + excluded.total_alerts,
      open_alerts = endpoint.open_alerts + excluded.open_alerts
    where excluded.last_alert_time > endpoint.last_alert_time or excluded.total_alerts > 0`,
    [
      seen.map((endpoint) => endpoint.tenantId),
      seen.map((endpoint) => endpoint.hostname),
      seen.map((endpoint) => endpoint.platform),
      seen.map((endpoint) => endpoint.lastSeen),
      seen.map((endpoint) => endpoint.opened),
    ],
  );
}

/**
 * Replaces the changes gathered in the tally by their sums, and leaves alone what has not changed. Safe at any time and from several
 * processes: a row that another fold has taken is gone, and a reader sees either the changes or their sum.
 */
export async function foldTally(sql: Executor): Promise<void> {
  await runStatement(
    sql,
    `with folded as (
      delete from alerts.alert_tally where ctid in (
        select ctid from (
          select ctid, count(*) over (partition by tenant_id, status, severity, platform, model_name) as rows
          from alerts.alert_tally
        ) gathered where rows > 1
      )
      returning *
    )
    insert into alerts.alert_tally (tenant_id, status, severity, platform, model_name, alerts)
    select tenant_id, status, severity, platform, model_name, sum(alerts)
    from folded group by 1, 2, 3, 4, 5 having sum(alerts) <> 0`,
  );
}
