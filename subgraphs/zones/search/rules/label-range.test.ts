import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelRange, matchesPattern, mayMatchInZone, prefixEnd, resumeRange, resumptionAt } from './label-range.js';
import { parseSearch } from './pattern.js';

describe('label ranges of a search', () => {
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

  test('contain all labels whose names match', () => {
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

  test('after a cursor contain all labels whose full names follow it', () => {
    fc.assert(
      fc.property(pattern, name, label, suffix, (searched, after, text, ending) => {
        const range = labelRange(searched, ending);
        const rest = resumeRange(range, resumptionAt(after, ending));
        expect(contains(rest, text)).toBe(contains(range, text) && text + ending >= after);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['a', 'b'],
    ['z', '{'],
    ['a-', 'a.'],
    ['', null],
  ])('for the prefix %j have the upper bound %j', (prefix, end) => expect(prefixEnd(prefix)).toBe(end));
});

test('a pattern with many wildcards is matched in linear time', () => {
  expect(matchesPattern({ kind: 'wildcard', text: `${'*a'.repeat(120)}*b` }, 'a'.repeat(253))).toBe(false);
});

describe('a search', () => {
  test.each([
    ['', '.com', { from: '', to: null, points: [] }],
    ['bank', '.com', { from: 'bank', to: 'banl', points: [] }],
    ['bank*x', '.com', { from: 'bank', to: 'banl', points: [] }],
    ['*bank', '.com', { from: '', to: null, points: [] }],
    ['example.c', '.com', { from: 'example.c', to: 'example.d', points: ['example'] }],
    ['a.b.c', '.b.c', { from: 'a.b.c', to: 'a.b.d', points: ['a'] }],
    ['a.b', '.c', { from: 'a.b', to: 'a.c', points: [] }],
  ])('for %j in %s has the range %j', (search, suffix, range) => {
    expect(labelRange(parseSearch(search), suffix)).toMatchObject(range);
  });

  test.each([
    ['', '.com', null],
    ['bank', '.com', null],
    ['*bank*', '.com', { domain: '%bank%', literals: ['bank'], parts: ['bank'] }],
    ['ab*cd', '.com', { domain: 'ab%cd', literals: [], parts: ['ab', 'cd'] }],
    ['*a-b*', '.com', { domain: '%a-b%', literals: [], parts: ['a-b'] }],
    ['*foo*foo*', '.com', { domain: '%foo%foo%', literals: ['foo'], parts: ['foo', 'foo'] }],
    ['*foo-bar.baz*qux', '.com', { domain: '%foo-bar.baz%qux', literals: ['foo-bar', 'baz', 'qux'], parts: ['qux'] }],
    ['*com*', '.com', { domain: '%com%', literals: [], parts: [] }],
    ['a*.com', '.com', { domain: 'a%.com', literals: [], parts: ['a'] }],
  ])('for %j in %s has the condition %j', (search, suffix, like) => {
    expect(labelRange(parseSearch(search), suffix).like).toEqual(like);
  });

  test.each([
    ['a*.com', '.com', true],
    ['a*m', '.com', true],
    ['a*b.com', '.com', true],
    ['a*', '.com', true],
    ['a*.c', '.com', false],
    ['a*.net', '.com', false],
    ['a*com.net', '.com', false],
    ['a*x', '', true],
    ['a.net', '.com', true],
    ['', '.com', true],
  ])('for %j can match in %j: %s', (search, suffix, expected) => {
    expect(mayMatchInZone(parseSearch(search), suffix)).toBe(expected);
  });

  test.each([
    ['', 'a.com', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*b', 'ab', false],
    ['a*b*b', 'abb', true],
    ['a*bc*c', 'abc', false],
  ])('for %j matches %s: %s', (search, domain, expected) => {
    expect(matchesPattern(parseSearch(search), domain)).toBe(expected);
  });
});

describe('the range of a page', () => {
  test.each([
    ['', '.com', []],
    ['a', '.com', []],
    ['a-b.com', '.com', ['a', 'a-b']],
    ['a.b', '.com', ['a']],
    ['a.d', '.com', []],
    ['a-b', '', []],
  ])('after %j in %j contains the labels %j', (position, suffix, points) => {
    expect(resumptionAt(position, suffix)).toEqual({ from: position, points });
  });

  const inCom = labelRange(parseSearch('example.c'), '.com');
  const all = labelRange(parseSearch(''), '.com');
  const ofB = labelRange(parseSearch('b'), '.com');
  test.each([
    [inCom, { from: 'exam', points: [] }, { from: 'example.c', points: ['example'] }],
    [inCom, { from: 'example', points: [] }, { from: 'example.c', points: ['example'] }],
    [inCom, { from: 'example-b', points: ['example'] }, { from: 'example.c', points: ['example'] }],
    [inCom, { from: 'example-b', points: [] }, { from: 'example.c', points: [] }],
    [all, { from: 'a-b', points: ['a'] }, { from: 'a-b', points: ['a'] }],
    [ofB, { from: 'b-c', points: ['b', 'a', 'c'] }, { from: 'b-c', points: ['b'] }],
    [ofB, { from: 'c-d', points: ['c'] }, { from: 'c-d', points: [] }],
  ])('%j, resumed at %j, is %j', (range, resumption, expected) => {
    expect(resumeRange(range, resumption)).toEqual({ ...range, ...expected });
  });
});
