import { describe, expect, test } from 'vitest';
import { recordSighting } from './sightings.js';

/**
 * Checks in from each source, one second apart, and returns the numbers, starting at 1, of the check-ins that
 * alternate.
 */
function alternations(sources: string, windowSeconds = 100): number[] {
  let sightings: Parameters<typeof recordSighting>[0];
  return [...sources].flatMap((source, now) => {
    const result = recordSighting(sightings, { source, now, windowSeconds });
    sightings = result.sightings;
    return result.alternates ? [now + 1] : [];
  });
}

describe('alternating sources of a controller', () => {
  test.each<[string, string, number[]]>([
    ['one source', 'aaaa', []],
    ['a move', 'aaabbb', []],
    ['a move and a return', 'aba', []],
    ['a second return after a repeated check-in', 'aabab', [5]],
    ['a second return to the first source', 'abab', [4]],
    ['a second return to a third source', 'abcab', [5]],
    ['repeated check-ins from the same source', 'abaaa', []],
    ['further returns, which are not reported again', 'ababab', [4]],
    ['new sources only', 'abcdefgh', []],
    ['a fifth source, which is not stored', 'abcdeded', [8]],
  ])('%s: the sources %s alternate at the check-ins %j', (_, sources, expected) => {
    expect(alternations(sources)).toEqual(expected);
  });

  test.each([
    [3, []],
    [4, [4]],
  ])('are counted only within a window of %d seconds: %j', (windowSeconds, expected) => {
    expect(alternations('abab', windowSeconds)).toEqual(expected);
  });

  test('are reset with each window, which starts with its first check-in', () => {
    const previous = { since: 10, last: 'b', sources: ['a', 'b'], returns: 1 };
    expect(recordSighting(previous, { source: 'c', now: 19, windowSeconds: 10 }).sightings).toEqual({
      since: 10,
      last: 'c',
      sources: ['a', 'b', 'c'],
      returns: 1,
    });
    expect(recordSighting(previous, { source: 'c', now: 20, windowSeconds: 10 }).sightings).toEqual({
      since: 20,
      last: 'c',
      sources: ['c'],
      returns: 0,
    });
  });
});
