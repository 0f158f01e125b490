import { expect, test } from 'vitest';
import { migrationsFolder, readMigrations } from '../../platform/database/migrations.js';
import { updateAlert } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { transitionsOf } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import { describeAlertWorld, fieldsOf, importAll, inference, queryAlerts } from './support/alert-world.js';
import { computedTimes, percentile } from './support/response-times.js';

const world = describeAlertWorld({
  RAMPART_ALERTS_ACKNOWLEDGE_MINUTES: '0,60,30,10',
  RAMPART_ALERTS_RESOLVE_MINUTES: '0,0,120,60',
});
const statuses = Object.values(AlertStatus);
const scores = [0.6, 0.75, 0.9, 0.99];
/** Deterministic pseudo-random numbers from 0 to 1 (mulberry32). */
const random = ((state) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
})(7);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

const list = `query ($filter: AlertFilter, $orderBy: AlertOrder, $after: String) {
  alerts(filter: $filter, orderBy: $orderBy, first: 7, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes {
    id tenantId modelName severity status createdAt acknowledgedAt resolvedAt reopenedAt
    acknowledgeTarget { dueAt metAt isBreached remainingSeconds } resolveTarget { dueAt metAt isBreached remainingSeconds } } } }`;

interface Listed {
  readonly id: string;
  readonly tenantId: string;
  readonly modelName: string;
  readonly severity: string;
}

async function listAll(variables: object = {}): Promise<Listed[]> {
  const nodes: Listed[] = [];
  for (let after: string | null = null; ; ) {
    const { alerts } = await queryAlerts(world, list, { ...variables, after });
    nodes.push(...alerts.nodes);
    if (!alerts.pageInfo.hasNextPage) {
      expect(nodes).toHaveLength(alerts.totalCount);
      return nodes;
    }
    after = alerts.pageInfo.endCursor;
  }
}

test('times, targets, filters, order and statistics equal those of an independent computation', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 40; index++) {
    world.clock.seconds += 60;
    const { results } = await importAll(world.alerts, [
      inference({
        tenant_id: oneOf(['acme', 'globex']),
        model_name: oneOf(['sage', 'gat']),
        attack_prob: oneOf(scores),
        endpoint_id: `h${index}`,
      }),
    ]);
    ids.push(results[0]?.alertId ?? '');
  }
  for (let index = 0; index < 150; index++) {
    world.clock.seconds += Math.floor(random() * 90);
    await updateAlert(world.as(), { id: oneOf(ids), status: oneOf(statuses), fields: fieldsOf('status') });
  }
  const transitions = await transitionsOf(world.as(), ids);
  const now = world.clock.now();
  const alerts = await listAll();
  const expected = computedTimes(alerts, new Map(ids.map((id, index) => [id, transitions[index] ?? []])), {
    now,
    acknowledge: { LOW: 0, MEDIUM: 60, HIGH: 30, CRITICAL: 10 },
    resolve: { LOW: 0, MEDIUM: 0, HIGH: 120, CRITICAL: 60 },
  });
  for (const alert of alerts) expect(alert).toMatchObject(expected.get(alert.id)?.fields ?? {});

  for (const shift of [-3600_000, 0, 1800_000]) {
    const time = new Date(now + shift).toISOString();
    const idsOf = (nodes: readonly Listed[]) => nodes.map(({ id }) => id).toSorted();
    const matching = (name: 'isBreachedBefore' | 'isDueBefore') =>
      idsOf(alerts.filter(({ id }) => expected.get(id)?.[name](now + shift)));
    expect(idsOf(await listAll({ filter: { breachedBefore: time } }))).toEqual(matching('isBreachedBefore'));
    expect(idsOf(await listAll({ filter: { dueBefore: time } }))).toEqual(matching('isDueBefore'));
    const due = new Set(matching('isDueBefore'));
    expect(idsOf(await listAll({ filter: { dueAfter: time } }))).toEqual(idsOf(alerts).filter((id) => !due.has(id)));
    expect(matching('isBreachedBefore').length).toBeGreaterThan(0);
  }
  for (const direction of ['ASC', 'DESC']) {
    const dues = (await listAll({ orderBy: { field: 'DUE', direction } })).map(({ id }) => expected.get(id)?.due ?? 0);
    expect(dues).toEqual(dues.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)));
    expect(new Set(dues).size).toBeGreaterThan(5);
  }

  const statistics = `{ alerts { responseTimes(by: [TENANT, MODEL, SEVERITY]) { tenantId modelName severity alerts
    acknowledged { count meanSeconds medianSeconds p90Seconds p95Seconds maxSeconds } resolved { count meanSeconds medianSeconds p90Seconds p95Seconds maxSeconds } }
    overall: responseTimes { alerts acknowledged { count } } } }`;
  const { alerts: measured } = await queryAlerts(world, statistics);
  expect(measured.overall).toMatchObject([{ alerts: 40 }]);
  const groups = Map.groupBy(alerts, ({ tenantId, modelName, severity }) => `${tenantId} ${modelName} ${severity}`);
  expect(measured.responseTimes).toHaveLength(groups.size);
  for (const { tenantId, modelName, severity, alerts: count, ...times } of measured.responseTimes) {
    const group = groups.get(`${tenantId} ${modelName} ${severity}`) ?? [];
    expect(count).toBe(group.length);
    for (const name of ['acknowledged', 'resolved'] as const) {
      const durations = group.flatMap(({ id }) => expected.get(id)?.[name] ?? []).toSorted((a, b) => a - b);
      if (durations.length === 0) expect(times[name]).toBeNull();
      else {
        expect(times[name].count).toBe(durations.length);
        const mean = durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
        expect(times[name].meanSeconds).toBeCloseTo(mean, 2);
        expect(times[name].medianSeconds).toBeCloseTo(percentile(durations, 0.5), 2);
        expect(times[name].p90Seconds).toBeCloseTo(percentile(durations, 0.9), 2);
        expect(times[name].p95Seconds).toBeCloseTo(percentile(durations, 0.95), 2);
        expect(times[name].maxSeconds).toBeCloseTo(durations.at(-1) ?? 0, 2);
      }
    }
  }

  // The migration computes the same times from the transitions of older rows, without events.
  const { sql } = world.test.database;
  const readColumns = () => sql`select id, acknowledged_at, resolved_at, reopened_at from alerts.alert order by id`;
  const columnsBefore = await readColumns();
  const countEvents = async () => (await sql`select count(*) from platform.event`)[0]?.count;
  await sql`update alerts.alert set acknowledged_at = null, resolved_at = null, reopened_at = null`;
  const eventsBefore = await countEvents();
  const migration = readMigrations(migrationsFolder).find(({ name }) => name === '0034_alerts-times');
  const backfill = (migration?.statements ?? []).filter((statement) => /UPDATE "alerts"|ABLE TRIGGER/.test(statement));
  expect(backfill).toHaveLength(3);
  for (const statement of backfill) await sql.unsafe(statement);
  expect(await readColumns()).toEqual(columnsBefore);
  expect(await countEvents()).toEqual(eventsBefore);
});
