import { hrefOf, useLocation } from './location.js';

interface PageLinksProps {
  /** The accessible name. Default: Pagination. */
  readonly label?: string;
  /** The label of the link to the next page. Default: Next. */
  readonly next?: string;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** The URL parameter that has the cursor. Default: after. */
  readonly parameter?: string;
}

/** Links to the first and the next page of a list that is not counted. */
export function PageLinks({ label = 'Pagination', next = 'Next', pageInfo, parameter = 'after' }: PageLinksProps) {
  const { path, search } = useLocation();
  const { hasNextPage, endCursor } = pageInfo;
  const isFirst = !search.has(parameter);
  if (isFirst && !hasNextPage) {
    return null;
  }
  const hrefAfter = (cursor: string) => {
    const target = new URLSearchParams(search);
    cursor === '' ? target.delete(parameter) : target.set(parameter, cursor);
    return hrefOf(path, target);
  };
  return (
    <nav className="pager" aria-label={label}>
      {!isFirst && (
        <a className="button button-small" href={hrefAfter('')}>
          First
        </a>
      )}
      {hasNextPage && (
        <a className="button button-small" href={hrefAfter(endCursor ?? '')}>
          {next}
        </a>
      )}
    </nav>
  );
}
