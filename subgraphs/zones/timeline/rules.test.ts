import { describe, expect, test } from 'vitest';
import type { NameHistory } from '../search/index.js';
import { compareByTime, type DomainEvent, eventKey, noDetails, zoneEvents } from './rules.js';

/** The id of a set is the list of its nameservers, each of one letter. */
const dictionary = { nameservers: (setId: string) => [...setId], time: (ingest: number) => ingest * 1000 };
const row = (setId: string, sinceIngestId = 1, addedByIngestIds: number[] | null = null) => ({
  ...{ setId, sinceIngestId, addedByIngestIds },
});
const change = (ingest: number, old: ReturnType<typeof row> | null, newSetId: string | null) => ({
  ...{ at: ingest * 1000, ingest, old, newSetId },
});

describe('the events of a name', () => {
  test.each<[string, string[], NameHistory]>([
    ['that never changed', ['first_seen 3000 []-[a,b]'], { row: row('ab', 3), changes: [] }],
    [
      'whose nameservers were observed earlier',
      ['first_seen 2000 []-[a,b]'],
      { row: row('ab', 3, [2, 4]), changes: [] },
    ],
    ['that never existed', [], { row: null, changes: [] }],
    ['that was added', ['first_seen 5000 []-[a]'], { row: row('a', 5), changes: [change(5, null, 'a')] }],
    [
      'whose nameservers changed',
      ['first_seen 1000 []-[a]', 'moved 5000 [a]-[b]'],
      { row: row('b', 5), changes: [change(5, row('a'), 'b')] },
    ],
    [
      'that was removed and returned',
      ['first_seen 1000 []-[a]', 'removed 5000 [a]-[]', 'returned 7000 []-[b]'],
      { row: row('b', 7), changes: [change(5, row('a'), null), change(7, null, 'b')] },
    ],
  ])('%s are %j', (_, expected, history) => {
    const events = zoneEvents('com', history, dictionary);
    const lines = events.map(({ kind, at, before, after }) => `${kind} ${at} [${before}]-[${after}]`);
    expect(lines).toEqual(expected);
    expect(events.every(({ zone }) => zone === 'com')).toBe(true);
  });
});

describe('the order of events', () => {
  const event: DomainEvent = { ...noDetails, kind: 'moved', at: 1000, zone: 'com' };

  test('is newest first', () => {
    expect([event, { ...event, at: 2000 }].sort(compareByTime).map(({ at }) => at)).toEqual([2000, 1000]);
    expect([{ ...event, at: 2000 }, event].sort(compareByTime).map(({ at }) => at)).toEqual([2000, 1000]);
  });

  test('at the same time is the reverse order of kinds', () => {
    const kinds = ['hit_found', 'first_seen', 'certificate_logged', 'registered', 'alert_opened'] as const;
    const sorted = kinds.map((kind) => ({ ...event, kind })).sort(compareByTime);
    const order = ['alert_opened', 'hit_found', 'certificate_logged', 'registered', 'first_seen'];
    expect(sorted.map(({ kind }) => kind)).toEqual(order);
  });

  test.each([{ zone: 'net' }, { brand: 'Acme' }, { actor: 'ada' }, { entry: 1 }])(
    'distinguishes events at the same time by %j',
    (difference) => {
      const other = { ...event, ...difference };
      expect(eventKey(other)).not.toBe(eventKey(event));
      expect(compareByTime(event, other)).toBe(-compareByTime(other, event));
    },
  );

  test('does not distinguish equal events', () => {
    expect(compareByTime(event, { ...event })).toBe(0);
  });
});
