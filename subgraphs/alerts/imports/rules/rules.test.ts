import { describe, expect, test } from 'vitest';
import { maxCharacters, maxItems } from '../../../../platform/input-limits.js';
import { alertIdOf, severityOf } from '../../rules.js';
import type { AlertDraft } from './deduplication.js';
import { checkInference, wireNames } from './inference.js';
import { observedEndpoints } from './seen-endpoints.js';

const valid = {
  inference_id: 'i-1',
  tenant_id: 'acme',
  endpoint_id: 'WS-1',
  platform: 'linux',
  attack_prob: 0.7,
  confidence: 1,
  prediction: 'attack',
  ttp_techniques: ['T1059.001'],
  ttp_explanation: null,
  timestamp: 1.5,
  model_name: 'sage',
  num_nodes: 0,
  num_edges: 2_147_483_647,
};

describe('severity', () => {
  test.each([
    [1, 'critical'],
    [0.95, 'critical'],
    [0.94999999999, 'high'],
    [0.85, 'high'],
    [0.84999999999, 'medium'],
    [0.7, 'medium'],
    [0.69999999999, 'low'],
    [0, 'low'],
  ])('of %d is %s', (attackProb, severity) => {
    expect(severityOf(attackProb)).toBe(severity);
  });
});

describe('inference validation', () => {
  test('accepts a valid inference, and lowercases its hostname', () => {
    expect(checkInference({ ...valid, unknown: 1 }, wireNames)).toEqual({
      inference: {
        inferenceId: 'i-1',
        tenantId: 'acme',
        endpointId: 'ws-1',
        platform: 'linux',
        attackProb: 0.7,
        confidence: 1,
        prediction: 'attack',
        ttpTechniques: ['T1059.001'],
        ttpExplanation: null,
        timestamp: 1.5,
        modelName: 'sage',
        numNodes: 0,
        numEdges: 2_147_483_647,
      },
    });
  });

  test.each([
    ['inference_id', ''],
    ['inference_id', 'x'.repeat(201)],
    ['inference_id', 5],
    ['inference_id', 'half a pair \ud800'],
    ['tenant_id', ''],
    ['tenant_id', 'NUL \0'],
    ['endpoint_id', 'x'.repeat(256)],
    ['platform', 'WINDOWS'],
    ['platform', 'macos'],
    ['attack_prob', 1.0000001],
    ['attack_prob', -0.1],
    ['attack_prob', Number.NaN],
    ['attack_prob', '0.5'],
    ['confidence', null],
    ['confidence', Number.POSITIVE_INFINITY],
    ['prediction', 'Attack'],
    ['ttp_techniques', 'T1059'],
    ['ttp_techniques', [5]],
    ['ttp_techniques', ['T1', 5]],
    ['ttp_techniques', ['T1', '']],
    ['ttp_techniques', [['T1']]],
    ['ttp_techniques', Array.from({ length: 101 }, () => 'T1')],
    ['ttp_explanation', 'x'.repeat(10_001)],
    ['ttp_explanation', ['a list']],
    ['timestamp', 0],
    ['timestamp', -1],
    ['timestamp', 1_790_000_000_000],
    ['timestamp', '2026-01-01'],
    ['timestamp', '1.5'],
    ['timestamp', 253_402_300_800],
    ['model_name', undefined],
    ['num_nodes', 1.5],
    ['num_nodes', -1],
    ['num_edges', 2_147_483_648],
  ])('rejects the %s %j, and names the field', (field, value) => {
    const check = checkInference({ ...valid, [field]: value }, wireNames);
    expect(check).toEqual({ errors: [expect.stringContaining(`${field}: `)] });
  });

  test.each([
    ['inference_id', maxCharacters.inferenceId],
    ['tenant_id', maxCharacters.tenantId],
    ['endpoint_id', maxCharacters.endpointId],
    ['model_name', maxCharacters.modelName],
    ['ttp_explanation', maxCharacters.explanation],
  ])('accepts a %s of %d characters and rejects one more', (field, maximum) => {
    const maxText = 'x'.repeat(maximum);
    expect(checkInference({ ...valid, [field]: maxText }, wireNames)).toHaveProperty('inference');
    expect(checkInference({ ...valid, [field]: `${maxText}x` }, wireNames)).toEqual({
      errors: [expect.stringContaining(`${field}: must be`)],
    });
  });

  test('accepts 100 techniques of 100 characters, and rejects one more technique or character', () => {
    const techniques = Array.from({ length: maxItems.techniques }, () => 'T'.repeat(maxCharacters.technique));
    const check = (ttp_techniques: string[]) => checkInference({ ...valid, ttp_techniques }, wireNames);
    expect(check(techniques)).toHaveProperty('inference');
    expect(check([...techniques, 'T'])).toHaveProperty('errors');
    expect(check(['T'.repeat(maxCharacters.technique + 1)])).toHaveProperty('errors');
  });

  test.each([
    ['attack_prob', 0],
    ['confidence', 0],
    ['timestamp', 253_402_300_799],
    ['num_edges', 0],
  ])('accepts %s at its limit, %d', (field, value) => {
    expect(checkInference({ ...valid, [field]: value }, wireNames)).toHaveProperty('inference');
  });

  test.each([null, undefined])('reads %s as no techniques and no explanation', (value) => {
    const check = checkInference({ ...valid, ttp_techniques: value, ttp_explanation: value }, wireNames);
    expect(check).toMatchObject({ inference: { ttpTechniques: [], ttpExplanation: null } });
  });

  test.each([
    ['tenant_id', 'must be a string of 1 to 200 characters without NUL'],
    ['ttp_explanation', 'must be null or a string of at most 10000 characters without NUL'],
    ['ttp_techniques', 'must be a list of at most 100 strings of 1 to 100 characters without NUL'],
    ['platform', 'must be "windows" or "linux"'],
    ['attack_prob', 'must be a number from 0 to 1'],
    ['timestamp', 'must be a positive number of Unix epoch seconds before the year 10000'],
    ['num_nodes', 'must be an integer from 0 to 2147483647'],
  ])('explains the format of %s', (field, rule) => {
    expect(checkInference({ ...valid, [field]: -1 }, wireNames)).toEqual({ errors: [`${field}: ${rule}, not -1`] });
  });

  test('reports every violated rule', () => {
    const check = checkInference({ ...valid, tenant_id: '', timestamp: 'x', num_nodes: undefined }, wireNames);
    expect(check).toMatchObject({
      errors: [/^tenant_id/, /^timestamp/, /^num_nodes: is missing/].map((rule) => expect.stringMatching(rule)),
    });
  });

  test.each([null, 5, 'text', [], undefined])('rejects %j, which is not an object', (value) => {
    expect(checkInference(value, wireNames)).toEqual({ errors: ['must be a JSON object'] });
  });
});

describe('the id of an alert', () => {
  test('is a name-based UUID that depends on tenant and inference', () => {
    const id = alertIdOf('acme', 'i-1');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(alertIdOf('acme', 'i-1')).toBe(id);
    expect(new Set([id, alertIdOf('acme', 'i-2'), alertIdOf('acmei', '-1')]).size).toBe(3);
  });

  test('is always the same for the same inference', () => {
    expect(alertIdOf('acme', 'i-1')).toBe('cd0dc07f-8313-5306-a7e2-644630a62d98');
  });
});

describe('the endpoints that a batch updates', () => {
  const draft = (differences: Partial<AlertDraft>): AlertDraft => ({
    id: 'none',
    tenantId: 'acme',
    endpointId: 'a',
    modelName: 'sage',
    platform: 'linux',
    attackProb: 0.7,
    confidence: 1,
    prediction: 'attack',
    ttpTechniques: [],
    ttpExplanation: null,
    firstSeen: 0,
    lastSeen: 10,
    numNodes: 0,
    numEdges: 0,
    suppressedBy: [],
    isNew: true,
    addedInferenceIds: [],
    ...differences,
  });
  const observedEndpoint = { tenantId: 'acme', hostname: 'a', platform: 'linux', lastSeen: 10, opened: 1 };

  test.each<[string, Partial<AlertDraft>[], object[]]>([
    ['are none if the batch has no alerts', [], []],
    ['count an opened alert', [{}], [observedEndpoint]],
    ['do not count an existing alert', [{ isNew: false }], [{ ...observedEndpoint, opened: 0 }]],
    [
      'are listed once, with the number of all opened alerts',
      [{}, { isNew: false }, {}],
      [{ ...observedEndpoint, opened: 2 }],
    ],
    [
      'have the platform and time of the newest alert if it is last',
      [{ isNew: false }, { platform: 'windows', lastSeen: 11 }],
      [{ ...observedEndpoint, platform: 'windows', lastSeen: 11 }],
    ],
    [
      'have the platform and time of the newest alert if it is first',
      [{}, { platform: 'windows', lastSeen: 9, isNew: false }],
      [observedEndpoint],
    ],
    [
      'have the platform of the first of equally new alerts',
      [{}, { platform: 'windows' }],
      [{ ...observedEndpoint, opened: 2 }],
    ],
    [
      'are distinguished by hostname and tenant',
      [{ endpointId: 'b' }, {}, { tenantId: 'other' }],
      [{ ...observedEndpoint, hostname: 'b' }, observedEndpoint, { ...observedEndpoint, tenantId: 'other' }],
    ],
  ])('%s', (_name, drafts, expected) => {
    expect(observedEndpoints(drafts.map(draft))).toEqual(expected);
  });
});
