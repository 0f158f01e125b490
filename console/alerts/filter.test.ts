import { describe, expect, test } from 'vitest';
import {
  type AlertFilter,
  changesFilter,
  emptyFilter,
  filterOfIncident,
  isEmpty,
  readFilter,
  timeRangeSeconds,
  toFilterInput,
  toggleFacet,
  toSearchParams,
  withoutFacet,
} from './filter.js';

const now = Date.parse('2026-03-01T12:34:56Z');

const everything: AlertFilter = {
  text: 'power shell',
  tenant: 'acme',
  endpoint: 'WS-1.example',
  severity: ['CRITICAL', 'HIGH'],
  status: ['OPEN', 'FALSE_POSITIVE'],
  platform: ['LINUX'],
  technique: ['T1059.001', 'T1003'],
  attack: ['TA0002'],
  model: ['model, with a comma'],
  minScore: '0.7',
  maxScore: '1',
  from: '2026-02-01T08:00',
  to: '2026-02-02T09:30',
  within: '',
  notes: 'ticket 4411 & more',
  assignee: 'none',
  mentioned: 'operator:ana',
  incident: 'WyJJbmNpZGVudCJd',
  openedSince: '2026-01-30T08:00',
  openedBefore: '2026-01-31T08:00',
  target: 'missed',
  suppressed: 'ONLY',
};

test('the time range of a filter has a length only if it has a start', () => {
  expect(timeRangeSeconds({ ...emptyFilter, within: '24h' }, now)).toBeCloseTo(86_456, 0);
  expect(timeRangeSeconds({ ...emptyFilter, from: '2026-02-01T08:00', to: '2026-02-01T09:30' }, now)).toBe(5400);
  expect(timeRangeSeconds({ ...emptyFilter, from: '2026-02-01T08:00', to: '2026-01-01T09:30' }, now)).toBe(0);
  expect(timeRangeSeconds({ ...emptyFilter, to: '2026-02-01T09:30' }, now)).toBeUndefined();
});

test('the filter of an incident includes suppressed alerts, as the counts of the incident do', () => {
  expect(toFilterInput(filterOfIncident('WyJJbmNpZGVudCJd'), now)).toMatchObject({
    incidentId: ['WyJJbmNpZGVudCJd'],
    status: undefined,
    suppressed: 'INCLUDE',
  });
});

test('a list with suppressed alerts is refreshed when such an alert changes or is restored', () => {
  expect(changesFilter(undefined, '')).toBeNull();
  expect(changesFilter(undefined, 'acme')).toEqual({ tenant: 'acme' });
  expect(changesFilter('ONLY', '')).toEqual({ suppressed: 'INCLUDE' });
  expect(changesFilter('INCLUDE', 'acme')).toEqual({ tenant: 'acme', suppressed: 'INCLUDE' });
});

describe('the filter in the URL', () => {
  test('survives a round trip through the URL', () => {
    expect(readFilter(new URLSearchParams(toSearchParams(everything).toString()))).toEqual(everything);
  });

  test('is omitted if it is empty', () => {
    expect(toSearchParams(emptyFilter).toString()).toBe('');
    expect(isEmpty(readFilter(new URLSearchParams()))).toBe(true);
  });

  test('ignores unknown values', () => {
    const search = new URLSearchParams(
      'severity=WORSE&severity=LOW&status=&platform=BEOS&within=toString&target=met&other=1',
    );
    expect(readFilter(search)).toEqual({ ...emptyFilter, severity: ['LOW'] });
  });

  test('ignores repeated values', () => {
    expect(readFilter(new URLSearchParams('technique=T1&technique=T1&severity=LOW&severity=LOW'))).toEqual({
      ...emptyFilter,
      technique: ['T1'],
      severity: ['LOW'],
    });
  });
});

describe('the filter as a GraphQL variable', () => {
  test('omits empty fields', () => {
    expect(toFilterInput(emptyFilter, now)).toEqual({});
  });

  test.each(Object.entries({ ...everything, within: '24h' }))('is restricted by %s', (key, value) => {
    expect(toFilterInput({ ...emptyFilter, [key]: value }, now)).not.toEqual({});
  });

  test('uses the field names of the schema', () => {
    expect(toFilterInput(everything, now)).toEqual({
      text: 'power shell',
      tenant: 'acme',
      endpoint: 'WS-1.example',
      severity: ['CRITICAL', 'HIGH'],
      status: ['OPEN', 'FALSE_POSITIVE'],
      platform: ['LINUX'],
      technique: ['T1059.001', 'T1003'],
      attack: ['TA0002'],
      model: ['model, with a comma'],
      minAttackProb: 0.7,
      maxAttackProb: 1,
      seenAfter: '2026-02-01T08:00:00.000Z',
      seenBefore: '2026-02-02T09:30:00.000Z',
      notes: 'ticket 4411 & more',
      isAssigned: false,
      mentionedId: ['operator:ana'],
      incidentId: ['WyJJbmNpZGVudCJd'],
      createdAfter: '2026-01-30T08:00:00.000Z',
      createdBefore: '2026-01-31T08:00:00.000Z',
      suppressed: 'ONLY',
      breachedBefore: '2026-03-01T12:34:00.000Z',
    });
    expect(toFilterInput({ ...emptyFilter, target: 'soon' }, now)).toEqual({
      dueAfter: '2026-03-01T12:34:00.000Z',
      dueBefore: '2026-03-01T13:34:00.000Z',
    });
    expect(toFilterInput({ ...emptyFilter, assignee: 'operator:ana' }, now)).toEqual({ assigneeId: ['operator:ana'] });
  });

  test('sends a maximum score of 0', () => {
    expect(toFilterInput({ ...emptyFilter, maxScore: '0' }, now)).toEqual({ maxAttackProb: 0 });
  });

  test('ends a relative range at the current minute, and prefers it to fixed times', () => {
    const filter = { ...emptyFilter, within: '1h', from: '2020-01-01T00:00', to: '2020-01-02T00:00' };
    expect(toFilterInput(filter, now)).toEqual({ seenAfter: '2026-03-01T11:34:00.000Z' });
  });

  test.each(['yesterday', '2026-13-01T00:00'])('ignores the invalid time %s', (from) => {
    expect(toFilterInput({ ...emptyFilter, from, minScore: 'x' }, now)).toEqual({});
  });
});

describe('a facet', () => {
  test('does not contain a value that was toggled twice', () => {
    const selected = toggleFacet(emptyFilter, 'severity', { value: 'HIGH' });
    expect(selected.severity).toEqual(['HIGH']);
    expect(toggleFacet(selected, 'severity', { value: 'HIGH' })).toEqual(emptyFilter);
  });

  test('accepts several values', () => {
    const selected = toggleFacet(emptyFilter, 'technique', { value: 'T1' });
    expect(toggleFacet(selected, 'technique', { value: 'T2' }).technique).toEqual(['T1', 'T2']);
  });

  test('selects an endpoint together with its tenant, because several tenants may use the same hostname', () => {
    const selected = toggleFacet(emptyFilter, 'endpoint', { value: 'dc-1', tenantId: 'acme' });
    expect(selected).toEqual({ ...emptyFilter, endpoint: 'dc-1', tenant: 'acme' });
    expect(toggleFacet(selected, 'endpoint', { value: 'dc-1', tenantId: 'acme' }).endpoint).toBe('');
  });

  test('deselects an endpoint by its lowercase hostname, even if it was typed in uppercase', () => {
    expect(toggleFacet({ ...emptyFilter, endpoint: 'DC-1' }, 'endpoint', { value: 'dc-1' }).endpoint).toBe('');
  });

  test('is counted without its own filter', () => {
    const input = toFilterInput(everything, now);
    const { severity, ...otherSeverities } = input;
    expect(severity).toEqual(everything.severity);
    expect(withoutFacet(input, 'severity')).toEqual(otherSeverities);
    const { endpoint, ...otherEndpoints } = input;
    expect(endpoint).toBe(everything.endpoint);
    expect(withoutFacet(input, 'endpoint')).toEqual(otherEndpoints);
  });
});
