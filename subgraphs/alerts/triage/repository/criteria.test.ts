import { expect, test } from 'vitest';
import { AlertOrderField, AlertStatus, Severity } from '../../vocabulary.js';
import { type AlertCriteria, isIndexed } from './criteria.js';

const { CREATED_AT, LAST_SEEN, ATTACK_PROB } = AlertOrderField;
const open = [AlertStatus.OPEN];

test.each<[AlertCriteria, AlertOrderField, boolean]>([
  [{}, CREATED_AT, true],
  [{}, ATTACK_PROB, true],
  [{ tenants: ['acme'] }, LAST_SEEN, true],
  [{ tenants: ['acme', 'globex'] }, LAST_SEEN, false],
  [{ statuses: open }, CREATED_AT, true],
  [{ tenants: ['acme'], statuses: open }, CREATED_AT, true],
  [{ statuses: open }, ATTACK_PROB, false],
  [{ statuses: [AlertStatus.OPEN, AlertStatus.RESOLVED] }, CREATED_AT, false],
  [{ severities: [Severity.CRITICAL] }, CREATED_AT, false],
  [{ tenants: ['acme'], endpointId: 'a' }, CREATED_AT, false],
  [{ statuses: open, notes: 'scan' }, CREATED_AT, false],
])('an index contains the alerts that match %o contiguously in the order of %s: %s', (criteria, order, expected) => {
  expect(isIndexed(criteria, order)).toBe(expected);
});
