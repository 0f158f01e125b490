import { expect, test } from 'vitest';
import { leafHash, nodeHash, rootFromInclusionProof, rootsFromConsistencyProof } from './merkle.js';

const entries = Array.from({ length: 21 }, (_, number) => `entry ${number}`);
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

/** RFC 6962, section 2.1, implemented literally. */
async function root(some: readonly string[]): Promise<string> {
  if (some.length === 1) {
    return await leafHash(some[0] ?? '');
  }
  const split = splitOf(some.length);
  return await nodeHash(await root(some.slice(0, split)), await root(some.slice(split)));
}

/** RFC 6962, section 2.1.1, implemented literally. */
async function auditPath(position: number, some: readonly string[]): Promise<string[]> {
  if (some.length === 1) {
    return [];
  }
  const split = splitOf(some.length);
  const [left, right] = [some.slice(0, split), some.slice(split)];
  return position < split
    ? [...(await auditPath(position, left)), await root(right)]
    : [...(await auditPath(position - split, right)), await root(left)];
}

/** RFC 6962, section 2.1.2, implemented literally. */
async function consistency(first: number, some: readonly string[], isWhole = true): Promise<string[]> {
  if (first === some.length) {
    return isWhole ? [] : [await root(some)];
  }
  const split = splitOf(some.length);
  const [left, right] = [some.slice(0, split), some.slice(split)];
  return first <= split
    ? [...(await consistency(first, left, isWhole)), await root(right)]
    : [...(await consistency(first - split, right, false)), await root(left)];
}

test('an inclusion proof yields the root only for its own entry', async () => {
  for (let size = 1; size <= entries.length; size++) {
    const some = entries.slice(0, size);
    const expected = await root(some);
    for (const [position, entry] of some.entries()) {
      const path = await auditPath(position, some);
      expect(await rootFromInclusionProof(await leafHash(entry), { position, size, path })).toBe(expected);
      expect(await rootFromInclusionProof(await leafHash('another'), { position, size, path })).not.toBe(expected);
      expect(
        await rootFromInclusionProof(await leafHash(entry), { position, size, path: [...path, expected] }),
      ).toBeNull();
    }
  }
});

test('a consistency proof yields both roots, unless the log was rolled back', async () => {
  for (let second = 1; second <= entries.length; second++) {
    for (let first = 1; first <= second; first++) {
      const [firstRoot, secondRoot] = [await root(entries.slice(0, first)), await root(entries.slice(0, second))];
      const path = await consistency(first, entries.slice(0, second));
      expect(await rootsFromConsistencyProof({ first, firstRoot, second, path })).toEqual({
        ...{ first: firstRoot, second: secondRoot },
      });
      const rewound = await root([...entries.slice(0, first - 1), 'another']);
      const found = await rootsFromConsistencyProof({ first, firstRoot: rewound, second, path });
      expect(found?.first === rewound && found.second === secondRoot).toBe(false);
    }
  }
});
