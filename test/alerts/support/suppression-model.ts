import { expect } from 'vitest';
import type { AlertFilter } from '../../../subgraphs/alerts/triage/types-list.js';
import { type AlertWorld, start, type WireInference } from './alert-world.js';

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value; // The index is within the array.
}

function pickSome<Value>(values: readonly Value[]): Value[] {
  return values.filter(() => Math.random() < 0.4);
}

const models = ['a', 'b', 'c', 'd'];
const techniques = ['T1059', 'T1059.001', 'T1566', 'T1003'];
const scores = [0.55, 0.7, 0.8, 0.85, 0.9, 0.95, 1];

/** An inference that opens an alert, or joins one of a few alerts. */
export function randomInference(): Partial<WireInference> {
  return {
    endpoint_id: `ws-${Math.floor(Math.random() * 40)}`,
    platform: pick(['windows', 'linux']),
    attack_prob: pick(scores),
    ttp_techniques: pickSome(techniques),
    model_name: pick(models),
    timestamp: start + Math.floor(Math.random() * 20_000),
  };
}

/** A filter with at least one field that a rule can have. */
export function randomFilter(): AlertFilter {
  const fields: AlertFilter = {
    endpointId: `WS-${Math.floor(Math.random() * 40)}`,
    severity: [pick(['low', 'medium'] as const), pick(['high', 'critical'] as const)],
    platform: [pick(['windows', 'linux'] as const)],
    technique: [pick(techniques), 'T9999'],
    attack: [pick(['TA0002', 'T1059', 'T1566'])],
    modelName: [pick(models), pick(models)],
    minAttackProb: pick(scores),
    maxAttackProb: pick(scores),
  };
  const chosen = Object.fromEntries(Object.entries(fields).filter(() => Math.random() < 0.25)) as AlertFilter;
  return Object.keys(chosen).length === 0 ? { minAttackProb: 0.7 } : chosen;
}

interface Suppressed {
  readonly id: string;
  readonly model: string;
}

/**
 * Compares the stored state with the alerts in one snapshot: no alert is suppressed by a rule whose alerts are
 * restored, every restored alert has exactly one event as if it had been opened (a closed alert at most one), each rule
 * counts all of its alerts, and the tally includes suppressed ones.
 * @returns the suppressed alerts
 */
export async function expectExactSuppression({ test }: AlertWorld): Promise<readonly Suppressed[]> {
  return await test.database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read`;
    const stray =
      await sql`select a.id from alerts.alert a, unnest(a.suppressed_by) rule left join alerts.suppression s on s.id = rule
      where s.id is null or s.finished_at is not null`;
    expect(stray, 'suppressed by rules that have ended').toEqual([]);
    const accounts = await sql`select id, opened, released + restored_count + kept_count + present as accounted from (
      select id, restored_count, kept_count,
        (select coalesce(sum(opened), 0)::int from alerts.suppression_effect where suppression_id = s.id) as opened,
        (select coalesce(sum(released), 0)::int from alerts.suppression_effect where suppression_id = s.id) as released,
        (select count(*)::int from alerts.alert where suppressed_by @> array[s.id]) as present
      from alerts.suppression s) counts`;
    for (const { id, opened, accounted } of accounts) expect(accounted, `alerts of ${id}`).toBe(opened);
    const dimensions = sql`tenant_id, status, severity, platform, model_name`;
    expect(
      await sql`select ${dimensions}, sum(alerts)::int as alerts from alerts.suppressed_tally where tenant_id is not null
        group by ${dimensions} having sum(alerts) <> 0 order by ${dimensions}`,
    ).toEqual(
      await sql`select ${dimensions}, count(*)::int as alerts from alerts.alert where suppressed_by is not null
        group by ${dimensions} order by ${dimensions}`,
    );
    const opened =
      await sql`select a.id, count(e.id)::int as events, a.suppressed_by is null as visible from alerts.alert a
      left join (select id, jsonb_array_elements_text(data->'ids')::uuid as alert from platform.event
        where type = 'alerts' and data->>'change' = 'opened' and not data ? 'suppressed') e on e.alert = a.id
      group by a.id having count(e.id) <> case when a.suppressed_by is null then 1 else 0 end
        and (a.status not in ('resolved', 'false_positive') or count(e.id) > 0)`;
    expect(opened, 'opened other than once').toEqual([]);
    return await sql<
      Suppressed[]
    >`select id, model_name as model from alerts.alert where suppressed_by is not null order by id`;
  });
}
