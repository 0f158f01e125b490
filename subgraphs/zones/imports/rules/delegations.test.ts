import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ByteTable, hashStep } from './byte-table.js';
import { compareLabels, DelegationBatch } from './delegation-batch.js';
import { DelegationCollector } from './delegation-collector.js';
import { NameserverLists } from './nameserver-lists.js';
import { PairTable } from './pair-table.js';

const many = 3000;
const ascending = Array.from({ length: many }, (_, index) => index + 1);

function wordIn(text: string, word: string) {
  const start = text.indexOf(word);
  return { start, end: start + word.length, hash: Buffer.from(word).reduce(hashStep, 0) };
}

describe('interned strings', () => {
  test('are numbered from 1 in the order of their addition, and found by their bytes within others', () => {
    const table = new ByteTable();
    const strings = ascending.map((number) => `ns${number}.example.`);
    expect(strings.map((text) => table.add(Buffer.from(text)))).toEqual(ascending);
    expect(strings.map((text) => table.add(Buffer.from(text)))).toEqual(ascending);
    expect(table.size).toBe(many);
    expect(ascending.map((number) => table.textOf(number))).toEqual(strings);
    expect(ascending.map((number) => table.lengthOf(number))).toEqual(strings.map((text) => text.length));
    const line = (text: string) => `a.com. NS ${text}\n`;
    const found = strings.map((text) => table.find(Buffer.from(line(text)), wordIn(line(text), text)));
    expect(found).toEqual(ascending);
  });

  test('are not found by other bytes, even with the same hash', () => {
    const table = new ByteTable();
    table.add(Buffer.from('abc'));
    const { hash } = wordIn('abc', 'abc');
    for (const [text, end] of [
      ['abd', 3],
      ['ab', 2],
      ['abcd', 4],
    ] as const) {
      expect(table.find(Buffer.from(text), { start: 0, end, hash })).toBe(0);
    }
  });

  test('may be longer than the space that is free', () => {
    const table = new ByteTable();
    const longString = 'a'.repeat(100_000);
    expect([table.add(Buffer.from('x')), table.add(Buffer.from(longString)), table.add(Buffer.from('y'))]).toEqual([
      1, 2, 3,
    ]);
    expect([table.textOf(1), table.textOf(2), table.textOf(3)]).toEqual(['x', longString, 'y']);
  });

  test.each([
    ['ns.', 0, 3],
    ['a ns.b', 2, 5],
    ['a ns.', 1, 0],
    ['ns', 0, 0],
  ])('match %j at %d up to %d', (input, start, end) => {
    const table = new ByteTable();
    expect(table.endOfMatch(table.add(Buffer.from('ns.')), Buffer.from(input), start)).toBe(end);
  });
});

test('interned pairs are numbered from 1, and each is found again', () => {
  const table = new PairTable();
  const pairs = ascending.map((number) => [number % 50, Math.floor(number / 50)] as const);
  expect(pairs.map(([first, second]) => table.intern(first, second))).toEqual(ascending);
  expect(pairs.map(([first, second]) => table.intern(first, second))).toEqual(ascending);
  expect(ascending.map((number) => [table.firstOf(number), table.secondOf(number)])).toEqual(pairs);
  expect(table.size).toBe(many);
});

describe('nameserver lists', () => {
  test('are numbered by their names in order, and sets by their names in any order', () => {
    const lists = new NameserverLists();
    const listOf = (...names: string[]) => names.reduce((list, name) => lists.append(list, lists.add(name)), 0);
    const [one, other, repeated] = [listOf('b.', 'A.'), listOf('a.', 'B.'), listOf('b.', 'a.', 'b.')];
    expect([one, other, repeated].map((list) => lists.namesOf(list))).toEqual([
      ['b.', 'a.'],
      ['a.', 'b.'],
      ['b.', 'a.', 'b.'],
    ]);
    expect([listOf('B.', 'a.'), listOf('a.', 'b.')]).toEqual([one, other]);
    const id = createHash('sha256').update('a. b.').digest().readBigInt64BE(0).toString();
    const set = { id, line: Buffer.from(`${id}\n`), data: ['a.', 'b.'] };
    expect([repeated, one, other].map((list) => lists.setOf(list))).toEqual([set, set, set]);
    expect(lists.setOf(one)).toBe(lists.setOf(one));
    expect(lists.namesOf(0)).toEqual([]);
    expect(lists.lastNameLength(listOf('b.', 'ab.'))).toBe(3);
  });

  test('are found by the next name of the file only if it ends its line', () => {
    const lists = new NameserverLists();
    expect(lists.matchLatest(0, Buffer.from('ns.\n'), 0)).toBe(0);
    const list = lists.append(0, lists.add('ns.'));
    expect(lists.matchLatest(0, Buffer.from('a ns.\n'), 2)).toBe(list);
    for (const text of ['ns.x\n', 'nt.\n', 'ns. ;\n', 'ns\n']) {
      expect(lists.matchLatest(0, Buffer.from(text), 0)).toBe(0);
    }
    expect(lists.matchLatest(list, Buffer.from('ns.\n'), 0)).toBe(0);
  });
});

describe('a batch of delegations', () => {
  test.each([0, 16, 100_000])(
    'has the labels and nameservers in order with an expected size of %d bytes',
    (capacity) => {
      const lists = new NameserverLists();
      const batch = new DelegationBatch(lists, capacity);
      const numbers = ascending.map((number) => lists.append(0, lists.add(`ns${number % 7}.`)));
      for (const [index, list] of numbers.entries()) {
        const label = Buffer.from(`name-${index} and more`);
        batch.add(label, label.indexOf(' '), list);
      }
      expect(batch.count).toBe(many);
      expect(numbers.map((_, index) => batch.labelOf(index))).toEqual(numbers.map((_, index) => `name-${index}`));
      expect(numbers.map((_, index) => batch.listOf(index))).toEqual(numbers);
      expect(batch.nameserversOf(2)).toEqual(['ns3.']);
      expect(batch.setOf(2).data).toEqual(['ns3.']);
    },
  );

  test.each([
    ['a', 'b', -1],
    ['b', 'a', 1],
    ['a', 'ab', -1],
    ['ab', 'a', 1],
    ['a', 'a-', -1],
    ['ab', 'ab', 0],
  ])('compares the label %s with %s as %d', (one, other, expected) => {
    const [first, second] = [Buffer.from(`x\n${one}\n`), Buffer.from(`${other}\ny\n`)];
    expect(Math.sign(compareLabels(first, 2, second, 0))).toBe(expected);
  });
});

describe('a collector of delegations', () => {
  const pairsOf = (batch: DelegationBatch) =>
    Array.from({ length: batch.count }, (_, index) => [batch.labelOf(index), ...batch.nameserversOf(index)].join(' '));

  test('joins consecutive nameservers of a label, even after a batch was taken', () => {
    const collector = new DelegationCollector();
    collector.add('a', 'x.');
    collector.add('a', 'y.');
    collector.add('b', 'x.');
    expect(collector.count).toBe(1);
    expect(pairsOf(collector.take())).toEqual(['a x. y.']);
    expect(collector.count).toBe(0);
    collector.add('b', 'z.');
    collector.add('a', 'x.');
    expect(pairsOf(collector.end())).toEqual(['b x. z.', 'a x.']);
    expect(pairsOf(collector.end())).toEqual([]);
  });

  test('rejects a label with more than 1000 nameservers', () => {
    const collector = new DelegationCollector();
    for (let number = 1; number <= 1000; number++) collector.add('a', `ns${number}.`);
    expect(() => collector.add('a', 'ns1.')).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: 'a has more than 1000 nameservers',
        details: { reason: 'syntax' },
      }),
    );
  });
});
