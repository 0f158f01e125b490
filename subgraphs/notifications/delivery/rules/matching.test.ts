import { expect, test } from 'vitest';
import type { Occurrence } from '../../../../platform/notification-source.js';
import type { Condition } from '../../tables.js';
import { isMatch } from './matching.js';

const occurrence: Occurrence = {
  ...{ kind: 'alert.opened', tenantId: 'acme', id: 'a', title: 'Alert' },
  facts: { severity: 'CRITICAL', techniques: ['T1003', 'T1059'], cause: 1, department: null },
};
const rule = { tenantId: null, kinds: ['alert.changed', 'alert.opened'], conditions: [] };

test('a rule matches only occurrences of its kinds', () => {
  expect(isMatch(rule, occurrence)).toBe(true);
  expect(isMatch({ ...rule, kinds: ['alert.changed'] }, occurrence)).toBe(false);
});

test.each([
  [null, 'acme', true],
  [null, null, true],
  ['acme', 'acme', true],
  ['acme', 'other', false],
  ['acme', null, false],
])('a rule of the tenant %s matches an occurrence of the tenant %s: %s', (ofRule, tenantId, expected) => {
  expect(isMatch({ ...rule, tenantId: ofRule }, { ...occurrence, tenantId })).toBe(expected);
});

test.each<[Condition[], boolean]>([
  [[{ field: 'severity', values: ['high', 'critical'] }], true],
  [[{ field: 'severity', values: ['high'] }], false],
  [[{ field: 'techniques', values: ['t1059'] }], true],
  [[{ field: 'techniques', values: ['T10'] }], false],
  [[{ field: 'cause', values: ['1'] }], true],
  [[{ field: 'department', values: [''] }], true],
  [[{ field: 'zone', values: [''] }], true],
  [[{ field: 'department', values: ['null'] }], false],
  [
    [
      { field: 'severity', values: ['critical'] },
      { field: 'techniques', values: ['T1078'] },
    ],
    false,
  ],
])('the conditions %j match: %s', (conditions, expected) => {
  expect(isMatch({ ...rule, conditions }, occurrence)).toBe(expected);
});
