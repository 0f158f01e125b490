import { Button } from '../shared/button.js';

interface TablePagerProps {
  readonly label: string;
  /** Cursor of the page that is shown; undefined for the first one. */
  readonly after: string | undefined;
  readonly setAfter: (cursor: string | undefined) => void;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Links to the first and next page of a table within a page. */
export function TablePager({ label, after, setAfter, pageInfo: { hasNextPage, endCursor } }: TablePagerProps) {
  return (
    <nav className="pager" aria-label={label}>
      {after !== undefined && (
        <Button size="small" onClick={() => setAfter(undefined)}>
          First
        </Button>
      )}
      {hasNextPage && (
        <Button size="small" onClick={() => setAfter(endCursor ?? undefined)}>
          Next
        </Button>
      )}
    </nav>
  );
}
