import type { AlertListQueryVariables, AlertOrder } from '../generated/operations.js';
import { hrefOf, pageNumberOf } from '../shared/location.js';
import { type ColumnName, readColumns } from './column-names.js';
import { type AlertFilter, hasOpenStatuses, openStatuses, readFilter, toSearchParams } from './filter.js';

export const listPath = '/alerts';
export const pageSize = 50;

/** The sort orders of the list; the first is the default. */
export const sorts = {
  severity: { label: 'Highest severity', order: { field: 'SEVERITY', direction: 'DESC' } },
  due: { label: 'Due soonest', order: { field: 'DUE', direction: 'ASC' } },
  newest: { label: 'Newest first', order: { field: 'CREATED_AT', direction: 'DESC' } },
  oldest: { label: 'Oldest first', order: { field: 'CREATED_AT', direction: 'ASC' } },
  seen: { label: 'Most recently seen', order: { field: 'LAST_SEEN', direction: 'DESC' } },
  score: { label: 'Highest score', order: { field: 'ATTACK_PROB', direction: 'DESC' } },
  'severity-asc': { label: 'Lowest severity', order: { field: 'SEVERITY', direction: 'ASC' } },
  'due-desc': { label: 'Most time left', order: { field: 'DUE', direction: 'DESC' } },
  'seen-asc': { label: 'Least recently seen', order: { field: 'LAST_SEEN', direction: 'ASC' } },
  'score-asc': { label: 'Lowest score', order: { field: 'ATTACK_PROB', direction: 'ASC' } },
} as const satisfies Record<string, { label: string; order: AlertOrder }>;

export type Sort = keyof typeof sorts;
export const defaultSort: Sort = 'severity';

/**
 * The sortable columns. The first click on a header sorts in the order of the key, the second in the order of the
 * value.
 */
const sortColumns = {
  severity: 'severity-asc',
  score: 'score-asc',
  due: 'due-desc',
  seen: 'seen-asc',
} as const satisfies Partial<Record<Sort, Sort>>;

export type SortColumn = keyof typeof sortColumns;

/** The sort after a click on the header of a column. */
export function nextSort(current: Sort, column: SortColumn): Sort {
  return current === column ? sortColumns[column] : column;
}

/** The value of `status` in the URL for all statuses. Without `status`, the list excludes closed alerts. */
const allStatuses = 'ALL';

/** A page of the list: the rows after or before a cursor. The page `number` is only for display. */
export interface PageCursor {
  readonly after: string;
  readonly before: string;
  readonly number: number;
}

export const firstPage: PageCursor = { after: '', before: '', number: 1 };

/** The state of the list of alerts, which its URL contains. */
export interface ListLocation {
  readonly filter: AlertFilter;
  readonly sort: Sort;
  readonly page: PageCursor;
  /** Id of the alert that is open alongside the list; empty for none. */
  readonly alert: string;
  /** The shown columns; undefined: the default columns. */
  readonly columns: readonly ColumnName[] | undefined;
  /**
   * The id of the saved view that was opened, or `noView`. Empty: the URL has no parameters, which opens the default
   * view, if there is one.
   */
  readonly view: string;
}

export const noView = 'none';

/** Reads the state of the list from the URL. */
export function readListLocation(search: URLSearchParams): ListLocation {
  const sort = search.get('sort') ?? '';
  const filter = readFilter(search);
  return {
    filter: search.has('status') ? filter : { ...filter, status: openStatuses },
    sort: isSort(sort) ? sort : defaultSort,
    page: {
      after: search.get('after') ?? '',
      before: search.get('before') ?? '',
      number: pageNumberOf(search),
    },
    alert: search.get('alert') ?? '',
    columns: readColumns(search.get('columns')),
    view: search.get('view') ?? (search.size === 0 ? '' : noView),
  };
}

/** Writes `status` in the format of `readListLocation`: `ALL` for all statuses, nothing for the default ones. */
export function adaptStatus(search: URLSearchParams, filter: AlertFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  if (hasOpenStatuses(filter)) {
    next.delete('status');
  } else if (filter.status.length === 0) {
    next.set('status', allStatuses);
  }
  return next;
}

/** Returns the URL of a state of the list; the inverse of `readListLocation`. */
export function hrefOfList(state: ListLocation): string {
  const search = adaptStatus(toSearchParams(state.filter), state.filter);
  if (state.sort !== defaultSort) {
    search.set('sort', state.sort);
  }
  if (state.columns !== undefined) {
    search.set('columns', state.columns.join(','));
  }
  if (state.view !== '' && state.view !== noView) {
    // A URL with only the id of a view opens its filter instead of the default one.
    if (search.size === 0) {
      for (const status of openStatuses) search.append('status', status);
    }
    search.set('view', state.view);
  }
  if (state.page.after !== '') {
    search.set('after', state.page.after);
  }
  if (state.page.before !== '') {
    search.set('before', state.page.before);
  }
  if (state.page.number > 1) {
    search.set('page', String(state.page.number));
  }
  if (state.alert !== '') {
    search.set('alert', state.alert);
  }
  if (state.view === noView && search.size === 0) {
    search.set('view', noView);
  }
  return hrefOf(listPath, search);
}

/** Returns the URL of the list of alerts that match a filter. */
export function hrefOfAlerts(filter: AlertFilter): string {
  return hrefOfAlert(filter, '');
}

/** Returns the URL of the list of alerts that match a filter, with an alert open alongside it. */
export function hrefOfAlert(filter: AlertFilter, alert: string): string {
  return hrefOfList({ filter, sort: defaultSort, page: firstPage, alert, columns: undefined, view: noView });
}

/** The first page of the list, with the given changes of filter and order. */
export function resetToFirstPage(
  state: ListLocation,
  change: Partial<Pick<ListLocation, 'filter' | 'sort'>>,
): ListLocation {
  return { ...state, ...change, page: firstPage };
}

/** The pagination arguments of a page of the list. */
export function pageVariables(cursor: PageCursor): Omit<AlertListQueryVariables, 'filter' | 'orderBy'> {
  return cursor.before === ''
    ? { first: pageSize, after: cursor.after === '' ? undefined : cursor.after }
    : { last: pageSize, before: cursor.before };
}

function isSort(text: string): text is Sort {
  return Object.hasOwn(sorts, text);
}
