import { describe, expect, test } from 'vitest';
import { parseHash } from '../shared/location.js';
import { addRequiredColumn, columnNames, readColumns } from './column-names.js';
import { hrefOfList, readListLocation } from './list-location.js';
import { type AlertView, isChanged, listOfView, parametersOf, viewToOpen } from './views.js';

const ada = 'operator:ada';
const bob = 'operator:bob';
const stateOf = (search: string) => readListLocation(new URLSearchParams(search));
const viewOf = (parameters: string, more: Partial<AlertView> = {}): AlertView => ({
  ...{ id: 'v', name: 'View', parameters, isShared: true, tenantId: 'acme', isDefault: false, canChange: true },
  owner: { id: ada, name: 'ada' },
  ...more,
});

describe('a saved view', () => {
  test('stores the filter, the order and the columns, without the selected alert and the page', () => {
    const state = stateOf('status=OPEN&sort=newest&columns=status,endpoint&alert=1&after=c&page=2&view=other');
    const stored = parametersOf(state, ada);
    expect([...new URLSearchParams(stored)]).toEqual([
      ['status', 'OPEN'],
      ['sort', 'newest'],
      ['columns', 'endpoint,status'],
    ]);
    expect(parametersOf(stateOf(stored), ada)).toBe(stored);
  });

  test('refers to the person who opens it instead of the one who saved it', () => {
    const stored = parametersOf(stateOf(`assignee=${ada}`), ada);
    expect(stored).toBe('assignee=me');
    expect(listOfView(viewOf(stored), bob).filter.assignee).toBe(bob);
    expect(parametersOf(stateOf(`mentioned=${bob}`), ada)).toBe(`mentioned=${encodeURIComponent(bob)}`);
  });

  test('differs from the list only after a change of the filter, the order or the columns', () => {
    const view = viewOf('assignee=me&sort=newest');
    const state = listOfView(view, ada);
    expect(isChanged({ ...state, alert: 'a' }, view, ada)).toBe(false);
    expect(isChanged({ ...state, sort: 'oldest' }, view, ada)).toBe(true);
    expect(isChanged({ ...state, columns: ['endpoint'] }, view, ada)).toBe(true);
    expect(parseHash(hrefOfList(state)).search.get('view')).toBe('v');
  });
});

describe('the URL of the list', () => {
  const views = [viewOf('', { id: 'a' }), viewOf('', { id: 'b', isDefault: true })];
  test.each([
    ['', 'b'],
    ['view=a', 'a'],
    ['view=none', undefined],
    ['view=a&sort=newest', undefined],
    ['sort=newest', undefined],
  ])('with the parameters %j opens the view %j', (search, id) => {
    expect(viewToOpen(new URLSearchParams(search), views)?.id).toBe(id);
  });
});

describe('columns', () => {
  test.each([
    [null, undefined],
    ['', undefined],
    ['constructor', undefined],
    ['seen,severity,x', ['severity', 'endpoint', 'seen']],
  ])('are read from the URL parameter %j as %j', (text, columns) => {
    expect(readColumns(text)).toEqual(columns);
  });

  test('always include the endpoint, in the order of the list', () => {
    expect(addRequiredColumn([])).toEqual(['endpoint']);
    expect(addRequiredColumn(columnNames.toReversed())).toEqual(columnNames);
  });
});
