import { describe, expect, test } from 'vitest';
import { parseHash } from '../shared/location.js';
import { defaultFilter, emptyFilter } from './filter.js';
import {
  firstPage,
  hrefOfAlerts,
  hrefOfList,
  type ListLocation,
  nextSort,
  noView,
  pageVariables,
  readListLocation,
  resetToFirstPage,
} from './list-location.js';
import { type AlertView, viewToOpen } from './views.js';

const start: ListLocation = {
  filter: defaultFilter,
  sort: 'severity',
  page: firstPage,
  alert: '',
  columns: undefined,
  view: '',
};

const laterPage: ListLocation = {
  filter: { ...emptyFilter, tenant: 'acme', status: ['OPEN'] },
  sort: 'score',
  page: { after: 'abc==', before: '', number: 3 },
  alert: '7d1f',
  columns: ['severity', 'endpoint', 'created'],
  view: '9e2c',
};

const allAlerts: ListLocation = { ...start, filter: emptyFilter, sort: 'newest', view: noView };
/** A view whose filter was removed. */
const changedView: ListLocation = { ...start, view: '9e2c' };
const noneOpen: ListLocation = { ...start, view: noView };

describe('the list state in the URL', () => {
  test.each(['page=abc&after=abc', 'page=-1&after=abc', 'page=1.5&after=abc', 'page=1e99&after=abc', 'page=3'])(
    'is on the first page for the parameters %s',
    (search) => {
      expect(readListLocation(new URLSearchParams(search)).page.number).toBe(1);
    },
  );

  test('has no parameters in the default state: open alerts, most severe first', () => {
    expect(hrefOfList(start)).toBe('#/alerts');
  });

  test('has the status ALL for all statuses, because a URL without a status selects the alerts that are not closed', () => {
    expect(hrefOfList(allAlerts)).toBe('#/alerts?status=ALL&sort=newest');
    expect(readListLocation(new URLSearchParams('tenant=acme')).filter).toEqual({ ...defaultFilter, tenant: 'acme' });
  });

  test('opens no saved view after its filter is removed', () => {
    for (const href of [hrefOfList(changedView), hrefOfList(noneOpen), hrefOfAlerts(defaultFilter)]) {
      const { search } = parseHash(href);
      const view = { id: '9e2c', isDefault: true } as AlertView; // The function reads no other fields.
      expect([search.size > 0, viewToOpen(search, [view])]).toEqual([true, undefined]);
    }
  });

  test.each([start, laterPage, allAlerts, changedView, noneOpen])('survives a round trip through the URL', (state) => {
    const location = parseHash(hrefOfList(state));
    expect(location.path).toBe('/alerts');
    expect(readListLocation(location.search)).toEqual(state);
  });

  test('falls back to the first sort order or page if the URL contains an unknown one', () => {
    expect(readListLocation(new URLSearchParams('sort=constructor&page=-2'))).toEqual(noneOpen);
    expect(readListLocation(new URLSearchParams('sort=nothing&page=x'))).toEqual(noneOpen);
  });

  test('is reset to the first page by a change of the filter, and keeps the selected alert', () => {
    expect(resetToFirstPage(laterPage, { filter: emptyFilter })).toEqual({
      ...laterPage,
      filter: emptyFilter,
      page: firstPage,
    });
  });
});

describe('sortable columns', () => {
  test('sort the list on the first click, and in the other direction on the second', () => {
    expect(nextSort('severity', 'due')).toBe('due');
    expect(nextSort('due', 'due')).toBe('due-desc');
    expect(nextSort('due-desc', 'due')).toBe('due');
  });
});

describe('a page of the list', () => {
  test('is requested without a cursor if it is the first', () => {
    expect(pageVariables(firstPage)).toEqual({ first: 50, after: undefined });
  });

  test('is requested after a cursor if it is the next', () => {
    expect(pageVariables({ after: 'c', before: '', number: 2 })).toEqual({ first: 50, after: 'c' });
  });

  test('is requested before a cursor if it is the previous', () => {
    expect(pageVariables({ after: '', before: 'c', number: 2 })).toEqual({ last: 50, before: 'c' });
  });
});
