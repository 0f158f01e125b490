import { describe, expect, test } from 'vitest';
import {
  describeFilter,
  describeRule,
  filterOfDraft,
  filterOfRule,
  hrefOfProposedRule,
  hrefOfReplacement,
  parseSuppressionDraft,
} from './suppression-draft.js';

const alert = { tenantId: 'acme', endpointId: 'ws-1', modelName: 'sage', severity: 'HIGH' } as const;

describe('a proposed rule for similar alerts', () => {
  test('contains the tenant, endpoint and model of the alert, and excludes more severe alerts', () => {
    const href = hrefOfProposedRule(alert);
    const draft = parseSuppressionDraft(new URLSearchParams(href.split('?')[1]));
    expect(draft).toMatchObject({ tenant: 'acme', endpoint: 'ws-1', model: 'sage', reason: '', until: '' });
    expect(filterOfDraft(draft)).toEqual({
      tenantId: 'acme',
      endpointId: 'ws-1',
      modelName: ['sage'],
      severity: ['HIGH', 'MEDIUM', 'LOW'],
    });
  });

  test('requires a condition other than its tenant; the selection of all severities does not count as one', () => {
    const empty = parseSuppressionDraft(new URLSearchParams('tenant=acme&platform=BEOS&severity=WORSE'));
    expect(filterOfDraft(empty)).toBeUndefined();
    expect(filterOfDraft({ ...empty, severity: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] })).toBeUndefined();
    expect(filterOfDraft({ ...empty, tenant: '', platform: 'LINUX' })).toEqual({ platform: ['LINUX'] });
  });

  test('can be edited only if the form contains all of its conditions', () => {
    const filter = { tenantId: 'acme', attack: ['TA0002', 'T1059'], severity: ['low'], platform: ['linux'] };
    const rule = { id: 'one', reason: 'scanner', owner: { id: 'us:1' }, startsAt: '2026-01-01T00:00:00Z' };
    const endsAt = '2026-03-01T12:30:00Z';
    const now = Date.parse('2026-02-01T00:00:00Z');
    const href = hrefOfReplacement({ ...rule, endsAt, filter: JSON.stringify(filter) }, now);
    const draft = parseSuppressionDraft(new URLSearchParams(href?.split('?')[1]));
    expect(draft).toMatchObject({
      ...{ replaces: 'one', reason: 'scanner', platform: 'LINUX' },
      ...{ owner: 'us:1', from: '', until: '2026-03-01T12:30' },
    });
    expect(filterOfDraft(draft)).toEqual({
      ...{ tenantId: 'acme', attack: ['TA0002', 'T1059'], severity: ['LOW'], platform: ['LINUX'] },
    });
    expect(hrefOfReplacement({ ...rule, endsAt, filter: '{"minAttackProb":0.7}' })).toBeUndefined();
    const later = hrefOfReplacement({ ...rule, endsAt: null, filter: '{"endpointId":"e"}' }, 0);
    expect(parseSuppressionDraft(new URLSearchParams(later?.split('?')[1]))).toMatchObject({
      from: '2026-01-01T00:00',
      until: '',
    });
  });

  test('is described by its conditions; the list of rules omits the tenant', () => {
    const filter = JSON.stringify({ tenantId: 'acme', modelName: ['a', 'b'], minAttackProb: 0.7, severity: null });
    expect(describeFilter(filter)).toEqual(['Tenant: acme', 'Model: a, b', 'Minimum score: 0.7']);
    expect(describeRule(filter)).toEqual(['Model: a, b', 'Minimum score: 0.7']);
  });
});

test('converts the stored filter of a rule to an input', () => {
  const json =
    '{"tenantId":"acme","severity":["low","medium"],"platform":["linux"],"minAttackProb":0.5,"endpointId":null}';
  expect(filterOfRule(json)).toEqual({
    ...{ tenantId: 'acme', severity: ['MEDIUM', 'LOW'], platform: ['LINUX'], minAttackProb: 0.5, endpointId: null },
  });
});
