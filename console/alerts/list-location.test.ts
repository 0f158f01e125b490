import { describe, expect, test } from 'vitest';
import { parseHash } from '../shared/location.js';
import { emptyFilter } from './filter.js';
import {
  firstPlace,
  hrefOfList,
  type ListLocation,
  narrowed,
  pageVariables,
  readListLocation,
} from './list-location.js';

const start: ListLocation = { filter: emptyFilter, sort: 'newest', place: firstPlace, alert: '' };

const deep: ListLocation = {
  filter: { ...emptyFilter, tenant: 'acme', status: ['OPEN'] },
  sort: 'score',
  place: { after: 'abc==', before: '', number: 3 },
  alert: '7d1f',
};

describe('the state of the list in the address', () => {
  test('the list as it opens has the plain address', () => {
    expect(hrefOfList(start)).toBe('#/alerts');
  });

  test.each([start, deep])('a state comes back from its address as it was', (state) => {
    const location = parseHash(hrefOfList(state));
    expect(location.path).toBe('/alerts');
    expect(readListLocation(location.search)).toEqual(state);
  });

  test('an unknown order or page is the first one', () => {
    expect(readListLocation(new URLSearchParams('sort=constructor&page=-2'))).toEqual(start);
    expect(readListLocation(new URLSearchParams('sort=nothing&page=x'))).toEqual(start);
  });

  test('another filter starts the list anew and leaves the alert open', () => {
    expect(narrowed(deep, { filter: emptyFilter })).toEqual({ ...deep, filter: emptyFilter, place: firstPlace });
  });
});

describe('pages of the list', () => {
  test('the first page asks for a first part without a cursor', () => {
    expect(pageVariables(firstPlace)).toEqual({ first: 50, after: undefined });
  });

  test('a later page asks for what follows a cursor', () => {
    expect(pageVariables({ after: 'c', before: '', number: 2 })).toEqual({ first: 50, after: 'c' });
  });

  test('going back asks for the last part before a cursor', () => {
    expect(pageVariables({ after: '', before: 'c', number: 2 })).toEqual({ last: 50, before: 'c' });
  });
});
