import { describe, expect, test } from 'vitest';
import { BacktestOutcome } from './outcome.js';
import type { PolicyAlert, ReplayedStored } from './replay.js';

const key = { tenantId: 'acme', endpointId: 'ws-1', modelName: 'sage' };
const aggregate = { attackProb: 0.9, firstSeen: 10, lastSeen: 20, inferences: 2 };
const zero = {
  ...{ currentAlerts: 0, alertsWithPolicy: 0, avoided: 0, dropped: 0, added: 0, truePositivesLost: 0 },
  ...{ falsePositivesAvoided: 0, currentSuppressed: 0, suppressedWithPolicy: 0, truePositivesSuppressed: 0 },
};

function storedAlert(differences: Partial<ReplayedStored> = {}): ReplayedStored {
  return {
    ...{ id: 'stored', ...aggregate, severity: 'high', isTruePositive: null, isSuppressed: false, closings: [] },
    ...{ raised: new Set([policyAlert()]), successor: undefined, lastBatch: 1, ...differences },
  };
}

function policyAlert(differences: Partial<PolicyAlert> = {}): PolicyAlert {
  return {
    ...{
      id: 'policy',
      ...aggregate,
      platform: 'linux',
      ttpTechniques: [],
      suppressedBy: [],
      stored: [],
      ...differences,
    },
  };
}

function outcomeOf(stored: readonly ReplayedStored[], alerts: readonly PolicyAlert[] = []): BacktestOutcome {
  const outcome = new BacktestOutcome();
  outcome.add(key, { stored, alerts });
  return outcome;
}

describe('a stored alert', () => {
  test('with a successor is counted on both sides', () => {
    const stored = storedAlert({ isTruePositive: true });
    stored.successor = policyAlert({ stored: [stored] });
    const outcome = outcomeOf([stored], [stored.successor]);
    expect(outcome.totals).toEqual({ ...zero, currentAlerts: 1, alertsWithPolicy: 1 });
    expect(outcome.samples).toEqual([]);
  });

  test.each<[string, Partial<ReplayedStored>, object, string]>([
    ['that is merged into another one', {}, {}, 'saved'],
    ['that is merged and was a true positive', { isTruePositive: true }, {}, 'saved'],
    ['that is merged and was a false positive', { isTruePositive: false }, { falsePositivesAvoided: 1 }, 'saved'],
    ['that is dropped', { raised: new Set() }, { dropped: 1 }, 'saved'],
    [
      'that is dropped and was a true positive',
      { raised: new Set(), isTruePositive: true },
      { dropped: 1, truePositivesLost: 1 },
      'lost',
    ],
    [
      'that is dropped and was a false positive',
      { raised: new Set(), isTruePositive: false },
      { dropped: 1, falsePositivesAvoided: 1 },
      'saved',
    ],
    ['that is suppressed', { isSuppressed: true }, { currentSuppressed: 1 }, 'saved'],
  ])('%s is counted and returned as an example', (_, differences, counts, kind) => {
    const outcome = outcomeOf([storedAlert(differences)]);
    expect(outcome.totals).toEqual({ ...zero, currentAlerts: 1, avoided: 1, ...counts });
    expect(outcome.samples).toEqual([{ kind, ...key, alertId: 'stored', severity: 'high', ...aggregate }]);
  });

  test.each<[boolean | null, string[][], number]>([
    [true, [['rule']], 1],
    [true, [[]], 0],
    [false, [['rule']], 0],
    [null, [['rule']], 0],
    [true, [['rule'], ['other']], 1],
    [true, [['rule'], []], 0],
  ])(
    'with the verdict %s and inferences in alerts that the rules %j suppress counts %d times as a suppressed true positive',
    (isTruePositive, rules, count) => {
      const raised = new Set(rules.map((suppressedBy) => policyAlert({ suppressedBy })));
      const [successor] = raised;
      const counts = { ...zero, currentAlerts: 1, truePositivesSuppressed: count };
      expect(outcomeOf([storedAlert({ isTruePositive, raised, successor })]).totals).toEqual(counts);
      // Merged into the alerts of other stored alerts.
      const [merged] = outcomeOf([storedAlert({ isTruePositive, raised })]).groups;
      expect(merged).toMatchObject({ avoided: 1, truePositivesLost: 0, truePositivesSuppressed: count });
    },
  );
});

describe('an alert under the policy', () => {
  test('without a stored alert is counted as added', () => {
    const outcome = outcomeOf([], [policyAlert({ attackProb: 0.95 })]);
    expect(outcome.totals).toEqual({ ...zero, alertsWithPolicy: 1, added: 1 });
    const sample = { kind: 'added', ...key, alertId: 'policy', severity: 'critical', ...aggregate, attackProb: 0.95 };
    expect(outcome.samples).toEqual([sample]);
  });

  test('that does not replace its first stored alert is counted as added', () => {
    const other = policyAlert({ id: 'other' });
    const stored = storedAlert({ successor: other });
    expect(outcomeOf([], [policyAlert({ stored: [stored] })]).totals).toEqual({
      ...zero,
      alertsWithPolicy: 1,
      added: 1,
    });
  });

  test('that a rule suppresses is counted as suppressed', () => {
    const outcome = outcomeOf([], [policyAlert({ suppressedBy: ['rule'] })]);
    expect(outcome.totals).toEqual({ ...zero, alertsWithPolicy: 1, added: 1, suppressedWithPolicy: 1 });
  });
});

test('the counts are grouped by tenant, model and severity', () => {
  const outcome = outcomeOf([storedAlert(), storedAlert({ severity: 'low' })]);
  outcome.add({ ...key, endpointId: 'ws-2' }, { stored: [storedAlert()], alerts: [] });
  outcome.add({ ...key, tenantId: 'globex' }, { stored: [storedAlert()], alerts: [] });
  outcome.add({ ...key, modelName: 'other' }, { stored: [], alerts: [policyAlert({ attackProb: 0.5 })] });
  const avoided = { ...zero, currentAlerts: 1, avoided: 1 };
  expect(outcome.groups).toEqual([
    { ...avoided, tenantId: 'acme', modelName: 'sage', severity: 'high', currentAlerts: 2, avoided: 2 },
    { ...avoided, tenantId: 'acme', modelName: 'sage', severity: 'low' },
    { ...avoided, tenantId: 'globex', modelName: 'sage', severity: 'high' },
    { ...zero, tenantId: 'acme', modelName: 'other', severity: 'low', alertsWithPolicy: 1, added: 1 },
  ]);
  expect(outcome.totals).toEqual({ ...zero, currentAlerts: 4, avoided: 4, alertsWithPolicy: 1, added: 1 });
});

test('the examples of each kind are the 20 alerts with the highest scores, then the lowest ids', () => {
  const alerts = Array.from({ length: 100 }, (_, index) => {
    const number = (index * 37) % 100;
    return storedAlert({ id: String(number).padStart(2, '0'), attackProb: Math.floor(number / 2) / 50 });
  });
  const outcome = outcomeOf(alerts, [policyAlert()]);
  const avoided = outcome.samples.filter(({ kind }) => kind === 'saved');
  const ids = Array.from({ length: 10 }, (_, index) => [98 - 2 * index, 99 - 2 * index])
    .flat()
    .map(String);
  expect(avoided.map(({ alertId }) => alertId)).toEqual(ids);
  expect(outcome.samples).toHaveLength(21);
});
