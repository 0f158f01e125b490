import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedDistinct } from './sorted-distinct.js';

test.each([
  { texts: [], sorted: [] },
  { texts: ['a'], sorted: ['a'] },
  { texts: ['c', 'a', 'b', 'a', 'c'], sorted: ['a', 'b', 'c'] },
  { texts: ['\u{1F600}', 'a', '\uFF41', 'a'], sorted: ['a', '\uFF41', '\u{1F600}'] },
  { texts: ['host-10', 'host-9', 'Host-1'], sorted: ['Host-1', 'host-10', 'host-9'] },
])('sorts $texts as $sorted', ({ texts, sorted }) => {
  expect(sortedDistinct(texts)).toEqual(sorted);
});

test('returns the same result as Set and sort for lists of all lengths', () => {
  const names = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { maxLength: 40 });
  fc.assert(
    fc.property(names, (texts) => {
      expect(sortedDistinct([...texts])).toEqual([...new Set(texts)].toSorted());
    }),
  );
});
