import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  covers,
  formatPosition,
  hasSeen,
  inOrderOfChanges,
  type Position,
  PositionScan,
  parsePosition,
  parseSnapshot,
} from './position.js';

interface Written {
  readonly transaction: number;
  readonly event: number;
}

/**
 * A model of PostgreSQL: transaction ids are assigned when transactions begin, numbers of events when they are written,
 * and rows become visible at the commit.
 */
class ModelLog {
  #next = 10;
  #events = 0;
  readonly #open: { readonly transaction: number; readonly written: Written[] }[] = [];
  readonly committed: Written[] = [];

  begin(events: number): void {
    this.#open.push({ transaction: this.#next++, written: [] });
    this.write(this.#open.length - 1, events);
  }

  /** Writes events in one of the open transactions. */
  write(index: number, events: number): void {
    const open = this.#open[index % Math.max(1, this.#open.length)];
    if (open === undefined) return;
    const { transaction, written } = open;
    for (let count = 0; count < events; count++) written.push({ transaction, event: ++this.#events });
  }

  /** Ends one of the open transactions. */
  end(index: number, commits: boolean): void {
    const [ended] = this.#open.splice(index % Math.max(1, this.#open.length), 1);
    if (commits) this.committed.push(...(ended?.written ?? []));
  }

  get snapshot() {
    return { next: this.#next, running: this.#open.map(({ transaction }) => transaction).sort((a, b) => a - b) };
  }

  /** Equivalent of the SQL of readEvents. */
  read(from: Position, limit: number): { received: { written: Written; position: Position }[]; position: Position } {
    const first = (written: Written): number => (written.transaction === from.within?.transaction ? 0 : 1);
    const unseen = this.committed
      .filter((input) => !hasSeen(from, input))
      .sort((a, b) => first(a) - first(b) || a.transaction - b.transaction || a.event - b.event)
      .slice(0, limit);
    const isFull = unseen.length === limit;
    const ordered = inOrderOfChanges(
      unseen.map((id) => ({ id })),
      { within: from.within, isFull },
    );
    const scan = new PositionScan(from, this.snapshot, ordered);
    const received = ordered.map(({ id: written }) => ({ written, position: scan.step(written) }));
    return { received, position: isFull ? (received.at(-1)?.position ?? from) : scan.end() };
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ begin: fc.nat({ max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ write: fc.nat(), events: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ end: fc.nat(), commits: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 8 }), receives: fc.nat({ max: 4 }) }) },
);

describe('event positions', () => {
  test('return every event once, in any order of commits and after any reconnection', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const log = new ModelLog();
        let position: Position = { generation: 'g', ...log.snapshot, within: null };
        const received: Written[] = [];
        const readPage = (limit: number, receives: number): number => {
          const page = log.read(position, limit);
          // A client that disconnects has the position of its last event.
          const receivedEvents = page.received.slice(0, receives);
          received.push(...receivedEvents.map(({ written }) => written));
          const broken = receivedEvents.length < page.received.length;
          const reached = broken ? (receivedEvents.at(-1)?.position ?? position) : page.position;
          expect(covers(reached, position)).toBe(true);
          position = parsePosition(formatPosition(reached)) ?? position;
          return receivedEvents.length;
        };
        for (const next of steps) {
          if ('begin' in next) log.begin(next.begin);
          else if ('write' in next) log.write(next.write, next.events);
          else if ('end' in next) log.end(next.end, next.commits);
          else readPage(next.read, next.receives);
        }
        while (readPage(3, 3) > 0);
        const names = (list: readonly Written[]): string[] => list.map(({ event }) => `${event}`).sort();
        expect(names(received)).toEqual(names(log.committed));
      }),
      { numRuns: 2000 },
    );
  });

  test('follow the order in which transactions change the same row, whichever began first', () => {
    const ids = [
      { transaction: 10, event: 1 },
      { transaction: 10, event: 4 },
      { transaction: 11, event: 3 },
      { transaction: 12, event: 2 },
    ].map((id) => ({ id }));
    const order = (within: Position['within'], isFull: boolean) =>
      inOrderOfChanges(ids, { within, isFull }).map(({ id }) => id.event);
    expect(order(null, false)).toEqual([2, 3, 1, 4]);
    // Transactions that may be incomplete remain at the ends.
    expect(order({ transaction: 10, event: 0 }, false)).toEqual([1, 4, 2, 3]);
    expect(order(null, true)).toEqual([3, 1, 4, 2]);
  });

  test('compare by the events that they include', () => {
    const earlier: Position = { generation: 'g', next: 10, running: [5], within: null };
    const later: Position = { generation: 'g', next: 12, running: [11], within: null };
    expect([covers(later, earlier), covers(earlier, later), covers(earlier, earlier)]).toEqual([true, false, true]);
    expect(covers({ ...later, generation: 'h' }, earlier)).toBe(false);
    // If two positions are of different times, neither covers the other.
    const other: Position = { generation: 'g', next: 11, running: [7], within: null };
    expect([covers(other, earlier), covers(earlier, other)]).toEqual([false, false]);
  });

  test('are serialized as strings, and invalid strings are rejected', () => {
    const position: Position = {
      generation: 'abc',
      next: 1234,
      running: [7, 9],
      within: { transaction: 9, event: 70 },
    };
    expect(parsePosition(formatPosition(position))).toEqual(position);
    for (const text of [
      '',
      '12',
      'abc-',
      'abc-1-2',
      'abc-1_-1',
      'ABC-1',
      'abc-zzzzzzzzzzzz',
      `abc-1${'_1'.repeat(5000)}`,
      'abc-9_2_1',
      'abc-9_1_1',
      `abc-zz${Array.from({ length: 501 }, (_, index) => `_${(index + 1).toString(36)}`).join('')}`,
    ]) {
      expect(parsePosition(text), text).toBeUndefined();
    }
  });

  test('are read from a PostgreSQL snapshot', () => {
    expect(parseSnapshot('10:20:10,14,15')).toEqual({ next: 20, running: [10, 14, 15] });
    expect(parseSnapshot('10:10:')).toEqual({ next: 10, running: [] });
  });
});
