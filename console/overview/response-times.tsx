import { severities } from '../alerts/data.js';
import { type AlertFilter, emptyFilter, toFilterInput } from '../alerts/filter.js';
import { hrefOfAlerts } from '../alerts/list-location.js';
import {
  ResponseTimeOverviewDocument,
  type ResponseTimeOverviewQuery,
  type ResponseTimesKey,
} from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatDuration, formatEnum } from '../shared/format.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { choiceOf } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useRefreshTime } from '../shared/revision.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { dayMs, formatUtcMinute } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const periodDays = 30;
const keys = ['SEVERITY', 'TENANT', 'MODEL'] as const satisfies readonly ResponseTimesKey[];

/**
 * Mean and 90th percentile of the times until alerts that were opened in the last 30 days were acknowledged (MTTA) and
 * closed (MTTR).
 */
export function ResponseTimes() {
  const { path, search } = useLocation();
  const tenant = useSelectedTenant();
  const now = useRefreshTime();
  const by = choiceOf(search, 'by', keys) ?? 'SEVERITY';
  const filter = { ...emptyFilter, tenant, openedSince: formatUtcMinute(new Date(now - periodDays * dayMs)) };
  const query = useGraphQuery({
    document: ResponseTimeOverviewDocument,
    variables: { filter: toFilterInput(filter, now), by },
  });
  function show(key: string) {
    const next = new URLSearchParams(search);
    next.set('by', key);
    navigate(hrefOf(path, next));
  }
  return (
    <section>
      <div className="overview-head">
        <h2>Response times, {periodDays} days</h2>
        <select aria-label="Response times" value={by} onChange={(event) => show(event.target.value)}>
          {keys.map((key) => (
            <option key={key} value={key}>
              By {formatEnum(key).toLowerCase()}
            </option>
          ))}
        </select>
      </div>
      <QueryPanel query={query} dataName="response times">
        {({ alerts }) =>
          alerts.responseTimes.length === 0 ? (
            <p>No alerts in this period.</p>
          ) : (
            <DataTable columns={columnsOf(by, filter)} rows={sorted(alerts.responseTimes)} keyOf={nameOf} />
          )
        }
      </QueryPanel>
    </section>
  );
}

type Times = NonNullable<ResponseTimeOverviewQuery['alerts']>['responseTimes'][number];
type Durations = NonNullable<Times['acknowledged']>;

function nameOf({ severity, tenantId, modelName }: Times): string {
  return severity ?? tenantId ?? modelName ?? '';
}

/** Sorts severities in descending order, and other names alphabetically. */
function sorted(times: readonly Times[]): Times[] {
  const rankOf = ({ severity }: Times) => (severity === null ? 0 : severities.indexOf(severity));
  return times.toSorted((a, b) => rankOf(a) - rankOf(b) || nameOf(a).localeCompare(nameOf(b)));
}

function hrefOfTimes(filter: AlertFilter, { severity, tenantId, modelName }: Times): string {
  return hrefOfAlerts({
    ...filter,
    severity: severity === null ? [] : [severity],
    tenant: tenantId ?? filter.tenant,
    model: modelName === null ? [] : [modelName],
  });
}

function columnsOf(by: ResponseTimesKey, filter: AlertFilter): readonly Column<Times>[] {
  const column = (
    title: string,
    name: 'acknowledged' | 'resolved',
    secondsOf: (durations: Durations) => number,
  ): Column<Times> => ({
    title,
    className: 'table-number',
    cell: (row) => {
      const durations = row[name];
      return durations ? <a href={hrefOfTimes(filter, row)}>{formatDuration(secondsOf(durations))}</a> : '–';
    },
  });
  const mean = ({ meanSeconds }: Durations) => meanSeconds;
  const p90 = ({ p90Seconds }: Durations) => p90Seconds;
  return [
    {
      title: formatEnum(by),
      cell: (row) => (
        <a href={hrefOfTimes(filter, row)}>{row.severity === null ? nameOf(row) : formatEnum(row.severity)}</a>
      ),
    },
    column('MTTA', 'acknowledged', mean),
    column('90% acknowledged in', 'acknowledged', p90),
    column('MTTR', 'resolved', mean),
    column('90% closed in', 'resolved', p90),
  ];
}
