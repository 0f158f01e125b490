import type { AlertViewsQuery } from '../generated/operations.js';
import { type AlertFilter, toSearchParams } from './filter.js';
import { firstPage, hrefOfList, type ListLocation, noView, readListLocation } from './list-location.js';

export type AlertView = NonNullable<AlertViewsQuery['alertViews']>[number];

/**
 * Stands for the id of the person in a stored view: a person who opens a shared view “Assigned to me” sees their own
 * alerts.
 */
const me = 'me';

/** The parts of the list that a view stores: filter, order and columns, without the page and the open alert. */
export function parametersOf(state: ListLocation, viewerId: string): string {
  const href = hrefOfList({
    ...state,
    page: firstPage,
    alert: '',
    view: '',
    filter: replacePerson(state.filter, viewerId, me),
  });
  return href.split('?')[1] ?? '';
}

/** The list that a view shows. */
export function listOfView({ id, parameters }: Pick<AlertView, 'id' | 'parameters'>, viewerId: string): ListLocation {
  const state = readListLocation(new URLSearchParams(parameters));
  return { ...state, page: firstPage, alert: '', view: id, filter: replacePerson(state.filter, me, viewerId) };
}

/** Whether the list differs from the view. */
export function isChanged(state: ListLocation, view: AlertView, viewerId: string): boolean {
  return parametersOf(state, viewerId) !== parametersOf(listOfView(view, viewerId), viewerId);
}

/**
 * The view that a URL opens. Without parameters, the default view; with only a view id, that view; otherwise undefined.
 */
export function viewToOpen(search: URLSearchParams, views: readonly AlertView[]): AlertView | undefined {
  if (search.size === 0) {
    return views.find(({ isDefault }) => isDefault);
  }
  return search.size === 1 ? views.find(({ id }) => id === search.get('view')) : undefined;
}

/** The list with the default filter and order, and no open view. */
export function listWithoutView(): ListLocation {
  return { ...readListLocation(new URLSearchParams()), view: noView };
}

function replacePerson(filter: AlertFilter, from: string, to: string): AlertFilter {
  if (from === '' || to === '' || toSearchParams(filter).size === 0) {
    return filter;
  }
  const replace = (value: string) => (value === from ? to : value);
  return { ...filter, assignee: replace(filter.assignee), mentioned: replace(filter.mentioned) };
}
