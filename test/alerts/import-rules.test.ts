import { describe, expect, test } from 'vitest';
import { updateAlert } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import {
  alertsOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  importStream,
  inference,
  start,
} from './support/alert-world.js';

const world = describeAlertWorld();

describe('an inference above the threshold', () => {
  test('opens an alert with every field of the specification', async () => {
    world.clock.seconds = start + 500;
    const input = inference({
      tenant_id: 'fields',
      endpoint_id: 'WS-Ada.Example',
      attack_prob: 0.95,
      ttp_techniques: ['T1059.001', 'T1021'],
      ttp_explanation: 'A shell.\tWith a tab, a \\ and "quotes".',
    });
    const { results, opened } = await importAll(world.alerts, [input]);
    const [alert] = await alertsOf(world, 'fields');
    expect(opened).toBe(1);
    expect(alert).toEqual({
      id: results[0]?.alertId,
      tenantId: 'fields',
      endpointId: 'ws-ada.example',
      severity: 'critical',
      status: 'open',
      platform: 'windows',
      attackProb: 0.95,
      confidence: 0.9,
      prediction: 'attack',
      ttpTechniques: ['T1059.001', 'T1021'],
      ttpExplanation: 'A shell.\tWith a tab, a \\ and "quotes".',
      inferenceIds: [input.inference_id],
      relatedEndpoints: [],
      firstSeenEpoch: start,
      lastSeenEpoch: start,
      createdAtEpoch: start + 500,
      updatedAtEpoch: start + 500,
      notes: '',
      actor: null,
      modelName: 'sage',
      numNodes: 10,
      numEdges: 20,
    });
  });

  test('keeps the exact floats', async () => {
    const input = { attack_prob: 0.7000000000000001, confidence: 1 / 3, timestamp: 1789949298.676123 };
    await importAll(world.alerts, [inference({ tenant_id: 'floats', ...input })]);
    const [alert] = await alertsOf(world, 'floats');
    expect([alert?.attackProb, alert?.confidence, alert?.firstSeenEpoch]).toEqual(Object.values(input));
  });
});

describe('a repeated inference', () => {
  test('changes nothing and is reported with its alert', async () => {
    const input = inference({ tenant_id: 'repeat' });
    const first = await importAll(world.alerts, [input]);
    const alertsBefore = await alertsOf(world, 'repeat');
    world.clock.seconds += 10;
    const secondImport = await importAll(world.alerts, [{ ...input, attack_prob: 0.99 }]);
    expect(secondImport).toMatchObject({ opened: 0, repeated: 1 });
    expect(secondImport.results[0]?.alertId).toBe(first.results[0]?.alertId);
    expect(await alertsOf(world, 'repeat')).toEqual(alertsBefore);
  });

  test('is detected within one batch', async () => {
    const input = inference({ tenant_id: 'repeat-within' });
    const { results } = await importAll(world.alerts, [input, input]);
    expect(results.map((result) => result.outcome)).toEqual(['opened', 'repeated']);
    expect(results[1]?.alertId).toBe(results[0]?.alertId);
  });

  test('is detected in a large batch of new inferences', async () => {
    const tenant_id = 'repetitions';
    const batch = Array.from({ length: 1000 }, (_, index) => inference({ tenant_id, endpoint_id: `host-${index}` }));
    // Between the positions in the sample that are compared.
    const repeated = [batch[1], batch[998]].filter((entry) => entry !== undefined);
    const firstImport = await importAll(world.alerts, repeated);
    const after = await importAll(world.alerts, batch);
    expect(after).toMatchObject({ opened: 998, repeated: 2, rejected: 0 });
    expect([after.results[1], after.results[998]]).toMatchObject(
      firstImport.results.map(({ alertId }) => ({ outcome: 'repeated', alertId })),
    );
    const secondImport = await importAll(world.alerts, batch);
    expect(secondImport).toMatchObject({ opened: 0, repeated: 1000 });
    expect(secondImport.results.map(({ alertId }) => alertId)).toEqual(after.results.map(({ alertId }) => alertId));
  });

  test('below the threshold is reported without an alert', async () => {
    const input = inference({ tenant_id: 'repeat-ignored', attack_prob: 0.1 });
    await importAll(world.alerts, [input]);
    const { results } = await importAll(world.alerts, [input]);
    expect(results[0]).toMatchObject({ outcome: 'repeated', alertId: null });
  });

  test('is not one with the same id in another tenant', async () => {
    const input = inference({ tenant_id: 'repeat-a' });
    const { opened } = await importAll(world.alerts, [input, { ...input, tenant_id: 'repeat-b' }]);
    expect(opened).toBe(2);
  });
});

describe('an inference', () => {
  test.each([
    ['at the threshold', { attack_prob: 0.5 }, 'opened'],
    ['just below the threshold', { attack_prob: 0.4999999999999999 }, 'ignored'],
    ['predicted as benign, with a high score,', { prediction: 'benign', attack_prob: 0.99 }, 'ignored'],
    ['predicted as an error, with a high score,', { prediction: 'error', attack_prob: 0.99 }, 'ignored'],
  ])('%s (%j) has the outcome %s', async (name, differences, outcome) => {
    const { results } = await importAll(world.alerts, [inference({ tenant_id: `threshold ${name}`, ...differences })]);
    expect(results[0]?.outcome).toBe(outcome);
  });
});

test('an inference with an id reserved for Rampart is rejected, because it could prevent the alert with that id', async () => {
  const ids = [
    'brand-hit:1:2',
    'brand-match:1:f',
    'drive-malware:1',
    'drive-mass-change:1',
    'drive-malware',
    'x-brand-hit:1',
  ];
  const input = ids.map((inference_id) => inference({ inference_id, tenant_id: 'reserved', prediction: 'benign' }));
  const { results } = await importAll(world.alerts, input, {
    kind: 'operator',
    role: 'ingest',
    name: 'i',
    tenantId: null,
  });
  const [rejected, ignored] = [Array(4).fill('rejected'), Array(2).fill('ignored')];
  expect(results.map(({ outcome }) => outcome)).toEqual([...rejected, ...ignored]);
  expect(results[2]?.errors).toEqual([
    'inferenceId: the prefix "drive-malware:" is reserved for Rampart: use another prefix',
  ]);
  expect(await importStream(world.alerts, input)).toMatchObject({ rejected: 4, repeated: 2 });
});

describe('an imported inference', () => {
  test.each([
    ['at the end of the window after an alert joins it', 3600, 'joined'],
    ['just beyond the window after an alert opens another one', 3600.001, 'opened'],
    ['at the end of the window before an alert joins it', -3600, 'joined'],
    ['just beyond the window before an alert opens another one', -3600.001, 'opened'],
    ['at the time of an alert joins it', 0, 'joined'],
  ])('%s', async (name, distance, outcome) => {
    const tenant_id = `window ${name}`;
    await importAll(world.alerts, [inference({ tenant_id })]);
    const { results } = await importAll(world.alerts, [inference({ tenant_id, timestamp: start + distance })]);
    expect(results[0]?.outcome).toBe(outcome);
  });

  test.each([
    ['another endpoint', { endpoint_id: 'ws-2' }],
    ['another model', { model_name: 'gat' }],
    ['another tenant', { tenant_id: 'keys other' }],
  ])('does not join an alert of %s', async (name, differences) => {
    const tenant_id = `keys ${name}`;
    const { opened } = await importAll(world.alerts, [
      inference({ tenant_id }),
      inference({ tenant_id, ...differences }),
    ]);
    expect(opened).toBe(2);
  });

  test('joins alerts case-insensitively by hostname', async () => {
    const tenant_id = 'case';
    const hosts = ['WS-9', 'ws-9', 'Ws-9'].map((endpoint_id) => inference({ tenant_id, endpoint_id }));
    const { opened, joined } = await importAll(world.alerts, hosts);
    expect([opened, joined]).toEqual([1, 2]);
  });

  test('before or after an alert extends its window', async () => {
    const tenant_id = 'late';
    const inferenceAt = (seconds: number) => inference({ tenant_id, timestamp: start + seconds });
    await importAll(world.alerts, [inferenceAt(0)]);
    await importAll(world.alerts, [inferenceAt(-3000), inferenceAt(3000)]);
    const { results } = await importAll(world.alerts, [inferenceAt(-6600), inferenceAt(6600)]);
    expect(results.map((result) => result.outcome)).toEqual(['joined', 'joined']);
    const [alert] = await alertsOf(world, tenant_id);
    expect([alert?.firstSeenEpoch, alert?.lastSeenEpoch]).toEqual([start - 6600, start + 6600]);
  });

  test.each(['resolved', 'false_positive'] as const)('does not join an alert that is %s', async (status) => {
    const tenant_id = `closed ${status}`;
    const { results } = await importAll(world.alerts, [inference({ tenant_id })]);
    await changeStatus(results[0]?.alertId, status);
    const after = await importAll(world.alerts, [inference({ tenant_id })]);
    expect(after.opened).toBe(1);
  });

  test.each(['acknowledged', 'investigating'] as const)(
    'joins an alert that is %s, which keeps the changes of analysts',
    async (status) => {
      const tenant_id = `worked on ${status}`;
      const { results } = await importAll(world.alerts, [inference({ tenant_id })]);
      await changeStatus(results[0]?.alertId, status);
      await importAll(world.alerts, [inference({ tenant_id, attack_prob: 0.99 })]);
      const [alert] = await alertsOf(world, tenant_id);
      expect(alert).toMatchObject({ status, notes: 'seen', actor: 'ada', severity: 'critical' });
    },
  );

  test('joins the nearest of several alerts', async () => {
    const tenant_id = 'nearest';
    const inferenceAt = (seconds: number) => inference({ tenant_id, timestamp: start + seconds });
    const { results } = await importAll(world.alerts, [inferenceAt(0), inferenceAt(5000), inferenceAt(2600)]);
    expect(results.map((result) => result.outcome)).toEqual(['opened', 'opened', 'joined']);
    expect(results[2]?.alertId).toBe(results[1]?.alertId);
  });
});

describe('merged fields', () => {
  test('use the highest score and the latest graph, in any order of the input', async () => {
    const tenant_id = 'merge';
    const highest = inference({
      tenant_id,
      timestamp: start,
      attack_prob: 0.96,
      confidence: 0.1,
      ttp_techniques: ['T2', 'T1'],
    });
    const latest = inference({
      tenant_id,
      timestamp: start + 60,
      platform: 'linux',
      ttp_explanation: 'latest',
      ttp_techniques: ['T1', 'T3'],
      num_nodes: 7,
      num_edges: 8,
    });
    const earliest = inference({ tenant_id, timestamp: start - 60, num_nodes: 1, ttp_explanation: 'earliest' });
    world.clock.seconds = start + 1000;
    await importAll(world.alerts, [latest]);
    world.clock.seconds = start + 2000;
    await importAll(world.alerts, [highest, earliest]);
    const [alert] = await alertsOf(world, tenant_id);
    expect(alert).toMatchObject({
      attackProb: 0.96,
      confidence: 0.1,
      severity: 'critical',
      platform: 'linux',
      ttpExplanation: 'latest',
      numNodes: 7,
      numEdges: 8,
      ttpTechniques: ['T1', 'T3', 'T2'],
      inferenceIds: [latest, highest, earliest].map((input) => input.inference_id),
      firstSeenEpoch: start - 60,
      lastSeenEpoch: start + 60,
      createdAtEpoch: start + 1000,
      updatedAtEpoch: start + 2000,
    });
  });
});

describe('an alert', () => {
  test.each([
    ['at the end of the window is related', 300, true],
    ['just beyond the window is not related', 300.001, false],
  ])('of another endpoint %s', async (name, distance, isRelated) => {
    const tenant_id = `correlation ${name}`;
    await importAll(world.alerts, [
      inference({ tenant_id, endpoint_id: 'b' }),
      inference({ tenant_id, endpoint_id: 'b', timestamp: start + 1000 }),
      inference({ tenant_id, endpoint_id: 'a', timestamp: start + 1000 + distance }),
      inference({ tenant_id, endpoint_id: 'c', timestamp: start - distance }),
      inference({ tenant_id: `${tenant_id} foreign`, endpoint_id: 'd' }),
    ]);
    const alerts = await alertsOf(world, tenant_id);
    const related = Object.fromEntries(alerts.map((alert) => [alert.endpointId, alert.relatedEndpoints]));
    expect(related).toEqual(isRelated ? { a: ['b'], b: ['a', 'c'], c: ['b'] } : { a: [], b: [], c: [] });
  });

  test('that spans several days and the alerts within its window are related to each other', async () => {
    const tenant_id = 'correlation long';
    const inferences = Array.from({ length: 60 }, (_, index) =>
      inference({ tenant_id, endpoint_id: 'long', timestamp: start + index * 3600 }),
    );
    await importAll(world.alerts, [
      ...inferences,
      inference({ tenant_id, endpoint_id: 'short', timestamp: start + 100_000 }),
    ]);
    const alerts = await alertsOf(world, tenant_id);
    expect(alerts.map((alert) => alert.relatedEndpoints)).toEqual([['short'], ['long']]);
  });
});

async function changeStatus(
  id: string | null | undefined,
  status: 'acknowledged' | 'investigating' | 'resolved' | 'false_positive',
) {
  const change = { id: id ?? '', status, notes: 'seen', actor: 'ada', fields: fieldsOf('status') };
  await updateAlert(world.as(), change);
}
