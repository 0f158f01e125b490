import { useRef } from 'react';
import { formatCount, formatNumber } from './format.js';

interface PagerProps {
  readonly rowCount: number;
  /** Total number of rows; undefined if the list is not counted. */
  readonly total: number | undefined;
  /** The noun for a row in the singular. `plural` is required if the plural is irregular. */
  readonly noun: string;
  readonly plural?: string;
  /** Page number, starting from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** URL of the first page; undefined if it is already shown. `nextHref` is undefined on the last page. */
  readonly firstHref: string | undefined;
  /** URL of the previous page; omitted for lists without links to previous pages. */
  readonly previousHref?: string | undefined;
  readonly nextHref: string | undefined;
  /** True while the rows of another page are shown because those of this page are loading. */
  readonly loading?: boolean;
}

/** The range of the rows, the total, and links to other pages. */
export function Pager(props: PagerProps) {
  const start = (props.page - 1) * props.pageSize + 1;
  // Live updates load the same page again, whose range does not change.
  const shownPage = useRef(props.page);
  if (!props.loading) {
    shownPage.current = props.page;
  }
  const isPending = shownPage.current !== props.page;
  const total = props.total === undefined ? undefined : formatCount(props.total, props.noun, props.plural);
  const numbers = `${formatNumber(start)}–${formatNumber(start + props.rowCount - 1)}`;
  const range = total === undefined ? numbers : `${numbers} of ${total}`;
  return (
    <nav className="pager" aria-label="Pagination">
      <span>{isPending ? `Loading page ${formatNumber(props.page)}…` : range}</span>
      <PageLink label="First" href={props.firstHref} isPending={isPending} />
      {'previousHref' in props && <PageLink label="Previous" href={props.previousHref} isPending={isPending} />}
      <PageLink label="Next" href={props.nextHref} isPending={isPending} />
    </nav>
  );
}

interface PageLinkProps {
  readonly label: string;
  readonly href: string | undefined;
  /** Whether the rows are still those of another page, from which the link would continue with the wrong number. */
  readonly isPending: boolean;
}

/** A link to a page. While the page loads, it remains in place, so it keeps the focus, but does nothing. */
function PageLink({ label, href, isPending }: PageLinkProps) {
  return href === undefined ? (
    <span className="button button-small button-off" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a
      className="button button-small"
      href={href}
      aria-disabled={isPending || undefined}
      onClick={(event) => isPending && event.preventDefault()}
    >
      {label}
    </a>
  );
}
