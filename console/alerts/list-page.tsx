import './alerts.css';
import './filters.css';
import './rows.css';
import './views.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AlertListDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { navigate, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useStoredSwitch } from '../shared/use-stored-switch.js';
import { AlertHistogram } from './alert-histogram.js';
import { AlertTable } from './alert-table.js';
import { BulkBar } from './bulk-bar.js';
import type { AlertList as AlertListData } from './data.js';
import { DetailPanel } from './detail-panel.js';
import { FacetPanel } from './facet-panel.js';
import type { AlertFilter } from './filter.js';
import { FilterChips } from './filter-chips.js';
import { FilterForm } from './filter-form.js';
import { useKnownPeople } from './known-people.js';
import { hrefOfList, pageVariables, readListLocation, resetToFirstPage, sorts } from './list-location.js';
import { ListPager } from './list-pager.js';
import { ListToolbar, type ListToolbarProps } from './list-toolbar.js';
import { NoAlerts } from './no-alerts.js';
import { QueueStatus } from './queue-status.js';
import { QuickFilters } from './quick-filters.js';
import { SearchField, searchFieldId } from './search-field.js';
import { toggleId } from './shortcuts.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';
import { useFilterInput } from './use-filter-input.js';
import { useLiveAlerts } from './use-live-alerts.js';
import { useQueue } from './use-queue.js';
import { useQueueKeys } from './use-queue-keys.js';
import { useRowFocus } from './use-row-focus.js';
import { useViews } from './use-views.js';
import { ViewBar, viewField } from './view-bar.js';

/** The alerts of the tenants of the caller: filters, counts, list, and the open alert alongside it. */
export function AlertListPage() {
  const { search } = useLocation();
  const state = useMemo(() => readListLocation(search), [search]);
  const selectedTenant = useSelectedTenant();
  const tenant = state.filter.tenant || selectedTenant;
  const filter = useFilterInput({ ...state.filter, tenant });
  const views = useViews(search, state);
  const list = useGraphQuery({
    document: AlertListDocument,
    variables: { filter, orderBy: sorts[state.sort].order, ...pageVariables(state.page) },
    skip: views.isOpening,
  });
  const live = useLiveAlerts(filter, tenant);
  const rows = list.data?.alerts.nodes ?? noRows;
  useKnownPeople(
    rows.map(({ assignee }) => assignee),
    [state.filter.assignee, state.filter.mentioned],
  );
  const focus = useRowFocus(rows.map(({ id }) => id));
  const queue = useQueue(state, rows, focus);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [filterOpen, setFilterOpen] = useState(false);
  const [moreOpen, setMoreOpen] = useState(false);
  const [chartOn, switchChart] = useStoredSwitch('rampart.alert-chart', hasSpaceForChart);
  const [helpOpen, setHelpOpen] = useState(false);
  const [keysOn, switchKeys] = useStoredSwitch('rampart.shortcuts', () => true);
  const [commentOn, onCommentFocus] = useQueueKeys({
    isOn: keysOn,
    ...{ state, rows, queue, focus },
    canChange: list.data?.alertAccess.canChange ?? false,
    onSelect: (id) => setSelected(toggleId(selected, id)),
    onSearch: () => document.getElementById(searchFieldId)?.focus(),
    onViews: () => {
      flushSync(() => setMoreOpen(true));
      document.getElementById(viewField)?.focus();
    },
    onHelp: () => setHelpOpen(true),
  });
  const setFilter = useCallback(
    (next: AlertFilter) => navigate(hrefOfList(resetToFirstPage(state, { filter: next }))),
    [state],
  );
  // The list shows the sign-in form, which a narrow panel would cover.
  const hasDetail = state.alert !== '' && list.failure?.kind !== 'sign-in';

  return (
    <div className={classOf(hasDetail, moreOpen)}>
      <h1 className="visually-hidden">Alerts</h1>
      <div className="alerts-head">
        <SearchField text={state.filter.text} onSearch={(text) => setFilter({ ...state.filter, text })} />
        <Button className="filter-toggle" aria-expanded={filterOpen} onClick={() => setFilterOpen(!filterOpen)}>
          {filterOpen ? 'Hide filters' : 'Filters'}
        </Button>
        <ViewBar state={state} views={views} chart={{ isOn: chartOn, toggle: () => switchChart(!chartOn) }} />
      </div>
      {/* Collapsed on small screens until the person opens it. */}
      <aside className={filterOpen ? 'alerts-filter alerts-filter-open' : 'alerts-filter'} aria-label="Filters">
        <FilterForm filter={state.filter} onChange={setFilter} />
        <FacetPanel filter={state.filter} input={filter} onChange={setFilter} />
      </aside>
      <div className="alerts-list">
        <div className="alerts-narrowing">
          <QuickFilters filter={state.filter} onChange={setFilter} />
          <FilterChips filter={state.filter} onChange={setFilter} />
        </div>
        {chartOn && <AlertHistogram filter={state.filter} input={filter} onChange={setFilter} />}
        <AlertList
          {...{ state, list, live, selected, filter }}
          onSelect={setSelected}
          onHelp={() => setHelpOpen(true)}
          more={{ isOpen: moreOpen, toggle: () => setMoreOpen(!moreOpen) }}
        />
        <QueueStatus queue={queue} />
      </div>
      {hasDetail && <DetailPanel key={state.alert} {...{ state, rows, queue, focus, commentOn, onCommentFocus }} />}
      {helpOpen && <ShortcutsDialog isOn={keysOn} onSwitch={switchKeys} onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Whether the chart leaves space for alerts on the page. */
function hasSpaceForChart(): boolean {
  return matchMedia('(min-width: 821px) and (min-height: 800px)').matches;
}

function classOf(hasDetail: boolean, isMoreOpen: boolean): string {
  return ['alerts', hasDetail && 'alerts-with-detail', isMoreOpen && 'alerts-more-open'].filter(Boolean).join(' ');
}

const noRows: AlertListData['nodes'] = [];

interface AlertListProps extends ListToolbarProps {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function AlertList({ selected, onSelect, ...toolbar }: AlertListProps) {
  const { state, list, live } = toolbar;
  const rows = list.data?.alerts.nodes;
  // A bulk change includes only the rows that the page shows.
  const selectedRows = useMemo(() => rows?.filter((row) => selected.has(row.id)) ?? [], [rows, selected]);

  const section = useScrollToTop(`${state.page.after} ${state.page.before}`);
  return (
    <section
      id="alert-list"
      className="alerts-section"
      aria-label="Alerts"
      aria-busy={list.loading}
      tabIndex={-1}
      ref={section}
    >
      <ListToolbar {...toolbar} />
      <QueryPanel query={list} dataName="alerts">
        {({ alerts, alertAccess: { canChange } }) => (
          <>
            {canChange && <BulkBar selected={selectedRows} onSelect={onSelect} />}
            {alerts.nodes.length === 0 ? (
              <NoAlerts state={state} />
            ) : (
              <>
                <AlertTable
                  {...{ rows: alerts.nodes, state, selected, live }}
                  onSelect={canChange ? onSelect : undefined}
                  stale={list.loading}
                />
                <ListPager state={state} data={alerts} loading={list.loading} />
              </>
            )}
          </>
        )}
      </QueryPanel>
    </section>
  );
}

/** Scrolls to the top of the list when its page changes. */
function useScrollToTop(cursor: string) {
  const section = useRef<HTMLElement>(null);
  const shownCursor = useRef(cursor);
  useEffect(() => {
    if (shownCursor.current !== cursor) {
      shownCursor.current = cursor;
      section.current?.scrollIntoView({ block: 'start' });
    }
  }, [cursor]);
  return section;
}
