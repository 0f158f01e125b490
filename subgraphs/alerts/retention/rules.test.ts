import { expect, test } from 'vitest';
import { retentionPeriods } from './rules.js';

const statuses = ['open', 'acknowledged', 'investigating', 'resolved', 'false_positive'];

/** The retention periods in days, by status, and by status and tenant. */
function daysOf(rules: Parameters<typeof retentionPeriods>[0]): Record<string, number> {
  return Object.fromEntries(
    retentionPeriods(rules).map(({ status, tenantId, days }) => [
      tenantId === null ? status : `${status}@${tenantId}`,
      days,
    ]),
  );
}

test('without rules, alerts are retained forever', () => {
  expect(daysOf([])).toEqual(Object.fromEntries(statuses.map((status) => [status, 0])));
});

test('a rule for a status takes precedence over one for closed alerts, which takes precedence over one for all, in any order', () => {
  const rules = [
    { status: 'all', tenantId: null, days: 300 },
    { status: 'closed', tenantId: null, days: 200 },
    { status: 'resolved', tenantId: null, days: 100 },
  ] as const;
  const expected = { open: 300, acknowledged: 300, investigating: 300, resolved: 100, false_positive: 200 };
  expect(daysOf(rules)).toEqual(expected);
  expect(daysOf(rules.toReversed())).toEqual(expected);
});

test('a rule for a tenant takes precedence over every rule for all tenants', () => {
  const rules = [
    { status: 'all', tenantId: 'acme', days: 0 },
    { status: 'open', tenantId: null, days: 300 },
    { status: 'open', tenantId: 'globex', days: 30 },
  ] as const;
  expect(daysOf(rules)).toEqual({
    ...Object.fromEntries(statuses.map((status) => [status, 0])),
    ...Object.fromEntries(statuses.map((status) => [`${status}@acme`, 0])),
    ...{ open: 300, 'open@globex': 30 },
  });
});

test('the period for all other tenants excludes the tenants with a rule for the status', () => {
  const rules = [
    { status: 'closed', tenantId: 'acme', days: 30 },
    { status: 'closed', tenantId: null, days: 60 },
  ] as const;
  const periods = retentionPeriods(rules);
  expect(periods.filter(({ status }) => status === 'resolved')).toEqual([
    { status: 'resolved', tenantId: 'acme', exceptTenants: [], days: 30 },
    { status: 'resolved', tenantId: null, exceptTenants: ['acme'], days: 60 },
  ]);
  const open = { status: 'open', tenantId: null, exceptTenants: [], days: 0 };
  expect(periods.filter(({ status }) => status === 'open')).toEqual([open]);
});
