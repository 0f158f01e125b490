import type { ReactNode } from 'react';
import { hrefOfList, type ListLocation, nextSort, resetToFirstPage, type SortColumn, sorts } from './list-location.js';

interface SortHeaderProps {
  readonly state: ListLocation;
  readonly column: SortColumn;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A column header that sorts the list. A second click reverses the order. */
export function SortHeader({ state, column, className, children }: SortHeaderProps) {
  const isSorted = state.sort === column || state.sort === nextSort(column, column);
  const isAscending = sorts[state.sort].order.direction === 'ASC';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <a className="sort" href={hrefOfList(resetToFirstPage(state, { sort: nextSort(state.sort, column) }))}>
        {children}
        {isSorted && <span aria-hidden="true">{isAscending ? ' ↑' : ' ↓'}</span>}
      </a>
    </th>
  );
}
