import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelRange, labelsFrom, matchesPattern, prefixEnd, rangeFrom } from './label-range.js';

describe('labels of a search', () => {
  const letter = fc.constantFrom('a', 'b', 'c', '-', '.', 'o', 'm', '0');
  const name = fc.string({ unit: letter, maxLength: 6 });
  const label = name.filter((text) => text !== '');
  const suffix = fc.constantFrom('', '.com', '.b', '.a-b', '.co.m');
  const pattern = fc
    .string({ unit: fc.oneof({ weight: 4, arbitrary: letter }, fc.constant('*')), maxLength: 7 })
    .map((text) => ({ kind: text.includes('*') ? ('wildcard' as const) : ('prefix' as const), text }));

  function contains(range: ReturnType<typeof labelRange>, text: string): boolean {
    return range.points.includes(text) || (text >= range.from && (range.to === null || text < range.to));
  }

  test('all that match are within the range, and the whole name decides', () => {
    fc.assert(
      fc.property(pattern, label, suffix, (searched, text, ending) => {
        const range = labelRange(searched, ending);
        const expression = new RegExp(
          `^${searched.text.replaceAll('.', '\\.').replaceAll('*', '.*')}${searched.kind === 'prefix' ? '.*' : ''}$`,
        );
        const isMatch = expression.test(text + ending);
        expect(matchesPattern(searched, text + ending)).toBe(isMatch);
        if (isMatch) expect(contains(range, text)).toBe(true);
        if (isMatch) for (const literal of range.like?.literals ?? []) expect(text).toContain(literal);
        if (!isMatch && range.like === null) expect(contains(range, text)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  test('after a place are those whose whole names come after it', () => {
    fc.assert(
      fc.property(pattern, name, label, suffix, (searched, place, text, ending) => {
        const range = labelRange(searched, ending);
        const rest = rangeFrom(range, labelsFrom(place, ending));
        expect(contains(rest, text)).toBe(contains(range, text) && text + ending >= place);
      }),
      { numRuns: 3000 },
    );
  });

  test('a pattern with many stars is decided at once', () => {
    expect(matchesPattern({ kind: 'wildcard', text: `${'*a'.repeat(120)}*b` }, 'a'.repeat(253))).toBe(false);
  });

  test.each([
    ['a', 'b'],
    ['z', '{'],
    ['a-', 'a.'],
    ['', null],
  ])('the end of %j is %j', (prefix, end) => expect(prefixEnd(prefix)).toBe(end));
});
