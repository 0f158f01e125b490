import { describe, expect, test } from 'vitest';
import { assessComparison } from '../checks/engines.js';
import { differenceIn, maskChanges, maskVolatileValues } from './compare.js';

describe('the difference between two results', () => {
  test.each([
    ['none', { data: { a: [1, null] } }, { data: { a: [1, null] } }, undefined],
    ['none for another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
    ['the path of a value', { data: { a: [{ b: 1 }] } }, { data: { a: [{ b: 2 }] } }, 'data.a.0.b'],
    ['the path of a missing value', { data: { a: null } }, { data: { a: { b: 2 } } }, 'data.a'],
    ['the path of the first additional item', { a: [1] }, { a: [1, 2] }, 'a.1'],
    ['the path of an error', { data: null, errors: ['X'] }, { data: null, errors: [] }, 'errors.0'],
    ['the path of a list instead of an object', { a: [] }, { a: {} }, 'a'],
  ])('is %s', (_, first, second, path) => {
    expect(differenceIn(first, second)).toBe(path);
  });
});

test('compares all values except those that change from one request to the next', () => {
  const first = { cursor: 'a', nodes: [{ id: 1, at: 1 }], list: [1] };
  const masked = maskVolatileValues(first, { cursor: 'b', nodes: [{ id: 1, at: 2 }], list: [1, 2] });
  expect(masked).toEqual({ cursor: '(changes)', nodes: [{ id: 1, at: '(changes)' }], list: '(changes)' });
  const same = { cursor: 'c', nodes: [{ id: 1, at: 3 }], list: [] };
  expect(differenceIn(masked, maskChanges(same, masked))).toBeUndefined();
  const another = { cursor: 'c', nodes: [{ id: 2, at: 3 }], list: [] };
  expect(differenceIn(masked, maskChanges(another, masked))).toBe('nodes.0.id');
});

describe('the result of an engine comparison', () => {
  test('counts equal results, and names queries whose results change with each request', () => {
    expect(assessComparison({ compared: 3, changed: ['GetHealth'], differences: [] })).toEqual({
      status: 'ok',
      message:
        '3 queries return the same results on both engines, apart from values that change with each request (GetHealth)',
    });
  });

  test('lists the first five differences, and counts the others', () => {
    const differences = Array.from({ length: 7 }, (_, index) => ({ query: `Q${index}`, path: 'data.a' }));
    expect(assessComparison({ compared: 9, changed: [], differences })).toMatchObject({
      status: 'failed',
      message:
        '7 of 9 queries return different results on the two engines: Q0 (data.a), Q1 (data.a), Q2 (data.a), Q3 (data.a), Q4 (data.a) and 2 more',
    });
  });
});
