import { describe, expect, test } from 'vitest';
import { matchesCriteria, type OpenedAlert, type SuppressionCriteria, Suppressor } from './rules.js';

const alert: OpenedAlert = {
  tenantId: 'acme',
  endpointId: 'ws-1',
  severity: 'high',
  platform: 'linux',
  attackProb: 0.9,
  ttpTechniques: ['T1003', 'Powershell'],
  modelName: 'sage',
};

describe('criteria', () => {
  test.each<[SuppressionCriteria, boolean]>([
    [{}, true],
    [{ endpointId: 'ws-1' }, true],
    [{ endpointId: 'ws-2' }, false],
    [{ severities: ['low', 'high'] }, true],
    [{ severities: ['low'] }, false],
    [{ platforms: ['linux'] }, true],
    [{ platforms: ['windows'] }, false],
    [{ modelNames: ['other', 'sage'] }, true],
    [{ modelNames: ['other'] }, false],
    [{ techniques: ['T1059', 'Powershell'] }, true],
    [{ techniques: ['T1059'] }, false],
    [{ attackTechniques: ['T1059', 'T1003'] }, true],
    [{ attackTechniques: ['T1059'] }, false],
    [{ minAttackProb: 0.9 }, true],
    [{ minAttackProb: 0.91 }, false],
    [{ maxAttackProb: 0.9 }, true],
    [{ maxAttackProb: 0.89 }, false],
    [{ endpointId: 'ws-1', severities: ['low'] }, false],
  ])('%j match the alert: %s', (criteria, expected) => {
    expect(matchesCriteria(criteria, alert)).toBe(expected);
  });

  test.each([0, 1])('without score limits match the score %d', (attackProb) => {
    expect(matchesCriteria({}, { ...alert, attackProb })).toBe(true);
  });
});

describe('rules', () => {
  const rules = [
    { id: 'acme-high', tenantId: 'acme', criteria: { severities: ['high' as const] } },
    { id: 'all-linux', tenantId: null, criteria: { platforms: ['linux' as const] } },
    { id: 'acme-sage', tenantId: 'acme', criteria: { modelNames: ['sage'] } },
    { id: 'globex', tenantId: 'globex', criteria: {} },
  ];

  test('that match a new alert suppress it: first those for all tenants, then those for its tenant', () => {
    const suppressor = new Suppressor(rules);
    expect(suppressor.rulesForOpening(alert)).toEqual(['all-linux', 'acme-high', 'acme-sage']);
    expect(suppressor.rulesForOpening({ ...alert, tenantId: 'initech' })).toEqual(['all-linux']);
    expect(suppressor.rulesForOpening({ ...alert, severity: 'low' })).toEqual(['all-linux', 'acme-sage']);
    expect([...suppressor.effects]).toEqual([
      ['all-linux', { opened: 3, released: 0 }],
      ['acme-high', { opened: 1, released: 0 }],
      ['acme-sage', { opened: 2, released: 0 }],
    ]);
  });

  test('do not suppress an alert if there are none', () => {
    expect(new Suppressor([]).rulesForOpening(alert)).toEqual([]);
  });

  test('still suppress an alert after an inference joins it, except active rules that no longer match', () => {
    const suppressor = new Suppressor(rules);
    const suppressedBy = ['all-linux', 'acme-high', 'ended'];
    expect(suppressor.rulesForJoining(alert, suppressedBy)).toBe(suppressedBy);
    expect(suppressor.effects.size).toBe(0);
    expect(suppressor.rulesForJoining({ ...alert, severity: 'critical' }, suppressedBy)).toEqual([
      'all-linux',
      'ended',
    ]);
    expect([...suppressor.effects]).toEqual([['acme-high', { opened: 0, released: 1 }]]);
  });
});
