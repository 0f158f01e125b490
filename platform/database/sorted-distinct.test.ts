import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedDistinct } from './sorted-distinct.js';

test.each([
  { texts: [], sorted: [] },
  { texts: ['a'], sorted: ['a'] },
  { texts: ['c', 'a', 'b', 'a', 'c'], sorted: ['a', 'b', 'c'] },
  { texts: ['\u{1F600}', 'a', '\uFF41', 'a'], sorted: ['a', '\uFF41', '\u{1F600}'] },
  { texts: ['host-10', 'host-9', 'Host-1'], sorted: ['Host-1', 'host-10', 'host-9'] },
])('$texts become $sorted', ({ texts, sorted }) => {
  expect(sortedDistinct(texts)).toEqual(sorted);
});

test('sorts lists of all lengths like Set and sort', () => {
  const names = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { maxLength: 40 });
  fc.assert(
    fc.property(names, (texts) => {
      expect(sortedDistinct([...texts])).toEqual([...new Set(texts)].toSorted());
    }),
  );
});
