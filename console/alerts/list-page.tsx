import { zone } from '../shared/time-zone.js';
import './alerts.css';
import './filters.css';
import './rows.css';
import './views.css';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AlertListDocument, type AlertListQuery } from '../generated/operations.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { countOf, formatClock, formatNumber } from '../shared/format.js';
import { navigate, useLocation } from '../shared/location.js';
import { refreshQueries, useRevision } from '../shared/revision.js';
import { LoadingPanel } from '../shared/states.js';
import { type QueryState, useGraphQuery } from '../shared/use-graph-query.js';
import { AlertHistogram } from './alert-histogram.js';
import { AlertTable } from './alert-table.js';
import { BulkBar } from './bulk-bar.js';
import { ChangeAll } from './change-all.js';
import type { AlertList as AlertListData } from './data.js';
import { DetailPanel } from './detail-panel.js';
import { ExportMenu } from './export-menu.js';
import { FacetPanel } from './facet-panel.js';
import { type AlertFilter, type AlertFilterInput, toFilterInput, writeFilter } from './filter.js';
import { FilterChips } from './filter-chips.js';
import { FilterForm, firstFilterField } from './filter-form.js';
import { atFirstPage, hrefOfList, type ListLocation, pageVariables, readListLocation, sorts } from './list-location.js';
import { ListPager } from './list-pager.js';
import { LiveButton } from './live-button.js';
import { NoAlerts } from './no-alerts.js';
import { QueueStatus } from './queue-status.js';
import { QuickFilters } from './quick-filters.js';
import { toggled } from './shortcuts.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';
import { SortChoice } from './sort-choice.js';
import { type LiveAlerts, useLiveAlerts } from './use-live-alerts.js';
import { useQueue } from './use-queue.js';
import { useQueueKeys } from './use-queue-keys.js';
import { useRowFocus } from './use-row-focus.js';
import { useShortcutSwitch } from './use-shortcuts.js';
import { useViews } from './use-views.js';
import { ViewBar, viewField } from './view-bar.js';

/** The alerts of the tenants that the caller can access: filters, counts, list, and the open alert beside it. */
export function AlertListPage() {
  const { search } = useLocation();
  const state = useMemo(() => readListLocation(search), [search]);
  const chosen = useChosenTenant();
  const tenant = state.filter.tenant || chosen;
  const filter = useFilterInput({ ...state.filter, tenant });
  const views = useViews(search, state);
  const list = useGraphQuery({
    document: AlertListDocument,
    variables: { filter, orderBy: sorts[state.sort].order, ...pageVariables(state.page) },
    skip: views.isOpening,
  });
  const live = useLiveAlerts(tenant);
  const rows = list.data?.alerts.nodes ?? noRows;
  const focus = useRowFocus(rows.map(({ id }) => id));
  const queue = useQueue(state, rows, focus);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [filterOpen, setFilterOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const [keysOn, switchKeys] = useShortcutSwitch();
  const [commentOn, onCommentFocus] = useQueueKeys({
    isOn: keysOn,
    ...{ state, rows, queue, focus },
    canChange: list.data?.alertAccess.canChange ?? false,
    onSelect: (id) => setSelected(toggled(selected, id)),
    onFilter: () => {
      flushSync(() => setFilterOpen(true));
      document.getElementById(firstFilterField)?.focus();
    },
    onViews: () => document.getElementById(viewField)?.focus(),
    onHelp: () => setHelpOpen(true),
  });
  const setFilter = useCallback(
    (next: AlertFilter) => navigate(hrefOfList(atFirstPage(state, { filter: next }))),
    [state],
  );

  return (
    <div className={state.alert === '' ? 'alerts' : 'alerts alerts-with-detail'}>
      <h1 className="visually-hidden">Alerts</h1>
      <FilterColumn open={filterOpen} onOpen={setFilterOpen}>
        <FilterForm filter={state.filter} onChange={setFilter} />
        <FacetPanel filter={state.filter} input={filter} onChange={setFilter} />
      </FilterColumn>
      <div className="alerts-list">
        <ViewBar state={state} views={views} />
        <QuickFilters filter={state.filter} onChange={setFilter} />
        <FilterChips filter={state.filter} onChange={setFilter} />
        <AlertHistogram filter={state.filter} input={filter} onChange={setFilter} />
        <AlertList
          {...{ state, list, live, selected, filter }}
          onSelect={setSelected}
          onHelp={() => setHelpOpen(true)}
        />
        <QueueStatus queue={queue} />
      </div>
      {/* One form to sign in is enough, and a narrow panel would cover that of the list. */}
      {state.alert !== '' && list.failure?.kind !== 'sign-in' && (
        <DetailPanel key={state.alert} {...{ state, rows, queue, focus, commentOn, onCommentFocus }} />
      )}
      {helpOpen && <ShortcutsDialog isOn={keysOn} onSwitch={switchKeys} onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

interface FilterColumnProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Collapsed on a small screen until the user opens it. */
function FilterColumn({ open, onOpen, children }: FilterColumnProps) {
  return (
    <aside className={open ? 'alerts-filter alerts-filter-open' : 'alerts-filter'} aria-label="Filters">
      <button type="button" className="button filter-toggle" aria-expanded={open} onClick={() => onOpen(!open)}>
        {open ? 'Hide filters' : 'Filters'}
      </button>
      {children}
    </aside>
  );
}

const noRows: AlertListData['nodes'] = [];

interface ListToolbarProps {
  readonly onHelp: () => void;
  readonly state: ListLocation;
  readonly list: QueryState<AlertListQuery>;
  readonly live: LiveAlerts;
  /** The filter as a variable of the graph. */
  readonly filter: AlertFilterInput;
}

interface AlertListProps extends ListToolbarProps {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function AlertList({ state, list, live, filter, selected, onSelect, onHelp }: AlertListProps) {
  const rows = list.data?.alerts.nodes;
  const canChange = list.data?.alertAccess.canChange ?? false;
  // A bulk change includes only rows that the page still shows.
  const selectedRows = useMemo(() => rows?.filter((row) => selected.has(row.id)) ?? [], [rows, selected]);

  const section = useScrollToTop(`${state.page.after} ${state.page.before}`);
  const content = (): ReactNode => {
    if (list.failure !== undefined && !list.loading) {
      return <FailurePanel failure={list.failure} />;
    }
    if (list.data === undefined || rows === undefined) {
      return <LoadingPanel what="alerts" />;
    }
    return (
      <>
        {canChange && <BulkBar selected={selectedRows} onSelect={onSelect} />}
        {rows.length === 0 ? (
          <NoAlerts state={state} />
        ) : (
          <>
            <AlertTable
              {...{ rows, state, selected, live }}
              onSelect={canChange ? onSelect : undefined}
              stale={list.loading}
            />
            <ListPager state={state} data={list.data.alerts} loading={list.loading} />
          </>
        )}
      </>
    );
  };

  return (
    <section
      id="alert-list"
      className="alerts-section"
      aria-label="Alerts"
      aria-busy={list.loading}
      tabIndex={-1}
      ref={section}
    >
      <ListToolbar {...{ state, list, live, filter, onHelp }} />
      {content()}
    </section>
  );
}

/** The button for live updates is also shown for an empty or failed list, because an update may fill it. */
function ListToolbar({ state, list, live, filter, onHelp }: ListToolbarProps) {
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
      {list.data?.alertAccess.canChange && <ChangeAll total={list.data.alerts.totalCount} filter={filter} />}
      {listed !== undefined && <ExportMenu total={listed.totalCount} filter={filter} />}
      <LiveButton live={live} />
      {live.unseen.size > 0 && (
        <button type="button" className="button button-small" title="Mark all as seen" onClick={() => live.see()}>
          {formatNumber(live.unseen.size)} new
        </button>
      )}
      <button type="button" className="button button-small" aria-keyshortcuts="?" onClick={onHelp}>
        Shortcuts
      </button>
      {listed !== undefined && (
        <>
          <button type="button" className="button button-small" onClick={refreshQueries} disabled={list.loading}>
            {list.loading ? 'Loading…' : 'Refresh'}
          </button>
          {list.receivedAt !== undefined && (
            <span className="hint">
              Updated {formatClock(list.receivedAt)} {zone}
            </span>
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
