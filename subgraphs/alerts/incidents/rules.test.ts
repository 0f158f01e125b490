import { describe, expect, test } from 'vitest';
import {
  assertAlertCount,
  assertInIncidents,
  assertNotMerged,
  assertOneTenant,
  isOutdated,
  roundedDate,
  timeOfChange,
} from './rules.js';

const noIncident = null;

describe('the time of a change', () => {
  test.each([
    [1000.1239, 1000, 1000.123],
    [1000.123, 1000.122, 1000.123],
    [1000.123, 1000.123, 1000.124],
    // The clock was set back.
    [999, 1000.123, 1000.124],
  ])('at %d, after a change at %d, is %d', (now, previous, time) => {
    expect(timeOfChange(now, previous)).toBe(time);
  });

  test('is converted to a date in whole milliseconds', () => {
    expect(roundedDate(1_700_000_000.003).getTime()).toBe(1_700_000_000_003);
  });
});

test('a merged incident cannot be changed', () => {
  const incident = { id: 'i1', tenantId: 'acme', mergedIntoId: null };
  expect(assertNotMerged(incident)).toBeUndefined();
  expect(() => assertNotMerged({ ...incident, mergedIntoId: 'i2' })).toThrow(
    expect.objectContaining({
      code: 'CONFLICT',
      message: 'Incident i1 was merged into i2: change that incident instead',
      details: { id: 'i1' },
    }),
  );
});

test('alerts of several tenants cannot be in one incident', () => {
  expect(assertOneTenant([])).toBeUndefined();
  expect(assertOneTenant([{ tenantId: 'acme' }, { tenantId: 'acme' }])).toBeUndefined();
  const message =
    'The alerts of an incident must belong to one tenant, not to acme, globex: select alerts of one tenant';
  expect(() => assertOneTenant([{ tenantId: 'globex' }, { tenantId: 'acme' }])).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message }),
  );
});

test('an incident can have at most 10,000 alerts', () => {
  expect(assertAlertCount(10_000)).toBeUndefined();
  const message = expect.stringContaining('at most 10000 alerts, not 10001');
  expect(() => assertAlertCount(10_001)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
});

describe('alerts that are moved', () => {
  const alertsIn = (...incidentIds: (string | null)[]) =>
    incidentIds.map((incidentId, index) => ({ id: `a${index + 1}`, incidentId }));

  test.each([
    [['i1', 'i1'], ['i1']],
    [
      ['i1', null],
      ['i1', noIncident],
    ],
    [[], [noIncident]],
  ])('are accepted in the incidents %j if %j are allowed', (incidentIds, allowed) => {
    expect(assertInIncidents(alertsIn(...incidentIds), allowed)).toBeUndefined();
  });

  test.each([
    [['i1', 'i2'], ['i1'], 'All alerts must be in incident i1, but a2 is in incident i2: omit these alerts'],
    [['i1', null], ['i1'], 'All alerts must be in incident i1, but a2 is in no incident: omit these alerts'],
    [
      ['i1'],
      [noIncident, 'i2'],
      'All alerts must be in no incident or in incident i2, but a1 is in incident i1: omit these alerts, or remove them from their incident first',
    ],
  ])('are rejected in the incidents %j if %j are allowed', (incidentIds, allowed, message) => {
    expect(() => assertInIncidents(alertsIn(...incidentIds), allowed)).toThrow(
      expect.objectContaining({ code: 'CONFLICT', message }),
    );
  });

  test('in other incidents are listed in the error: the first five, and the number of the others', () => {
    const [five, six] = [alertsIn('i', 'i', 'i', 'i', 'i'), alertsIn('i', 'i', 'i', 'i', 'i', 'i')];
    const ids = ['a1', 'a2', 'a3', 'a4', 'a5'];
    expect(() => assertInIncidents(five, [noIncident])).toThrow(/but a1 is in incident i, .*a5 is in incident i: omit/);
    expect(() => assertInIncidents(six, [noIncident])).toThrow(/a5 is in incident i, and 1 more: omit/);
    expect(() => assertInIncidents(six, [noIncident])).toThrow(expect.objectContaining({ details: { ids } }));
  });
});

test.each([
  ['2026-01-01T00:00:00.123Z', 1_767_225_600.123, false],
  ['2026-01-01T00:00:00.123Z', 1_767_225_600.124, true],
  ['2026-01-01T00:00:00.123Z', null, false],
  [undefined, 1_767_225_600.123, false],
  [null, 1_767_225_600.123, false],
])('an incident that was read at %s and changed at %s is outdated: %s', (read, changed, expected) => {
  const expectedUpdatedAt = typeof read === 'string' ? new Date(read) : read;
  expect(isOutdated({ expectedUpdatedAt }, changed)).toBe(expected);
});
