import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { selectBacktest } from '../../subgraphs/alerts/backtests/repository.js';
import { readLogged } from '../../subgraphs/alerts/backtests/repository-log.js';
import { selectSamples } from '../../subgraphs/alerts/backtests/repository-results.js';
import { KeyReplay, type PolicyAlert } from '../../subgraphs/alerts/backtests/rules/replay.js';
import {
  cancelBacktest,
  listBacktests,
  readBacktest,
  startBacktest,
} from '../../subgraphs/alerts/backtests/service/backtests.js';
import { groupsOf } from '../../subgraphs/alerts/backtests/service/results.js';
import { runBacktest, runBacktests } from '../../subgraphs/alerts/backtests/service/run-backtests.js';
import type { StartPolicyBacktestInput } from '../../subgraphs/alerts/backtests/types.js';
import { alertDependencies } from '../../subgraphs/alerts/index.js';
import { dropOutdatedPartitions } from '../../subgraphs/alerts/inference-log/service.js';
import { removeOutdatedAlerts } from '../../subgraphs/alerts/retention/service.js';
import { deduplicationKey, severityOf } from '../../subgraphs/alerts/rules.js';
import { addSuppression, listSuppressions } from '../../subgraphs/alerts/suppressions/service/suppressions.js';
import { changeAlertStatuses, submitVerdict } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import type { AlertFilter } from '../../subgraphs/alerts/triage/types-list.js';
import type { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import { testConfiguration } from '../support/index.js';
import {
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  queryAlerts,
  requestOf,
  start,
  type WireInference,
} from './support/alert-world.js';

const world = describeAlertWorld({
  RAMPART_ALERTS_RETENTION_DAYS: 'all@removed=2',
  RAMPART_DATABASE_POOL_SIZE: '40',
});
const fields = fieldsOf('status');
const daySeconds = 86_400;

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function completeBacktest(input: StartPolicyBacktestInput, request = requestOf()) {
  const { id } = await startBacktest(world.as(request), input);
  await runBacktest(world.alerts, id);
  const row = await world.alerts.store.run((sql) => selectBacktest(sql, { id }));
  if (row === undefined) throw new Error(`no backtest ${id}`);
  return row;
}

/** The alerts that a replay of the log yields, each with its inferences. */
async function replayAll(tenantId: string, policy = world.alerts.settings) {
  const alerts = new Map<PolicyAlert, string[]>();
  await world.alerts.store.snapshot(async (sql) => {
    let replay = new KeyReplay(policy);
    let key = '';
    for await (const rows of readLogged(sql, { since: 0, tenants: [tenantId], model: null })) {
      for (const row of rows) {
        if (deduplicationKey(row) !== key) replay = new KeyReplay(policy);
        key = deduplicationKey(row);
        const alert = replay.add(row);
        if (alert !== undefined) alerts.set(alert, [...(alerts.get(alert) ?? []), row.inferenceId]);
      }
    }
  });
  return [...alerts]
    .map(([{ id, attackProb, firstSeen, lastSeen }, inferences]) => {
      return {
        id,
        severity: severityOf(attackProb),
        attackProb,
        firstSeen,
        lastSeen,
        inferences: inferences.toSorted(),
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function storedAlerts(tenantId: string) {
  return await world.test.database.sql`
    select id, severity, attack_prob as "attackProb", first_seen as "firstSeen", last_seen as "lastSeen",
      (select array_agg(inference collate "C" order by inference collate "C") from unnest(inference_ids) inference) as inferences
    from alerts.alert where tenant_id = ${tenantId} order by id`;
}

describe('a replay of the current policy', () => {
  test('equals the current alerts after concurrent imports of random inferences in any order, and concurrent triage', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const [tenant_id, random] = [`exact-${seed}`, randomOf(seed)];
      const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
      const created = (index: number): WireInference =>
        inference({
          ...{ tenant_id, inference_id: `i-${index}`, endpoint_id: `host-${Math.floor(random() * 4)}` },
          model_name: pick(['sage', 'gat']),
          prediction: pick(['attack', 'attack', 'attack', 'attack', 'benign']),
          // Scores at the threshold and equal scores; times at the ends of the window and equal times.
          attack_prob: pick([0.4999999999999999, 0.5, 0.7, 0.85, 0.95, random()]),
          timestamp: start + pick([0, 3600, 7200, 10_800, 3600.5, Math.floor(random() * 40) * 900]),
        });
      const inferences = Array.from({ length: 500 }, (_, index) => created(index));
      const batches = Array.from({ length: 60 }, () => {
        const first = Math.floor(random() * 490);
        return inferences.slice(first, first + 1 + Math.floor(random() * 25));
      });
      const statuses: AlertStatus[] = ['resolved', 'false_positive', 'open', 'acknowledged', 'resolved'];
      const triage = async () => {
        const ids = (
          await world.test.database.sql<{ id: string }[]>`
          select id from alerts.alert where tenant_id = ${tenant_id}`
        ).map(({ id }) => id);
        const chosenIds = ids.filter(() => random() < 0.3);
        if (chosenIds.length === 0) return;
        await changeAlertStatuses(world.as(), { ids: chosenIds, status: pick(statuses), fields });
      };
      // Eight importers and two analysts with different speeds.
      const importers = Array.from({ length: 8 }, async (_, importer) => {
        for (const batch of batches.filter((__, index) => index % 8 === importer)) await importAll(world.alerts, batch);
      });
      const analysts = Array.from({ length: 2 }, async () => {
        for (let round = 0; round < 12; round++) await triage();
      });
      await Promise.all([...importers, ...analysts]);
      await importAll(world.alerts, inferences);
      const alerts = await storedAlerts(tenant_id);
      expect(alerts.length).toBeGreaterThan(20);
      expect(await replayAll(tenant_id)).toEqual([...alerts]);
      const row = await completeBacktest({ days: 1, tenantId: tenant_id });
      expect(row).toMatchObject({
        ...{ state: 'done', error: null, inferenceCount: 500, processedCount: 500 },
        ...{ currentAlerts: alerts.length, alertsWithPolicy: alerts.length, avoided: 0, dropped: 0, added: 0 },
        ...{ leftOutCount: 0, leftOutAlertCount: 0 },
      });
    }
  });
});

test('with the current suppressions, the same alerts are suppressed as now', async () => {
  const [tenantId, random] = ['suppressed-exact', randomOf(7)];
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const filters: AlertFilter[] = [
    { tenantId, severity: ['low'] },
    { tenantId, endpointId: 'host-1', maxAttackProb: 0.9 },
    { tenantId, technique: ['T1059'], platform: ['linux'] },
  ];
  for (const filter of filters) await addSuppression(world.as(), { filter, reason: 'known' });
  const inferences = Array.from({ length: 400 }, (_, index) =>
    inference({
      ...{ tenant_id: tenantId, inference_id: `i-${index}`, endpoint_id: `host-${Math.floor(random() * 6)}` },
      ...{ platform: pick(['windows', 'linux']), ttp_techniques: pick([[], ['T1059'], ['T1003', 'T1059']]) },
      attack_prob: pick([0.6, 0.69, 0.8, 0.95, random()]),
      timestamp: start + Math.floor(random() * 40) * 1800,
    }),
  );
  const batches = Array.from({ length: 20 }, (_, index) => inferences.slice(index * 20, index * 20 + 20));
  await Promise.all(batches.map((batch) => importAll(world.alerts, batch)));
  const [currentCounts] = await world.test.database.sql`
    select count(*)::int as alerts, count(suppressed_by)::int as suppressed from alerts.alert where tenant_id = ${tenantId}`;
  expect(currentCounts?.suppressed).toBeGreaterThan(5);
  expect(currentCounts?.alerts).toBeGreaterThan(currentCounts?.suppressed + 5);
  const exact = await completeBacktest({ days: 1, tenantId, suppressions: filters });
  expect(exact).toMatchObject({ state: 'done', currentAlerts: currentCounts?.alerts, avoided: 0, added: 0 });
  expect(exact).toMatchObject({
    currentSuppressed: currentCounts?.suppressed,
    suppressedWithPolicy: currentCounts?.suppressed,
  });
  expect(await completeBacktest({ days: 1, tenantId })).toMatchObject({
    suppressedWithPolicy: 0,
    currentSuppressed: currentCounts?.suppressed,
  });
  await expect(startBacktest(world.as(), { days: 1, suppressions: [{ notes: 'x' }] })).rejects.toThrow(
    'notes is not supported',
  );
  const [filter] = filters as [AlertFilter];
  await expect(startBacktest(world.as(), { days: 1, suppressions: Array(201).fill(filter) })).rejects.toThrow(
    'must contain at most 200 filters, not 201',
  );
  // Those of other tenants than the backtest's are not counted.
  const suppressions = [...Array(200).fill(filter), { ...filter, tenantId: 'another tenant' }];
  await cancelBacktest(world.as(), (await startBacktest(world.as(), { days: 1, tenantId, suppressions })).id);
});

test('applies the rule of a tenant to that tenant only, and shows its filter to no other tenant', async () => {
  const [own, other] = ['suppressed-own', 'suppressed-other'];
  const analyst = world.as(requestOf(analystOf(own)));
  // Rows of both tenants have the same endpoint, and the analyst does not name the only tenant.
  await addSuppression(analyst, { filter: { endpointId: 'scanner' }, reason: 'scanner of one tenant' });
  const scans = [own, other].map((tenant_id) => inference({ tenant_id, endpoint_id: 'scanner', timestamp: start }));
  await importAll(world.alerts, scans);
  const rules = (await listSuppressions(world.as(), { first: 1000 })).filter((row) => row.tenantId === own);
  expect(rules.map(({ filter }) => filter)).toEqual([{ endpointId: 'scanner', tenantId: own }]);
  const suppressions = rules.map(({ filter }) => filter);
  for (const [tenantId, suppressedWithPolicy] of [
    [own, 1],
    [other, 0],
    [undefined, 1],
  ] as const) {
    const row = await completeBacktest({ days: 1, tenantId: tenantId ?? null, suppressions });
    expect(row).toMatchObject({ state: 'done', suppressedWithPolicy });
    const shown = await readBacktest(world.as(requestOf(analystOf(other))), row?.id ?? '');
    expect(shown?.suppressions).toBe(tenantId === other ? null : undefined);
  }
});

test('a backtest that an earlier release stored shows only the filters that apply to its tenants', async () => {
  const row = await completeBacktest({ days: 1, tenantId: 'earlier', suppressions: [{ endpointId: 'all' }] });
  const ofOther = [{ id: '1', tenantId: 'another', filter: { endpointId: 'secret' } }];
  await world.test.database.sql`update alerts.policy_backtest
    set suppressions = (suppressions::jsonb || ${JSON.stringify(ofOther)}::text::jsonb)::json where id = ${row?.id ?? ''}`;
  const { policyBacktest } = await queryAlerts(
    world,
    'query Backtest($id: ID!) { policyBacktest(id: $id) { suppressions } }',
    { id: row?.id },
  );
  expect(policyBacktest.suppressions.map((filter: string) => JSON.parse(filter))).toEqual([{ endpointId: 'all' }]);
});

/** Imports inferences of one endpoint, each at a time and with a score, and returns their alerts. */
async function importAt(tenant_id: string, inferences: readonly (readonly [at: number, score: number])[]) {
  const { results } = await importAll(
    world.alerts,
    inferences.map(([at, attack_prob]) => inference({ tenant_id, timestamp: start + at, attack_prob })),
  );
  return results.map(({ alertId }) => alertId ?? '');
}

describe('another policy', () => {
  test('drops, merges and adds alerts, and counts lost true positives and avoided false positives', async () => {
    const tenantId = 'other';
    // Four alerts. In each pair, the second one is three hours after the first.
    const ids = await importAt(tenantId, [
      [0, 0.6],
      [10_800, 0.65],
      [100_000, 0.9],
      [110_800, 0.96],
      [200_000, 0.3],
    ]);
    const judge = (alertId: string | undefined, isTruePositive: boolean) =>
      submitVerdict(world.as(), { alertId: alertId ?? '', isTruePositive, fields });
    await judge(ids[0], true);
    await judge(ids[1], false);
    await judge(ids[3], true);
    const higher = await completeBacktest({ days: 1, tenantId, minThreshold: 0.7 });
    expect(higher).toMatchObject({ currentAlerts: 4, alertsWithPolicy: 2, avoided: 2, dropped: 2, added: 0 });
    expect(higher).toMatchObject({ truePositivesLost: 1, falsePositivesAvoided: 1 });
    const samples = await world.alerts.store.run((sql) => selectSamples(sql, { id: higher.id }));
    expect(samples.map(({ kind, alertId }) => [kind, alertId])).toEqual([
      ['lost', ids[0]],
      ['saved', ids[1]],
    ]);
    // A true positive that would be suppressed is not lost, but counted.
    for (const [severity, counts] of [
      ['critical', { suppressedWithPolicy: 1, truePositivesSuppressed: 1 }],
      ['low', { suppressedWithPolicy: 2, truePositivesSuppressed: 1 }],
      ['high', { suppressedWithPolicy: 1, truePositivesSuppressed: 0 }],
    ] as const) {
      const hidden = await completeBacktest({ days: 1, tenantId, suppressions: [{ tenantId, severity: [severity] }] });
      expect(hidden).toMatchObject({ ...counts, currentSuppressed: 0, avoided: 0, truePositivesLost: 0 });
    }
    // The alerts of each pair are merged: the true positive is not lost, because it is part of another alert.
    const wider = await completeBacktest({ days: 1, tenantId, dedupWindowSeconds: 10_800 });
    expect(wider).toMatchObject({
      currentAlerts: 4,
      alertsWithPolicy: 2,
      avoided: 2,
      dropped: 0,
      added: 0,
      truePositivesLost: 0,
    });
    const lower = await completeBacktest({ days: 1, tenantId, minThreshold: 0.3 });
    expect(lower).toMatchObject({ currentAlerts: 4, alertsWithPolicy: 5, avoided: 0, added: 1 });
    const { nodes } = await groupsOf(world.as(), { id: lower.id, first: 10, after: null });
    expect(
      nodes.map(({ severity, currentAlerts, alertsWithPolicy, added }) => [
        severity,
        currentAlerts,
        alertsWithPolicy,
        added,
      ]),
    ).toEqual([
      ['low', 2, 3, 1],
      ['high', 1, 1, 0],
      ['critical', 1, 1, 0],
    ]);
  });

  test('splits alerts with a narrower window', async () => {
    await importAt('narrow', [
      [0, 0.6],
      [1800, 0.6],
      [3600, 0.6],
    ]);
    const row = await completeBacktest({ days: 1, tenantId: 'narrow', dedupWindowSeconds: 1799 });
    expect(row).toMatchObject({ currentAlerts: 1, alertsWithPolicy: 3, avoided: 0, added: 2 });
  });

  test('can be limited to one model', async () => {
    const tenant_id = 'models';
    await importAll(world.alerts, [inference({ tenant_id }), inference({ tenant_id, model_name: 'gat' })]);
    const row = await completeBacktest({ days: 1, tenantId: tenant_id, modelName: 'gat', minThreshold: 1 });
    expect(row).toMatchObject({ inferenceCount: 1, currentAlerts: 1, alertsWithPolicy: 0, avoided: 1, dropped: 1 });
  });
});

describe('alerts that cannot be replayed', () => {
  test('are omitted and counted: those opened before the evaluated days, those removed, and those with deleted inferences', async () => {
    const tenantId = 'left-out';
    const inferenceOf = (endpoint_id: string, timestamp = start) =>
      inference({ tenant_id: tenantId, endpoint_id, timestamp });
    await importAll(world.alerts, [inferenceOf('before')]);
    world.clock.seconds += 3 * daySeconds;
    const keepsNone = { ...world.alerts, settings: { ...world.alerts.settings, inferenceRetentionDays: 0 } };
    await importAll(keepsNone, [inferenceOf('incomplete'), inferenceOf('not-kept')]);
    await importAll(world.alerts, [inferenceOf('before'), inferenceOf('incomplete'), inferenceOf('whole')]);
    const row = await completeBacktest({ days: 1, tenantId });
    expect(row).toMatchObject({
      inferenceCount: 3,
      leftOutCount: 2,
      leftOutAlertCount: 2,
      currentAlerts: 1,
      alertsWithPolicy: 1,
    });
    expect(row).toMatchObject({ avoided: 0, added: 0 });
  });

  test('exclude an alert whose inferences were sent again after its removal; each inference counts once', async () => {
    const wires = [0, 10].map((at) => inference({ tenant_id: 'removed', timestamp: start + at }));
    await importAll(world.alerts, wires);
    world.clock.seconds += 3 * daySeconds;
    expect(await removeOutdatedAlerts(world.alerts)).toBe(1);
    expect(await completeBacktest({ days: 30, tenantId: 'removed' })).toMatchObject({
      inferenceCount: 2,
      leftOutCount: 2,
      currentAlerts: 0,
    });
    await importAll(world.alerts, wires);
    const row = await completeBacktest({ days: 30, tenantId: 'removed' });
    expect(row).toMatchObject({
      leftOutCount: 2,
      leftOutAlertCount: 0,
      currentAlerts: 1,
      alertsWithPolicy: 1,
      added: 0,
    });
    expect(await replayAll('removed')).toEqual([...(await storedAlerts('removed'))]);
  });
});

describe('the log of inferences', () => {
  test('contains each imported inference once, in the partition of its day, until its retention ends', async () => {
    const tenantId = 'kept';
    const { sql } = world.test.database;
    const batches = Array.from({ length: 5 }, () => [
      inference({ tenant_id: tenantId }),
      inference({ tenant_id: tenantId, attack_prob: 0.1 }),
    ]);
    await Promise.all([...batches, ...batches].map((batch) => importAll(world.alerts, batch)));
    const imported = world.clock.seconds;
    const countInferences = async () => {
      const [row] =
        await sql`select count(*)::int as rows, count(distinct inference_id)::int as ids, count(alert_id)::int as raised
        from (
          select unnest(tenant_ids) as tenant_id, unnest(inference_ids) as inference_id, unnest(alert_ids) as alert_id
          from alerts.inference_batch
        ) log where tenant_id = ${tenantId}`;
      return row;
    };
    expect(await countInferences()).toEqual({ rows: 10, ids: 10, raised: 5 });
    // A day is dropped when the retention of its last inference has ended.
    const retentionEnd = (Math.floor(imported / daySeconds) + 1 + 30) * daySeconds;
    world.clock.seconds = retentionEnd - 1;
    await dropOutdatedPartitions(world.alerts);
    expect(await countInferences()).toMatchObject({ rows: 10 });
    world.clock.seconds = retentionEnd;
    expect(await dropOutdatedPartitions(world.alerts)).toBeGreaterThan(0);
    expect(await countInferences()).toMatchObject({ rows: 0 });
    // The ledger still contains them.
    const secondImport = await importAll(world.alerts, batches.flat());
    expect(secondImport).toMatchObject({ repeated: 10 });
  });

  test('contains no inferences of an import that is rolled back, or of a process with a retention of 0 days', async () => {
    const tenant_id = 'not-kept';
    const keepsNone = { ...world.alerts, settings: { ...world.alerts.settings, inferenceRetentionDays: 0 } };
    await importAll(keepsNone, [inference({ tenant_id })]);
    const { sql } = world.test.database;
    await sql`alter table alerts.endpoint add constraint rejected check (tenant_id <> 'not-kept') not valid`;
    await expect(importAll(world.alerts, [inference({ tenant_id, endpoint_id: 'rejected' })])).rejects.toThrow(
      'rejected',
    );
    await sql`alter table alerts.endpoint drop constraint rejected`;
    expect(await sql`select from alerts.inference_batch where ${tenant_id} = any(tenants)`).toHaveLength(0);
    await expect(startBacktest({ ...world.as(), ...keepsNone }, { days: 1 })).rejects.toThrow(
      'inference_retention_days',
    );
  });
});

describe('a backtest', () => {
  test('is visible only to callers who may read all of its tenants, and contains only data of these tenants', async () => {
    await importAll(world.alerts, [inference({ tenant_id: 'mine' }), inference({ tenant_id: 'theirs' })]);
    const [mine, theirs] = [requestOf(analystOf('mine')), requestOf(analystOf('theirs'))];
    const row = await completeBacktest({ days: 1, minThreshold: 1 }, mine);
    expect(row).toMatchObject({ tenants: ['mine'], inferenceCount: 1, currentAlerts: 1, avoided: 1 });
    expect(await readBacktest(world.as(mine), row.id)).toMatchObject({ id: row.id });
    expect((await listBacktests(world.as(mine), 10)).map(({ id }) => id)).toEqual([row.id]);
    expect(await readBacktest(world.as(theirs), row.id)).toBeNull();
    expect(await listBacktests(world.as(theirs), 10)).toEqual([]);
    expect((await groupsOf(world.as(theirs), { id: row.id, first: 1, after: null })).nodes).toEqual([]);
    await expect(cancelBacktest(world.as(theirs), row.id)).rejects.toThrow(`Backtest ${row.id} not found`);
    await expect(startBacktest(world.as(mine), { days: 1, tenantId: 'theirs' })).rejects.toThrow('no access');
  });

  test.each<[string, Omit<StartPolicyBacktestInput, 'days'> & { days?: number }, RegExp | null]>([
    ['1 day', { days: 1 }, null],
    ['all days that are stored', { days: 30 }, null],
    ['no day', { days: 0 }, /days must be an integer from 1 to 30, not/],
    ['one day too many', { days: 31 }, /days must be an integer from 1 to 30, not/],
    ['a half day', { days: 0.5 }, /days must be an integer from 1 to 30, not 0\.5/],
    ['the maximum values', { minThreshold: 1, dedupWindowSeconds: 31_536_000 }, null],
    ['the minimum values', { minThreshold: 0, dedupWindowSeconds: 0 }, null],
    ['a threshold above 1', { minThreshold: 1.0001 }, /minThreshold must be a number from 0 to 1, not 1\.0001$/],
    ['a threshold that is not a number', { minThreshold: Number.NaN }, /minThreshold/],
    ['a window of more than a year', { dedupWindowSeconds: 31_536_001 }, /dedupWindowSeconds/],
    ['a negative window', { dedupWindowSeconds: -1 }, /dedupWindowSeconds/],
  ])('validates its input: %s', async (_name, input, message) => {
    const attempt = startBacktest(world.as(requestOf(analystOf('limits', 'limits'))), { days: 1, ...input });
    if (message !== null) return await expect(attempt).rejects.toThrow(message);
    const { id } = await attempt;
    await runBacktest(world.alerts, id);
    expect(await readBacktest(world.as(), id)).toMatchObject({ state: 'done', error: null });
  });

  test('fails with the reason if there are too many inferences', async () => {
    const tenant_id = 'many';
    await importAll(world.alerts, [inference({ tenant_id }), inference({ tenant_id })]);
    for (const [backtestMaxInferences, state] of [
      [1, 'failed'],
      [2, 'done'],
    ] as const) {
      const { id } = await startBacktest(world.as(), { days: 1, tenantId: tenant_id });
      await runBacktest({ ...world.alerts, settings: { ...world.alerts.settings, backtestMaxInferences } }, id);
      const row = await readBacktest(world.as(), id);
      expect(row?.state).toBe(state);
      expect(row?.error ?? '').toMatch(state === 'failed' ? /choose fewer days/ : /^$/);
    }
  });

  test('runs at most twice at a time per caller, for any number of concurrent starts', async () => {
    const ada = requestOf(analystOf('busy'));
    const starts = Array.from({ length: 8 }, () => startBacktest(world.as(ada), { days: 1 }));
    const settled = await Promise.allSettled(starts);
    const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(ids).toHaveLength(2);
    expect(await cancelBacktest(world.as(ada), ids[0] ?? '')).toMatchObject({ state: 'cancelled' });
    await startBacktest(world.as(ada), { days: 1 });
    // A cancelled backtest is not computed, and a completed one cannot be cancelled.
    await Promise.all([runBacktests(world.alerts), runBacktests(world.alerts)]);
    expect(await cancelBacktest(world.as(ada), ids[1] ?? '')).toMatchObject({ state: 'done' });
    expect((await listBacktests(world.as(ada), 10)).map(({ state }) => state).toSorted()).toEqual([
      'cancelled',
      'done',
      'done',
    ]);
  });

  test('is computed again by another process if the first one ended, and its result is stored once', async () => {
    const tenantId = 'again';
    await importAll(world.alerts, [inference({ tenant_id: tenantId })]);
    const { id } = await startBacktest(world.as(), { days: 1, tenantId });
    // The process of the first attempt is killed while it reads, so its transaction ends without a result.
    await runBacktest(world.alerts, id, { signal: AbortSignal.abort() });
    expect(await readBacktest(world.as(), id)).toMatchObject({ state: 'running', currentAlerts: 0 });
    await Promise.all(Array.from({ length: 4 }, () => runBacktests(world.alerts)));
    expect(await readBacktest(world.as(), id)).toMatchObject({ state: 'done', currentAlerts: 1, alertsWithPolicy: 1 });
    expect((await groupsOf(world.as(), { id, first: 10, after: null })).nodes).toHaveLength(1);
  });

  test('runs with one connection for everything else', async () => {
    const configuration = testConfiguration({ DATABASE_URL: world.test.url, RAMPART_DATABASE_POOL_SIZE: '1' });
    const database = await openDatabase({ configuration, log: silentLog });
    onTestFinished(() => database.close());
    const alerts = alertDependencies({ configuration, database, clock: world.clock });
    const { id } = await startBacktest({ ...alerts, ...requestOf() }, { days: 1, tenantId: 'one connection' });
    await runBacktests(alerts);
    expect(await readBacktest(world.as(), id)).toMatchObject({ state: 'done', error: null });
  });

  test('is started and tracked through the GraphQL API, with links to alerts', async () => {
    const tenantId = 'graph';
    const [alertId] = await importAt(tenantId, [[0, 0.6]]);
    const started = await queryAlerts(
      world,
      `mutation Start($tenantId: ID!) { startPolicyBacktest(input: { days: 1, tenantId: $tenantId, minThreshold: 0.9 }) {
        backtest { id state counts { avoided } tenantIds minThreshold currentMinThreshold } } }`,
      { tenantId },
    );
    const { id, ...fieldsOfStart } = started.startPolicyBacktest.backtest;
    expect(fieldsOfStart).toEqual({
      state: 'RUNNING',
      counts: null,
      tenantIds: [tenantId],
      minThreshold: 0.9,
      currentMinThreshold: 0.5,
    });
    await runBacktest(world.alerts, id);
    const { policyBacktest } = await queryAlerts(
      world,
      `query Backtest($id: ID!) { policyBacktest(id: $id) { state processedCount inferenceCount counts { currentAlerts alertsWithPolicy avoided }
        groups(first: 1) { nodes { tenantId modelName severity counts { avoided } } pageInfo { hasNextPage } }
        samples { kind severity inferenceCount alert { id status } } } }`,
      { id },
    );
    expect(policyBacktest).toEqual({
      ...{
        state: 'DONE',
        processedCount: 1,
        inferenceCount: 1,
        counts: { currentAlerts: 1, alertsWithPolicy: 0, avoided: 1 },
      },
      groups: {
        nodes: [{ tenantId, modelName: 'sage', severity: 'LOW', counts: { avoided: 1 } }],
        pageInfo: { hasNextPage: false },
      },
      samples: [{ kind: 'AVOIDED', severity: 'LOW', inferenceCount: 1, alert: { id: alertId, status: 'OPEN' } }],
    });
  });
});
