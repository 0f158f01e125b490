import { expect, test } from 'vitest';
import { type Candidate, groupsOf, titleOf } from './rules-grouping.js';

function candidate(alertId: string, ...matches: [id: string, incidentId?: string][]): Candidate {
  return {
    ...{ alertId, endpointId: `host-${alertId}`, techniques: ['T1059'] },
    matches: matches.map(([id, incidentId = null]) => ({ id, incidentId })),
  };
}

function grouped(minAlerts: number, ...candidates: Candidate[]) {
  return groupsOf(candidates, { minAlerts }).map(({ incidentId, alertIds }) => [incidentId, alertIds.join('')]);
}

test('the incident rule opens an incident for at least the minimum number of alerts', () => {
  const input = [candidate('a', ['b'], ['c']), candidate('d', ['e'])];
  expect(grouped(3, ...input)).toEqual([[null, 'abc']]);
  expect(grouped(4, ...input)).toEqual([]);
  expect(grouped(1, candidate('a'))).toEqual([[null, 'a']]);
});

test('a candidate joins the incident with the most matches, together with alerts that are in no incident', () => {
  const input = candidate('a', ['b', 'I'], ['c', 'J'], ['d', 'J'], ['e']);
  expect(grouped(9, input)).toEqual([['J', 'ae']]);
  expect(grouped(9, candidate('a', ['b', 'I'], ['c', 'J']))).toEqual([['I', 'a']]);
});

test('the incident rule counts alerts that it grouped before, each once', () => {
  // `a` opens an incident with `b`; `c` matches `b`, which is in the group.
  expect(grouped(2, candidate('a', ['b']), candidate('b', ['a'], ['c']), candidate('c', ['b']))).toEqual([
    [null, 'abc'],
  ]);
  expect(grouped(5, candidate('a', ['x', 'I']), candidate('b', ['y', 'I'], ['a']))).toEqual([['I', 'ab']]);
});

test('the incident rule counts alerts of one incident together, whether they were grouped before or not', () => {
  const matchesOfC: [string, string?][] = [['a'], ['b'], ['x', 'I'], ['y', 'I'], ['p', 'J'], ['q', 'J'], ['r', 'J']];
  const input = [candidate('a', ['x', 'I']), candidate('b', ['y', 'I']), candidate('c', ...matchesOfC)];
  expect(grouped(9, ...input)).toEqual([['I', 'abc']]);
});

test('no alert joins an incident from which it was removed, neither as a candidate nor as a match', () => {
  const removals = [{ incidentId: 'I', alertIds: ['a', 'r'] }];
  const groups = (...candidates: Candidate[]) =>
    groupsOf(candidates, { minAlerts: 3, removals }).map(({ incidentId, alertIds }) => [incidentId, alertIds.join('')]);
  expect(groups(candidate('a', ['x', 'I'], ['y', 'I'], ['z', 'J']))).toEqual([['J', 'a']]);
  expect(groups(candidate('a', ['x', 'I'], ['b'], ['r']))).toEqual([]);
  expect(groups(candidate('c', ['x', 'I'], ['r'], ['d']))).toEqual([['I', 'cd']]);
  // `c` joins the incident first, and would then be the group of `a`.
  expect(groups(candidate('c', ['x', 'I']), candidate('a', ['c']))).toEqual([['I', 'c']]);
});

test('a title contains the technique and the endpoint, and does not exceed the maximum length', () => {
  const names = (id: string) => (id === 'T1059' ? 'Command and Scripting Interpreter' : null);
  expect(titleOf(candidate('a'), names)).toBe('Command and Scripting Interpreter on host-a and related endpoints');
  expect(titleOf({ ...candidate('a'), techniques: [] }, names)).toBe('Related alerts on host-a and related endpoints');
  const longNames = { ...candidate('a'), endpointId: 'h'.repeat(255), techniques: ['T'.repeat(100)] };
  expect(titleOf(longNames, names).length).toBeLessThanOrEqual(200);
});
