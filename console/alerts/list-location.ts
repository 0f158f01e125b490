import type { AlertListQueryVariables, AlertOrder } from '../generated/operations.js';
import { hrefOf } from '../shared/location.js';
import { type AlertFilter, readFilter, writeFilter } from './filter.js';

export const listPath = '/alerts';
export const pageSize = 50;

/** The orders an analyst can choose, the first being the server's own. */
export const sorts = {
  newest: { label: 'Created (newest first)', order: { field: 'CREATED_AT', direction: 'DESC' } },
  oldest: { label: 'Created (oldest first)', order: { field: 'CREATED_AT', direction: 'ASC' } },
  seen: { label: 'Last seen (newest first)', order: { field: 'LAST_SEEN', direction: 'DESC' } },
  score: { label: 'Score (highest first)', order: { field: 'ATTACK_PROB', direction: 'DESC' } },
  severity: { label: 'Severity (highest first)', order: { field: 'SEVERITY', direction: 'DESC' } },
} as const satisfies Record<string, { label: string; order: AlertOrder }>;

export type Sort = keyof typeof sorts;

/** A place in the list: the rows after or before a cursor. `number` is only what the page shows. */
export interface Place {
  readonly after: string;
  readonly before: string;
  readonly number: number;
}

export const firstPlace: Place = { after: '', before: '', number: 1 };

/** Everything the address of the alert list says. */
export interface ListLocation {
  readonly filter: AlertFilter;
  readonly sort: Sort;
  readonly place: Place;
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
    place: {
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
  if (state.place.after !== '') {
    search.set('after', state.place.after);
  }
  if (state.place.before !== '') {
    search.set('before', state.place.before);
  }
  if (state.place.number > 1) {
    search.set('page', String(state.place.number));
  }
  if (state.alert !== '') {
    search.set('alert', state.alert);
  }
  return hrefOf(listPath, search);
}

/** The list under another filter or order: it starts at its beginning. */
export function narrowed(state: ListLocation, change: Partial<Pick<ListLocation, 'filter' | 'sort'>>): ListLocation {
  return { ...state, ...change, place: firstPlace };
}

/** The variables that name a page of the list. */
export function pageVariables(place: Place): Omit<AlertListQueryVariables, 'filter' | 'orderBy'> {
  return place.before === ''
    ? { first: pageSize, after: place.after === '' ? undefined : place.after }
    : { last: pageSize, before: place.before };
}

function isSort(text: string): text is Sort {
  return Object.hasOwn(sorts, text);
}
