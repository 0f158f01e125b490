import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deduplicationKey, distanceToWindow } from '../../rules.js';
import { InferenceDeduplicator, type MergedAlert, type Suppression } from './deduplication.js';
import type { Inference } from './inference.js';

const settings = { minThreshold: 0.5, dedupWindowSeconds: 100 };

function inferenceAt(timestamp: number, differences: Partial<Inference> = {}): Inference {
  return {
    inferenceId: `at ${timestamp}`,
    tenantId: 'acme',
    endpointId: 'ws-1',
    platform: 'linux',
    attackProb: 0.7,
    confidence: 0.6,
    prediction: 'attack',
    ttpTechniques: ['T1'],
    ttpExplanation: null,
    timestamp,
    modelName: 'sage',
    numNodes: 3,
    numEdges: 4,
    ...differences,
  };
}

function storedAlert(id: string, firstSeen: number, lastSeen = firstSeen): MergedAlert {
  const { inferenceId: _, timestamp: __, ...fields } = inferenceAt(0);
  return { ...fields, id, firstSeen, lastSeen, suppressedBy: [] };
}

describe('an inference', () => {
  test.each<[string, Partial<Inference>, string]>([
    ['with a score at the threshold', { attackProb: 0.5 }, 'opened'],
    ['with a score just below the threshold', { attackProb: 0.4999 }, 'ignored'],
    ['predicted as benign, with a high score', { prediction: 'benign', attackProb: 0.99 }, 'ignored'],
    ['predicted as an error, with a high score', { prediction: 'error', attackProb: 0.99 }, 'ignored'],
  ])('%s (%j) has the outcome %s', (_name, differences, outcome) => {
    const deduplicator = new InferenceDeduplicator([], settings);
    const result = deduplicator.add(inferenceAt(1000, differences));
    expect(result).toEqual({ outcome, alertId: outcome === 'opened' ? expect.any(String) : null });
    expect(deduplicator.drafts.map(({ id }) => id)).toEqual(outcome === 'opened' ? [result.alertId] : []);
  });

  test('opens an alert with its own fields, and each technique once', () => {
    const deduplicator = new InferenceDeduplicator([], settings);
    const { alertId } = deduplicator.add(
      inferenceAt(1000, { ttpTechniques: ['T2', 'T1', 'T2'], ttpExplanation: 'why' }),
    );
    expect(deduplicator.drafts).toEqual([
      {
        ...storedAlert(alertId ?? '', 1000),
        ttpTechniques: ['T2', 'T1'],
        ttpExplanation: 'why',
        isNew: true,
        addedInferenceIds: ['at 1000'],
      },
    ]);
  });
});

test.each([
  [[10, 20], 15, 0],
  [[10, 20], 20, 0],
  [[10, 20], 25, 5],
  [[10, 20], 4, 6],
])(
  'the distance from the window %j to the time %d is %d seconds',
  ([firstSeen = 0, lastSeen = 0], timestamp, distance) => {
    expect(distanceToWindow({ firstSeen, lastSeen }, timestamp)).toBe(distance);
  },
);

describe('the alert that an inference joins', () => {
  test.each<[string, MergedAlert[], number, string | null]>([
    ['can be as far away as the deduplication window', [storedAlert('a', 1000)], 1100, 'a'],
    ['cannot be farther away than the deduplication window', [storedAlert('a', 1000)], 1100.001, null],
    ['is the nearest one, regardless of its last update', [storedAlert('a', 1000), storedAlert('b', 1100)], 1040, 'a'],
    ['is the latest of equally near ones', [storedAlert('a', 1000), storedAlert('b', 1100)], 1050, 'b'],
    [
      'is the latest of several that contain the time',
      [storedAlert('a', 1000, 1020), storedAlert('b', 990, 1030)],
      1010,
      'b',
    ],
    ['has the lowest id of those with equal times', [storedAlert('a', 1000), storedAlert('b', 1000)], 1000, 'a'],
  ])('%s', (_name, stored, timestamp, joined) => {
    for (const alerts of [stored, stored.toReversed()]) {
      const result = new InferenceDeduplicator(alerts, settings).add(inferenceAt(timestamp));
      expect(result).toEqual(
        joined === null
          ? { outcome: 'opened', alertId: expect.not.stringMatching(/^.$/) }
          : { outcome: 'joined', alertId: joined },
      );
    }
  });

  test.each<Partial<Inference>>([{ tenantId: 'other' }, { endpointId: 'ws-2' }, { modelName: 'gat' }])(
    'has the same tenant, endpoint and model: %j opens a separate alert',
    (differences) => {
      const deduplicator = new InferenceDeduplicator([storedAlert('a', 1000)], settings);
      expect(deduplicator.add(inferenceAt(1000, differences)).outcome).toBe('opened');
    },
  );

  test('has a key that is unique to tenant, endpoint and model', () => {
    const names = ['a', 'b', 'ab'];
    const keys = names.flatMap((tenantId) =>
      names.flatMap((endpointId) => names.map((modelName) => deduplicationKey({ tenantId, endpointId, modelName }))),
    );
    expect(new Set(keys).size).toBe(27);
  });
});

describe('an alert with joined inferences', () => {
  test('records which inferences the batch added, and whether the alert existed before', () => {
    const deduplicator = new InferenceDeduplicator([storedAlert('a', 1000), storedAlert('far', 9000)], settings);
    for (const timestamp of [1001, 1002, 5000, 5001]) deduplicator.add(inferenceAt(timestamp));
    expect(deduplicator.drafts).toMatchObject([
      { id: 'a', isNew: false, addedInferenceIds: ['at 1001', 'at 1002'] },
      { isNew: true, addedInferenceIds: ['at 5000', 'at 5001'] },
    ]);
  });

  test.each<[string, Inference, Partial<MergedAlert>]>([
    [
      'has the score and confidence of the inference with the highest score',
      inferenceAt(1000, { attackProb: 0.8, confidence: 0.1 }),
      { attackProb: 0.8, confidence: 0.1 },
    ],
    [
      'retains its score and confidence if an inference with a lower score joins',
      inferenceAt(1000, { attackProb: 0.6, confidence: 0.1 }),
      {},
    ],
    ['retains its confidence if an inference with an equal score joins', inferenceAt(1000, { confidence: 0.1 }), {}],
    ['starts at the time of its earliest inference', inferenceAt(950, { numNodes: 9 }), { firstSeen: 950 }],
    [
      'has the platform, explanation and graph size of its latest inference',
      inferenceAt(1050, { platform: 'windows', ttpExplanation: 'why', numNodes: 9, numEdges: 8 }),
      { lastSeen: 1050, platform: 'windows', ttpExplanation: 'why', numNodes: 9, numEdges: 8 },
    ],
    [
      'retains its explanation and graph size if an inference with an equal time joins',
      inferenceAt(1000, { ttpExplanation: 'why', numNodes: 9 }),
      {},
    ],
    [
      'has the techniques of all its inferences',
      inferenceAt(1000, { ttpTechniques: ['T2', 'T1', 'T0'] }),
      { ttpTechniques: ['T1', 'T2', 'T0'] },
    ],
    ['has each technique once', inferenceAt(1000, { ttpTechniques: ['T1', 'T1'] }), {}],
  ])('%s', (_name, inference, changes) => {
    const deduplicator = new InferenceDeduplicator([storedAlert('a', 1000)], settings);
    deduplicator.add(inference);
    const added = { isNew: false, addedInferenceIds: [inference.inferenceId] };
    expect(deduplicator.drafts).toEqual([{ ...storedAlert('a', 1000), ...changes, ...added }]);
  });
});

describe('the rules that suppress an alert', () => {
  const suppression: Suppression = {
    rulesForOpening: ({ severity, endpointId }) => [severity, endpointId],
    rulesForJoining: ({ severity }, suppressedBy) => [...suppressedBy, severity],
  };

  test('are determined from its fields and severity when it is opened', () => {
    const deduplicator = new InferenceDeduplicator([], settings, suppression);
    deduplicator.add(inferenceAt(1000));
    expect(deduplicator.drafts[0]?.suppressedBy).toEqual(['medium', 'ws-1']);
  });

  test('are determined again after an inference joins a suppressed alert', () => {
    const suppressed = { ...storedAlert('a', 1000), suppressedBy: ['rule'] };
    const deduplicator = new InferenceDeduplicator([suppressed], settings, suppression);
    deduplicator.add(inferenceAt(1010, { attackProb: 0.95 }));
    expect(deduplicator.drafts[0]?.suppressedBy).toEqual(['rule', 'critical']);
  });

  test('remain empty if an inference joins an alert that is not suppressed', () => {
    const deduplicator = new InferenceDeduplicator([storedAlert('a', 1000)], settings, suppression);
    deduplicator.add(inferenceAt(1010));
    expect(deduplicator.drafts[0]?.suppressedBy).toEqual([]);
  });
});

test('the deduplicated alerts do not depend on the split of the inferences into batches', () => {
  const stream = fastCheck.array(fastCheck.tuple(fastCheck.integer({ min: 1, max: 2000 }), fastCheck.nat(99)), {
    maxLength: 60,
  });
  fastCheck.assert(
    fastCheck.property(stream, fastCheck.integer({ min: 1, max: 20 }), (points, size) => {
      const inferences = points.map(([timestamp, score], index) =>
        inferenceAt(timestamp, { inferenceId: `${index}`, attackProb: 0.4 + score / 200, numNodes: index }),
      );
      expect(deduplicateInBatches(inferences, size)).toEqual(deduplicateInBatches(inferences, inferences.length + 1));
    }),
  );
});

function deduplicateInBatches(inferences: Inference[], size: number) {
  const alerts = new Map<string, object>();
  let stored: InferenceDeduplicator['drafts'][number][] = [];
  for (let start = 0; start < inferences.length; start += size) {
    const deduplicator = new InferenceDeduplicator(stored, settings);
    for (const inference of inferences.slice(start, start + size)) deduplicator.add(inference);
    for (const { isNew, addedInferenceIds, ...draft } of deduplicator.drafts) alerts.set(draft.id, draft);
    // The alerts that the next batch would read from the store.
    stored = [...alerts.values()] as typeof stored;
  }
  return [...alerts.entries()].sort();
}
