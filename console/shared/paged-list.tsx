import type { ComponentProps, ReactNode } from 'react';
import { CreateButton } from './create-form.js';
import { DataTable } from './data-table.js';
import { formatCount } from './format.js';
import type { OperationData } from './graph-client.js';
import { hrefOf, hrefOfPage, pageNumberOf, useLocation } from './location.js';
import { Pager } from './pager.js';
import { QueryPanel } from './query-panel.js';
import { type SearchField, SearchForm } from './search-form.js';
import { EmptyPanel } from './states.js';
import type { QueryState } from './use-graph-query.js';

const pageSize = 50;

/** Returns the pagination variables of a list from the URL parameters. */
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
  /** Total number of rows; absent if the list is not counted. */
  readonly totalCount?: number;
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

type TableProps<Row> = Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'keyOf' | 'exported'>;

interface PagedListProps<Row> extends TableProps<Row> {
  readonly list: ListPage<Row>;
  readonly stale: boolean;
  /** The noun for the rows in singular and plural. */
  readonly noun: readonly [one: string, many: string];
  /** Advice on how to create the first row, shown if there are no rows and no filter. */
  readonly advice?: string;
  /** The label of the form on the page that creates a row; see `CreateForm`. */
  readonly create?: string;
  /** Shown instead of `advice` if there are no rows. */
  readonly none?: ReactNode;
}

/** A page of a list with its count and links to other pages. */
export function PagedList<Row>({ list, stale, noun, advice, create, none, ...table }: PagedListProps<Row>) {
  const { path, search } = useLocation();
  const { totalCount, nodes, pageInfo } = list;
  const page = pageNumberOf(search);
  if (nodes.length === 0) {
    return none ?? <NoRows noun={noun} advice={advice} create={create} />;
  }
  return (
    <>
      <DataTable
        {...table}
        rows={nodes}
        stale={stale}
        count={totalCount === undefined ? undefined : formatCount(totalCount, ...noun)}
      />
      <Pager
        loading={stale}
        rowCount={nodes.length}
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

function NoRows({ noun, advice, create }: Pick<PagedListProps<unknown>, 'noun' | 'advice' | 'create'>) {
  const { path, search } = useLocation();
  if (search.size > 0) {
    return (
      <EmptyPanel title={`No ${noun[1]} found`}>
        <p>
          Nothing matches the filters. <a href={hrefOf(path)}>Clear all filters</a>
        </p>
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel title={`No ${noun[1]} yet`}>
      <p>{advice}</p>
      {create !== undefined && <CreateButton label={create} />}
    </EmptyPanel>
  );
}

interface SearchedListProps<Data, Row> extends Omit<PagedListProps<Row>, 'list' | 'stale'> {
  readonly query: QueryState<Data>;
  /** Returns the list in the data of the query. */
  readonly listOf: (data: OperationData<Data>) => ListPage<Row>;
  /** The fields of the filter. */
  readonly fields: readonly SearchField[];
}

/** A page of a list that a query returns, below the form with its filter. */
export function SearchedList<Data, Row>({ query, listOf, fields, ...list }: SearchedListProps<Data, Row>) {
  return (
    <>
      <SearchForm fields={fields} />
      <QueryPanel query={query} dataName={list.noun[1]}>
        {(data) => <PagedList {...list} list={listOf(data)} stale={query.loading} />}
      </QueryPanel>
    </>
  );
}
