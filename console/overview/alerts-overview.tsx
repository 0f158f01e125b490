import { SeverityBadge } from '../alerts/badges.js';
import { severities } from '../alerts/data.js';
import { type AlertFilter, defaultFilter, toFilterInput } from '../alerts/filter.js';
import { hrefOfAlerts } from '../alerts/list-location.js';
import { AlertOverviewDocument, type AlertOverviewQuery, type Severity } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatMinute, formatNumber } from '../shared/format.js';
import { useViewer } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useRefreshTime } from '../shared/revision.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { dayMs, formatUtcMinute } from '../shared/time-range.js';
import { timeZoneLabel } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { lastVisit } from './last-visit.js';
import { ModelsOverview } from './models-overview.js';
import { type Tile, Tiles } from './tiles.js';

/**
 * Alerts that are not closed: counts of those that require work today, and counts of all by severity and age. Also the
 * precision of models.
 */
export function AlertsOverview() {
  const tenant = useSelectedTenant();
  const viewer = useViewer();
  const now = useRefreshTime();
  const filters = filtersOf(tenant, viewer.id, now);
  const inputOf = (filter: AlertFilter) => toFilterInput(filter, now);
  const query = useGraphQuery({
    document: AlertOverviewDocument,
    variables: {
      all: inputOf(filters.all),
      day: inputOf(filters.day),
      week: inputOf(filters.week),
      older: inputOf(filters.older),
      missed: inputOf(filters.missed),
      soon: inputOf(filters.soon),
      mine: inputOf(filters.mine),
      unassigned: inputOf(filters.unassigned),
      new: inputOf(filters.new),
      isPerson: viewer.id !== '',
      tenantId: tenant === '' ? undefined : tenant,
    },
  });
  return (
    <QueryPanel query={query} dataName="alerts">
      {(data) => (
        <>
          <Tiles label="Alerts" tiles={tilesOf(data, filters)} />
          <section className="overview-part">
            <h2>Alerts not closed, by severity and age</h2>
            <DataTable columns={columnsOf(data, filters)} rows={severities} keyOf={(severity) => severity} />
            <ModelsOverview models={data.modelPrecision} />
          </section>
        </>
      )}
    </QueryPanel>
  );
}

type Filters = ReturnType<typeof filtersOf>;

function filtersOf(tenant: string, viewerId: string, now: number) {
  const all: AlertFilter = { ...defaultFilter, tenant };
  const daysAgo = (days: number) => formatUtcMinute(new Date(now - days * dayMs));
  return {
    all,
    day: { ...all, openedSince: daysAgo(1) },
    week: { ...all, openedSince: daysAgo(7), openedBefore: daysAgo(1) },
    older: { ...all, openedBefore: daysAgo(7) },
    missed: { ...all, target: 'missed' },
    soon: { ...all, target: 'soon' },
    mine: { ...all, assignee: viewerId },
    unassigned: { ...all, assignee: 'none' },
    new: { ...all, openedSince: lastVisit() },
  };
}

function tilesOf(data: AlertOverviewQuery, filters: Filters): Tile[] {
  const tile = (name: 'missed' | 'soon' | 'mine' | 'unassigned' | 'new', label: string, isUrgent = false): Tile[] => {
    const count = data[name]?.totalCount;
    if (count === undefined) {
      return [];
    }
    return [{ label, value: formatNumber(count), href: hrefOfAlerts(filters[name]), isUrgent: isUrgent && count > 0 }];
  };
  return [
    ...tile('missed', 'Target breached', true),
    ...tile('soon', 'Due within an hour', true),
    ...tile('mine', 'Assigned to me'),
    ...tile('unassigned', 'Unassigned'),
    ...tile('new', `Opened since ${formatMinute(`${filters.new.openedSince}Z`)} ${timeZoneLabel}`),
  ];
}

function columnsOf(data: AlertOverviewQuery, filters: Filters): readonly Column<Severity>[] {
  const column = (name: 'day' | 'week' | 'older' | 'all', title: string): Column<Severity> => ({
    title,
    className: 'table-number',
    cell(severity) {
      const count = data[name]?.facets.severity.find(({ value }) => value === severity)?.count ?? 0;
      return (
        <a
          className={count === 0 ? 'overview-zero' : undefined}
          href={hrefOfAlerts({ ...filters[name], severity: [severity] })}
        >
          {formatNumber(count)}
        </a>
      );
    },
  });
  return [
    { title: 'Severity', cell: (severity) => <SeverityBadge severity={severity} /> },
    column('day', 'Up to 24 hours'),
    column('week', '1 to 7 days'),
    column('older', 'Over 7 days'),
    column('all', 'All'),
  ];
}
