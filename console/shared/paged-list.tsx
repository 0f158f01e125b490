import { CreateButton } from './create-details.js';
import { type Column, DataTable } from './data-table.js';
import type { ExportedList } from './export.js';
import { countOf } from './format.js';
import { ListHead } from './list-head.js';
import { hrefOf, hrefOfPage } from './location.js';
import { Pager } from './pager.js';
import { EmptyPanel } from './states.js';

const pageSize = 50;

/** The pagination variables of a list, from the parameters of the address. */
export function pageVariables(search: URLSearchParams): { first: number; after: string | undefined } {
  return { first: pageSize, after: search.get('after') || undefined };
}

/** The value of a parameter if `values` contains it; otherwise undefined. */
export function choiceOf<Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === search.get(name));
}

interface ListPage<Row> {
  /** Absent: the list is not counted. */
  readonly totalCount?: number;
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface PagedListProps<Row> {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly list: ListPage<Row>;
  readonly stale: boolean;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Singular and plural. */
  readonly noun: readonly [one: string, many: string];
  /** Shown if there are no rows without a filter. Describes how to create the first one. */
  readonly advice: string;
  /** How the list is exported; absent if it is not. */
  readonly exported?: ExportedList | undefined;
  /** The label of the form on the page that creates a row; see `CreateDetails`. */
  readonly create?: string | undefined;
}

/** A page of a list with its count and links to other pages. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { path, search, list, stale, columns, keyOf, noun, advice, exported, create } = props;
  const { totalCount, nodes, pageInfo } = list;
  const page = Number(search.get('page') ?? '1');
  if (nodes.length === 0) {
    return (
      <EmptyPanel title={search.size === 0 ? `No ${noun[1]} yet` : `No ${noun[1]} found`}>
        {search.size === 0 ? (
          <>
            <p>{advice}</p>
            {create !== undefined && <CreateButton label={create} />}
          </>
        ) : (
          <p>
            Nothing matches the filters. <a href={hrefOf(path)}>Clear all filters</a>
          </p>
        )}
      </EmptyPanel>
    );
  }
  return (
    <>
      <ListHead count={totalCount === undefined ? undefined : countOf(totalCount, ...noun)} exported={exported} />
      <DataTable columns={columns} rows={nodes} keyOf={keyOf} stale={stale} />
      <Pager
        loading={stale}
        shown={nodes.length}
        total={totalCount}
        noun={noun[0]}
        plural={noun[1]}
        page={page}
        pageSize={pageSize}
        firstHref={page > 1 ? hrefOfPage(path, search, { after: '', page: 1 }) : undefined}
        nextHref={
          pageInfo.hasNextPage
            ? hrefOfPage(path, search, { after: pageInfo.endCursor ?? '', page: page + 1 })
            : undefined
        }
      />
    </>
  );
}
