import { Pager } from '../shared/pager.js';
import type { AlertList } from './data.js';
import { hrefOfList, type ListLocation, pageSize } from './list-location.js';

interface ListPagerProps {
  readonly state: ListLocation;
  readonly data: AlertList;
  /** True while the rows of another page load. */
  readonly loading: boolean;
}

/** The range of the shown alerts, and links to the pages before and after them. */
export function ListPager({ state, data, loading }: ListPagerProps) {
  const { pageInfo, nodes, totalCount } = data;
  const { number } = state.page;
  const hrefOfPage = (cursor: Partial<ListLocation['page']>) =>
    hrefOfList({ ...state, page: { after: '', before: '', number: 1, ...cursor } });
  const isFirst = number === 1 && state.page.after === '' && state.page.before === '';
  return (
    <Pager
      loading={loading}
      rowCount={nodes.length}
      total={totalCount}
      noun="alert"
      page={number}
      pageSize={pageSize}
      firstHref={isFirst ? undefined : hrefOfPage({})}
      previousHref={
        pageInfo.hasPreviousPage && !isFirst
          ? number <= 2
            ? hrefOfPage({})
            : hrefOfPage({ before: pageInfo.startCursor ?? '', number: number - 1 })
          : undefined
      }
      nextHref={pageInfo.hasNextPage ? hrefOfPage({ after: pageInfo.endCursor ?? '', number: number + 1 }) : undefined}
    />
  );
}
