import './alerts.css';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AlertListDocument, type AlertListQuery } from '../generated/operations.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { countOf, formatTime } from '../shared/format.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { Pager } from '../shared/pager.js';
import { refreshQueries, useRevision } from '../shared/revision.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { type QueryState, useGraphQuery } from '../shared/use-graph-query.js';
import { AlertHistogram } from './alert-histogram.js';
import { AlertTable } from './alert-table.js';
import { BulkBar } from './bulk-bar.js';
import type { AlertList as AlertListData } from './data.js';
import { DetailPanel } from './detail-panel.js';
import { FacetPanel } from './facet-panel.js';
import { type AlertFilter, type AlertFilterInput, emptyFilter, isEmpty, toFilterInput, writeFilter } from './filter.js';
import { FilterChips } from './filter-chips.js';
import { FilterForm } from './filter-form.js';
import {
  atFirstPage,
  defaultSort,
  hrefOfList,
  type ListLocation,
  listPath,
  pageSize,
  pageVariables,
  readListLocation,
  type Sort,
  sorts,
} from './list-location.js';
import { LiveButton } from './live-button.js';
import { QuickFilters } from './quick-filters.js';
import { type LiveAlerts, useLiveAlerts } from './use-live-alerts.js';

/** The alerts of the tenants that the caller can access: filters, counts, list, and the open alert beside it. */
export function AlertListPage() {
  const { search } = useLocation();
  const state = useMemo(() => readListLocation(search), [search]);
  const chosen = useChosenTenant();
  const tenant = state.filter.tenant || chosen;
  const filter = useFilterInput({ ...state.filter, tenant });
  const list = useGraphQuery({
    document: AlertListDocument,
    variables: { filter, orderBy: sorts[state.sort].order, ...pageVariables(state.page) },
  });
  const live = useLiveAlerts(tenant);
  const setFilter = useCallback(
    (next: AlertFilter) => navigate(hrefOfList(atFirstPage(state, { filter: next }))),
    [state],
  );

  return (
    <div className={state.alert === '' ? 'alerts' : 'alerts alerts-with-detail'}>
      <h1 className="visually-hidden">Alerts</h1>
      <FilterColumn>
        <FilterForm filter={state.filter} onChange={setFilter} />
        <FacetPanel filter={state.filter} input={filter} onChange={setFilter} />
      </FilterColumn>
      <div className="alerts-list">
        <QuickFilters filter={state.filter} onChange={setFilter} />
        <FilterChips filter={state.filter} onChange={setFilter} />
        <AlertHistogram input={filter} onSelect={(range) => setFilter({ ...state.filter, within: '', ...range })} />
        <AlertList state={state} list={list} live={live} />
      </div>
      {state.alert !== '' && <DetailPanel key={state.alert} state={state} rows={list.data?.alerts.nodes ?? []} />}
    </div>
  );
}

/** Collapsed on a small screen until the user opens it. */
function FilterColumn({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <aside className={open ? 'alerts-filter alerts-filter-open' : 'alerts-filter'} aria-label="Filters">
      <button type="button" className="button filter-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide filters' : 'Filters'}
      </button>
      {children}
    </aside>
  );
}

interface AlertListProps {
  readonly state: ListLocation;
  readonly list: QueryState<AlertListQuery>;
  readonly live: LiveAlerts;
}

function AlertList({ state, list, live }: AlertListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = list.data?.alerts.nodes;
  const canChange = list.data?.alertAccess.canChange ?? false;
  // A bulk change includes only rows that the page still shows.
  const selectedIds = useMemo(
    () => rows?.filter((row) => selected.has(row.id)).map((row) => row.id) ?? [],
    [rows, selected],
  );

  const section = useScrollToTop(`${state.page.after} ${state.page.before}`);
  const content = (): ReactNode => {
    if (list.failure !== undefined && !list.loading) {
      return <FailurePanel failure={list.failure} />;
    }
    if (list.data === undefined || rows === undefined) {
      return <LoadingPanel what="alerts" />;
    }
    if (rows.length === 0) {
      return <NoAlerts state={state} />;
    }
    return (
      <>
        {canChange && <BulkBar selected={selectedIds} onSelect={setSelected} />}
        <AlertTable
          rows={rows}
          state={state}
          selected={selected}
          onSelect={canChange ? setSelected : undefined}
          stale={list.loading}
        />
        <ListPager state={state} data={list.data.alerts} />
      </>
    );
  };

  return (
    <section className="alerts-section" aria-label="Alerts" aria-busy={list.loading} ref={section}>
      <ListToolbar state={state} list={list} live={live} />
      {content()}
    </section>
  );
}

/** The button for live updates is also shown for an empty or failed list, because an update may fill it. */
function ListToolbar({ state, list, live }: AlertListProps) {
  const listed = list.data !== undefined && list.data.alerts.nodes.length > 0 ? list.data.alerts : undefined;
  return (
    <div className="toolbar">
      {listed !== undefined && (
        <>
          <p className="toolbar-count" role="status">
            <strong>{countOf(listed.totalCount, 'alert')}</strong>
          </p>
          <SortChoice state={state} />
        </>
      )}
      <LiveButton live={live} />
      {listed !== undefined && (
        <>
          <button type="button" className="button button-small" onClick={refreshQueries} disabled={list.loading}>
            {list.loading ? 'Loading…' : 'Refresh'}
          </button>
          {list.receivedAt !== undefined && (
            <span className="hint">Updated {formatTime(list.receivedAt).slice(11)} UTC</span>
          )}
        </>
      )}
    </div>
  );
}

/** Scrolls to the top of the list when its page changes. */
function useScrollToTop(cursor: string) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(cursor);
  useEffect(() => {
    if (shown.current !== cursor) {
      shown.current = cursor;
      section.current?.scrollIntoView({ block: 'start' });
    }
  }, [cursor]);
  return section;
}

function ListPager({ state, data }: { readonly state: ListLocation; readonly data: AlertListData }) {
  const { pageInfo, nodes, totalCount } = data;
  const { number } = state.page;
  const hrefOfPage = (cursor: Partial<ListLocation['page']>) =>
    hrefOfList({ ...state, page: { after: '', before: '', number: 1, ...cursor } });
  const isFirst = number === 1 && state.page.after === '' && state.page.before === '';
  return (
    <Pager
      shown={nodes.length}
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

function SortChoice({ state }: { readonly state: ListLocation }) {
  return (
    <label className="toolbar-sort">
      <span>Sort by</span>
      <select
        value={state.sort}
        onChange={(event) => navigate(hrefOfList(atFirstPage(state, { sort: event.target.value as Sort })))} // The options are the sorts.
      >
        {Object.entries(sorts).map(([sort, { label }]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function NoAlerts({ state }: { readonly state: ListLocation }) {
  if (state.page.number > 1) {
    return (
      <EmptyPanel title="No alerts on this page">
        <p>
          <a href={hrefOfList(atFirstPage(state, {}))}>Go to first page</a>
        </p>
      </EmptyPanel>
    );
  }
  if (hrefOfList({ ...atFirstPage(state, {}), sort: defaultSort, alert: '' }) === hrefOf(listPath)) {
    return (
      <EmptyPanel title="No open alerts">
        <p>
          All alerts are closed, or there are none yet.{' '}
          <a href={hrefOfList(atFirstPage(state, { filter: emptyFilter }))}>Show all statuses</a>.
        </p>
      </EmptyPanel>
    );
  }
  if (isEmpty(state.filter)) {
    return (
      <EmptyPanel title="No alerts yet">
        <p>Rampart creates alerts from inferences. Import inferences on the command line:</p>
        <pre>
          <code>rampart alerts import inferences.ndjson</code>
        </pre>
        <p>
          or run the mutation <code>importInferences</code> in the <a href="/graphql">explorer</a>.
        </p>
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel title="No alerts match the filters">
      <p>
        Remove a filter above, or{' '}
        <a href={hrefOfList(atFirstPage(state, { filter: emptyFilter }))}>clear all filters</a>.
      </p>
    </EmptyPanel>
  );
}

/**
 * The filter as a variable of the graph; relative ranges such as "last hour" are evaluated at each refresh, not at each
 * render.
 */
function useFilterInput(filter: AlertFilter): AlertFilterInput {
  const revision = useRevision();
  const address = writeFilter(filter).toString();
  const cached = useRef<{ readonly key: string; readonly input: AlertFilterInput }>(undefined);
  const key = `${revision} ${address}`;
  if (cached.current?.key !== key) {
    cached.current = { key, input: toFilterInput(filter, Date.now()) };
  }
  return cached.current.input;
}
