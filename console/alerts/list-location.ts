import type { AlertListQueryVariables, AlertOrder } from '../generated/operations.js';
import { hrefOf } from '../shared/location.js';
import { type AlertFilter, readFilter, writeFilter } from './filter.js';

export const listPath = '/alerts';
export const pageSize = 50;

/** The sort orders; the first is the default of the server. */
export const sorts = {
  newest: { label: 'Newest', order: { field: 'CREATED_AT', direction: 'DESC' } },
  oldest: { label: 'Oldest', order: { field: 'CREATED_AT', direction: 'ASC' } },
  seen: { label: 'Recently seen', order: { field: 'LAST_SEEN', direction: 'DESC' } },
  score: { label: 'Highest score', order: { field: 'ATTACK_PROB', direction: 'DESC' } },
  severity: { label: 'Highest severity', order: { field: 'SEVERITY', direction: 'DESC' } },
} as const satisfies Record<string, { label: string; order: AlertOrder }>;

export type Sort = keyof typeof sorts;

/** A page of the list: the rows after or before a cursor. `number` is for display only. */
export interface PageCursor {
  readonly after: string;
  readonly before: string;
  readonly number: number;
}

export const firstPage: PageCursor = { after: '', before: '', number: 1 };

/** The state of the alert list that its address holds. */
export interface ListLocation {
  readonly filter: AlertFilter;
  readonly sort: Sort;
  readonly page: PageCursor;
  /** The id of the alert that is open beside the list, or empty. */
  readonly alert: string;
}

/** Reads the state of the list from the address. */
export function readListLocation(search: URLSearchParams): ListLocation {
  const sort = search.get('sort') ?? '';
  const number = Number(search.get('page'));
  return {
    filter: readFilter(search),
    sort: isSort(sort) ? sort : 'newest',
    page: {
      after: search.get('after') ?? '',
      before: search.get('before') ?? '',
      number: Number.isInteger(number) && number > 0 ? number : 1,
    },
    alert: search.get('alert') ?? '',
  };
}

/** The address of a state of the list; the inverse of `readListLocation`. */
export function hrefOfList(state: ListLocation): string {
  const search = writeFilter(state.filter);
  if (state.sort !== 'newest') {
    search.set('sort', state.sort);
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
  return hrefOf(listPath, search);
}

/** The first page of the list, with another filter or order if given. */
export function atFirstPage(state: ListLocation, change: Partial<Pick<ListLocation, 'filter' | 'sort'>>): ListLocation {
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
