import { describe, expect, test } from 'vitest';
import type { NameRow } from '../repository/rows.js';
import {
  changeObservations,
  groupNames,
  latestObservations,
  minBound,
  type NameChange,
  type NameHistory,
  requireValue,
} from './observations.js';

/** The id of a set is the list of its nameservers, each of one letter. */
const dictionary = {
  nameservers: (setId: string) => [...setId],
  time: (ingest: number) => ingest * 1000,
};

function row(setId: string, sinceIngestId = 1, addedByIngestIds: number[] | null = null) {
  return { setId, sinceIngestId, addedByIngestIds };
}

function change(ingest: number, before: string | null, newSetId: string | null): NameChange {
  return { at: ingest * 1000, ingest, old: before === null ? null : row(before), newSetId };
}

function formatObservations(observations: ReturnType<typeof latestObservations>): string {
  return observations.map(({ data, status, timestamp }) => `${data} ${status} ${timestamp}`).join(', ');
}

describe('the latest observations', () => {
  const moved: NameHistory = { row: row('bc', 5, [1, 5]), changes: [change(5, 'ab', 'bc')] };
  const removed: NameHistory = { row: null, changes: [change(5, 'ab', null)] };
  const restored: NameHistory = { row: row('ab', 3, [7, 1]), changes: [change(5, 'ab', 'b'), change(7, 'b', 'ab')] };
  const removedTwice: NameHistory = {
    row: row('b'),
    changes: [change(3, 'ab', 'b'), change(4, 'b', 'ab'), change(5, 'ab', 'b')],
  };
  const brieflyAdded: NameHistory = { row: row('a'), changes: [change(5, 'a', 'ab'), change(6, 'ab', 'a')] };

  test.each<[string, string, NameHistory, number, number | null]>([
    ['of an unchanged name', 'a active 1000, b active 1000', { row: row('ab'), changes: [] }, 9, 0],
    ['of a name that never existed', '', { row: null, changes: [] }, 9, 0],
    ['without inactive pairs', 'b active 1000, c active 5000', moved, 9, null],
    ['with inactive pairs', 'a inactive 5000, b active 1000, c active 5000', moved, 9, 5000],
    ['without pairs that became inactive earlier', 'b active 1000, c active 5000', moved, 9, 5001],
    ['at the time of the import with the change', 'a inactive 5000, b active 1000, c active 5000', moved, 5, 0],
    ['before the change', 'a active 1000, b active 1000', moved, 4, 0],
    ['of a removed name', 'a inactive 5000, b inactive 5000', removed, 9, 0],
    ['before the removal', 'a active 1000, b active 1000', removed, 4, 0],
    ['of a name with a restored nameserver', 'a active 7000, b active 1000', restored, 9, 0],
    ['before a nameserver is restored', 'a inactive 5000, b active 1000', restored, 6, 0],
    ['of a nameserver that was removed removedTwice', 'a inactive 5000, b active 1000', removedTwice, 9, 0],
    ['before a nameserver is added and removed', 'a active 1000', brieflyAdded, 4, 0],
    ['of a new name, before it is added', '', { row: row('a', 5), changes: [change(5, null, 'a')] }, 4, 0],
    ['of a new name', 'a active 5000', { row: row('a', 5), changes: [change(5, null, 'a')] }, 5, 0],
  ])('%s are %j', (_, expected, name, watermark, inactiveFrom) => {
    expect(formatObservations(latestObservations(name, { watermark, inactiveFrom }, dictionary))).toBe(expected);
  });
});

test.each([
  ['added', change(5, null, 'ab'), 'a active 5000, b active 5000'],
  ['removed', change(5, 'ab', null), 'a inactive 5000, b inactive 5000'],
  ['changed', change(5, 'bc', 'ab'), 'a active 5000, c inactive 5000'],
])(
  'a change of a name that was %s returns one observation per changed pair, in the order of nameservers',
  (_, changed, expected) => {
    expect(formatObservations(changeObservations(changed, dictionary))).toBe(expected);
  },
);

function nameRow(kind: 's' | 'c' | 'b', zoneId: number, label: string, values: Partial<NameRow> = {}): NameRow {
  const nulls = { setId: null, since: null, seen: null, at: null, ingest: null, newSetId: null };
  return { ...nulls, kind, zoneId, label, ...values };
}

describe('rows of a page', () => {
  const added = { at: 5000, ingest: 5, newSetId: 'a' };
  const changed = { at: 7000, ingest: 7, setId: 'a', since: 5, seen: [5], newSetId: 'b' };

  test('are grouped by zone and label, with the changes of each name in the order of imports', () => {
    const { names, bounds } = groupNames([
      nameRow('c', 1, 'x', changed),
      nameRow('s', 1, 'x', { setId: 'b', since: 7 }),
      nameRow('c', 1, 'x', added),
      nameRow('s', 2, 'x', { setId: 'c', since: 1, seen: [1] }),
      nameRow('c', 1, 'y', { at: 9000, ingest: 9, setId: 'd', since: 1 }),
    ]);
    expect(names).toEqual([
      {
        ...{ zoneId: 1, label: 'x', row: row('b', 7) },
        changes: [
          { at: 5000, ingest: 5, old: null, newSetId: 'a' },
          { at: 7000, ingest: 7, old: row('a', 5, [5]), newSetId: 'b' },
        ],
      },
      { zoneId: 2, label: 'x', row: row('c', 1, [1]), changes: [] },
      { zoneId: 1, label: 'y', row: null, changes: [{ at: 9000, ingest: 9, old: row('d'), newSetId: null }] },
    ]);
    expect(bounds).toEqual(new Map());
  });

  test('contain the first bound of each zone, and no name for it', () => {
    const rows = [nameRow('b', 1, 'm'), nameRow('b', 1, 'k'), nameRow('b', 1, 'l'), nameRow('b', 2, 'n')];
    const { names, bounds } = groupNames(rows);
    expect(names).toEqual([]);
    expect([...bounds]).toEqual([
      [1, 'k'],
      [2, 'n'],
    ]);
  });

  test.each([
    [[], null],
    [['b.com'], 'b.com'],
    [['b.com', 'a.net', 'c.org'], 'a.net'],
  ])('with the bounds %j are complete before %j', (bounds, expected) => {
    expect(minBound(new Map(bounds.entries()))).toBe(expected);
  });
});

test('a value that a row refers to must exist', () => {
  expect(requireValue(new Map([['7', 'a']]), '7')).toBe('a');
  expect(() => requireValue(new Map(), '7')).toThrow('a row refers to 7, which does not exist');
});
