import { useRef } from 'react';
import { countOf, formatNumber } from './format.js';

interface PagerProps {
  readonly shown: number;
  /** Undefined for lists that are not counted. */
  readonly total: number | undefined;
  /** The rows in the singular; `plural` is required if it is irregular. */
  readonly noun: string;
  readonly plural?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Addresses of the first, previous and next page; undefined if there is no such page. */
  readonly firstHref: string | undefined;
  /** Omitted for lists that only page forward. */
  readonly previousHref?: string | undefined;
  readonly nextHref: string | undefined;
  /** True while the rows of this page load and those of another page are shown. */
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
  const isEmpty = props.shown === 0;
  const total = props.total === undefined ? undefined : countOf(props.total, props.noun, props.plural);
  const numbers = `${formatNumber(start)}–${formatNumber(start + props.shown - 1)}`;
  const range = total === undefined ? numbers : `${numbers} of ${total}`;
  return (
    <nav className="pager" aria-label="Pagination">
      <span>{isPending ? `Loading page ${formatNumber(props.page)}…` : isEmpty ? total : range}</span>
      <PageLink label="First" href={props.firstHref} />
      {'previousHref' in props && <PageLink label="Previous" href={props.previousHref} />}
      <PageLink label="Next" href={props.nextHref} />
    </nav>
  );
}

function PageLink({ label, href }: { readonly label: string; readonly href: string | undefined }) {
  return href === undefined ? (
    <span className="button button-small button-off" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a className="button button-small" href={href}>
      {label}
    </a>
  );
}
