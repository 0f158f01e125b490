import { describe, expect, test } from 'vitest';
import type { NameHistory } from '../search/index.js';
import { compareByTime, type DomainEvent, eventKey, noDetails, zoneEvents } from './rules.js';

/** The id of a set is the list of its nameservers, each of one letter. */
const dictionary = { nameservers: (setId: string) => [...setId], time: (ingest: number) => ingest * 1000 };
const row = (setId: string, since = 1, seen: number[] | null = null) => ({ setId, since, seen });
const change = (ingest: number, old: ReturnType<typeof row> | null, newSetId: string | null) => ({
  ...{ at: ingest * 1000, ingest, old, newSetId },
});

describe('the events of a name in a zone', () => {
  test.each<[string, NameHistory, string[]]>([
    ['that never changed', { row: row('ab', 3), changes: [] }, ['first_seen 3000 []-[a,b]']],
    ['whose nameservers were seen earlier', { row: row('ab', 3, [2, 4]), changes: [] }, ['first_seen 2000 []-[a,b]']],
    ['that never existed', { row: null, changes: [] }, []],
    ['that was added', { row: row('a', 5), changes: [change(5, null, 'a')] }, ['first_seen 5000 []-[a]']],
    [
      'that moved',
      { row: row('b', 5), changes: [change(5, row('a'), 'b')] },
      ['first_seen 1000 []-[a]', 'moved 5000 [a]-[b]'],
    ],
    [
      'that was removed and returned',
      { row: row('b', 7), changes: [change(5, row('a'), null), change(7, null, 'b')] },
      ['first_seen 1000 []-[a]', 'removed 5000 [a]-[]', 'returned 7000 []-[b]'],
    ],
  ])('%s', (_, history, expected) => {
    const events = zoneEvents('com', history, dictionary);
    const texts = events.map(({ kind, at, before, after }) => `${kind} ${at} [${before}]-[${after}]`);
    expect(texts).toEqual(expected);
    expect(events.every(({ zone }) => zone === 'com')).toBe(true);
  });
});

describe('the order of events', () => {
  const event: DomainEvent = { ...noDetails, kind: 'moved', at: 1000, zone: 'com' };

  test('is newest first', () => {
    expect([event, { ...event, at: 2000 }].sort(compareByTime).map(({ at }) => at)).toEqual([2000, 1000]);
    expect([{ ...event, at: 2000 }, event].sort(compareByTime).map(({ at }) => at)).toEqual([2000, 1000]);
  });

  test('at the same time is by kind, the last one first', () => {
    const kinds = ['hit_found', 'first_seen', 'certificate_logged', 'registered', 'alert_opened'] as const;
    const sorted = kinds.map((kind) => ({ ...event, kind })).sort(compareByTime);
    const order = ['alert_opened', 'hit_found', 'certificate_logged', 'registered', 'first_seen'];
    expect(sorted.map(({ kind }) => kind)).toEqual(order);
  });

  test.each([{ zone: 'net' }, { brand: 'Acme' }, { by: 'ada' }, { entry: 1 }])(
    'distinguishes events at the same time by %j',
    (difference) => {
      const other = { ...event, ...difference };
      expect(eventKey(other)).not.toBe(eventKey(event));
      expect(compareByTime(event, other)).toBe(-compareByTime(other, event));
    },
  );

  test('of an event and itself is none', () => {
    expect(compareByTime(event, { ...event })).toBe(0);
  });
});
