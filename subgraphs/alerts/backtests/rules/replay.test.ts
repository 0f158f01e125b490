import { describe, expect, test } from 'vitest';
import { Suppressor } from '../../suppressions/rules.js';
import { KeyReplay, type ReplayedInference, type StoredAlert } from './replay.js';

const policy = { minThreshold: 0.5, dedupWindowSeconds: 100 };

function storedAlert(id: string, differences: Partial<StoredAlert> = {}): StoredAlert {
  return { id, severity: 'medium', isTruePositive: null, isSuppressed: false, closings: [], ...differences };
}

function inferenceAt(timestamp: number, differences: Partial<ReplayedInference> = {}): ReplayedInference {
  return {
    ...{ tenantId: 'acme', endpointId: 'ws-1', modelName: 'sage', inferenceId: `at ${timestamp}`, timestamp },
    ...{ attackProb: 0.7, prediction: 'attack', batch: 1, platform: 'linux', ttpTechniques: ['T1'], stored: null },
    ...differences,
  };
}

function replay(inferences: readonly ReplayedInference[], suppressor?: Suppressor) {
  const keyReplay = new KeyReplay(policy, suppressor);
  for (const inference of inferences) keyReplay.add(inference);
  return keyReplay.end();
}

/** The windows of the alerts under the policy. */
function windowsOf(inferences: readonly ReplayedInference[]): string[] {
  return replay(inferences).alerts.map(({ firstSeen, lastSeen }) => `${firstSeen}-${lastSeen}`);
}

describe('an inference', () => {
  test('opens an alert with its own fields, and each technique once', () => {
    const { alerts, stored } = replay([inferenceAt(1000, { ttpTechniques: ['T2', 'T1', 'T2'] })]);
    expect(stored).toEqual([]);
    expect(alerts).toEqual([
      {
        ...{ id: expect.any(String), attackProb: 0.7, firstSeen: 1000, lastSeen: 1000, inferences: 1 },
        ...{ platform: 'linux', ttpTechniques: ['T2', 'T1'], suppressedBy: [], stored: [] },
      },
    ]);
  });

  test('below the threshold is ignored, but counts for its stored alert', () => {
    const stored = storedAlert('a');
    const result = replay([inferenceAt(1000, { attackProb: 0.4, stored })]);
    expect(result.alerts).toEqual([]);
    expect(result.stored).toEqual([
      {
        ...{ ...stored, attackProb: 0.4, firstSeen: 1000, lastSeen: 1000, inferences: 1, raised: new Set() },
        ...{ successor: undefined, lastBatch: 1 },
      },
    ]);
  });

  test('joins an alert within the window, and adds its fields', () => {
    const later = { platform: 'windows', ttpTechniques: ['T2', 'T1'], attackProb: 0.9 } as const;
    const [alert, ...others] = replay([inferenceAt(1000), inferenceAt(1100, later)]).alerts;
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      ...{ attackProb: 0.9, firstSeen: 1000, lastSeen: 1100, inferences: 2, platform: 'windows' },
      ttpTechniques: ['T1', 'T2'],
    });
  });

  test.each([1000, 950])(
    'at the time %d does not change the platform of an alert that was last seen at the time 1000',
    (timestamp) => {
      const { alerts } = replay([inferenceAt(1000), inferenceAt(timestamp, { platform: 'windows' })]);
      expect(alerts).toMatchObject([{ platform: 'linux', inferences: 2 }]);
    },
  );

  test.each([
    [
      [1000, 1100.5],
      ['1000-1000', '1100.5-1100.5'],
    ],
    [[1000, 900], ['900-1000']],
    [
      [1000, 899.5],
      ['1000-1000', '899.5-899.5'],
    ],
    [[1000, 1100, 1200, 1300, 1150], ['1000-1300']],
    [
      [1000, 1300, 1160],
      ['1000-1000', '1300-1300', '1160-1160'],
    ],
    [
      [1000, 1300, 1090, 1190],
      ['1000-1190', '1300-1300'],
    ],
    [
      [10_000, 1000, 10_090],
      ['10000-10090', '1000-1000'],
    ],
    // Windows at the limits of the search range, windows that grow backwards, and adjacent windows.
    [[98, 198], ['98-198']],
    [[10_000, 9900, 9800], ['9800-10000']],
    [
      [1010, 1110.5, 1000],
      ['1000-1010', '1110.5-1110.5'],
    ],
  ])('at each of the times %j yields the windows %j', (times, windows) => {
    expect(windowsOf(times.map((time) => inferenceAt(time)))).toEqual(windows);
  });
});

describe('an alert that transition 5 closed', () => {
  const closed = storedAlert('a', { closings: [5] });

  test.each([
    [4, ['1000-1050']],
    [5, ['1000-1050']],
    [6, ['1000-1000', '1050-1050']],
  ])('yields, with a later inference of batch %d, the windows %j', (batch, windows) => {
    expect(windowsOf([inferenceAt(1000, { stored: closed }), inferenceAt(1050, { batch })])).toEqual(windows);
  });

  test('is joined again after an inference of a later batch shows that the alert was reopened', () => {
    const reopened = inferenceAt(1010, { batch: 7, stored: closed });
    const windows = windowsOf([inferenceAt(1000, { stored: closed }), reopened, inferenceAt(1050, { batch: 8 })]);
    expect(windows).toEqual(['1000-1050']);
  });

  test('is joined while another stored alert that the policy merges with it is open', () => {
    const first = inferenceAt(1000, { stored: closed });
    const second = inferenceAt(1010, { stored: storedAlert('b') });
    expect(windowsOf([first, second, inferenceAt(1050, { batch: 8 })])).toEqual(['1000-1050']);
  });
});

describe('a stored alert', () => {
  test('has the window, score and number of its inferences, and is replaced by the alert that its first inference opens', () => {
    const [a, b] = [storedAlert('a'), storedAlert('b')];
    const result = replay([
      inferenceAt(1000, { stored: a }),
      inferenceAt(1050, { stored: b, batch: 2 }),
      inferenceAt(1060, { stored: a, batch: 3, attackProb: 0.8 }),
    ]);
    const [alert] = result.alerts;
    expect(result.alerts).toHaveLength(1);
    expect(alert?.stored.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(result.stored).toMatchObject([
      {
        id: 'a',
        firstSeen: 1000,
        lastSeen: 1060,
        attackProb: 0.8,
        inferences: 2,
        lastBatch: 3,
        raised: new Set(result.alerts),
      },
      { id: 'b', firstSeen: 1050, lastSeen: 1050, inferences: 1, lastBatch: 2, raised: new Set(result.alerts) },
    ]);
    expect(result.stored.map(({ successor }) => successor)).toEqual([alert, undefined]);
  });

  test('is replaced by the first of the alerts that its inferences open', () => {
    const stored = storedAlert('a');
    const { alerts, stored: replayed } = replay([inferenceAt(1000, { stored }), inferenceAt(2000, { stored })]);
    expect(alerts).toHaveLength(2);
    expect(replayed[0]?.successor).toBe(alerts[0]);
  });
});

describe('a suppression', () => {
  const criteria = { severities: ['medium' as const], platforms: ['linux' as const], endpointId: 'ws-1' };
  const suppressor = () => new Suppressor([{ id: 'rule', tenantId: 'acme', criteria }]);

  test('applies to alerts that are opened', () => {
    expect(replay([inferenceAt(1000)], suppressor()).alerts[0]?.suppressedBy).toEqual(['rule']);
    expect(replay([inferenceAt(1000, { attackProb: 0.9 })], suppressor()).alerts[0]?.suppressedBy).toEqual([]);
    expect(replay([inferenceAt(1000)]).alerts[0]?.suppressedBy).toEqual([]);
  });

  test('ends once an inference raises the severity', () => {
    const unraised = replay([inferenceAt(1000), inferenceAt(1010)], suppressor());
    expect(unraised.alerts[0]?.suppressedBy).toEqual(['rule']);
    const raised = replay([inferenceAt(1000), inferenceAt(1010, { attackProb: 0.9 })], suppressor());
    expect(raised.alerts[0]?.suppressedBy).toEqual([]);
  });

  test('does not begin when an inference joins', () => {
    const joined = replay([inferenceAt(1000, { platform: 'windows' }), inferenceAt(1010)], suppressor());
    expect(joined.alerts[0]?.suppressedBy).toEqual([]);
  });
});
