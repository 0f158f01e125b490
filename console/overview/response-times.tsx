import { severities } from '../alerts/data.js';
import { emptyFilter, toFilterInput } from '../alerts/filter.js';
import { hrefOfAlerts } from '../alerts/list-location.js';
import {
  ResponseTimeOverviewDocument,
  type ResponseTimeOverviewQuery,
  type Severity,
} from '../generated/operations.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { formatDuration, formatEnum } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { minuteOf } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const days = 30;
const dayMs = 86_400_000;

/** How long alerts of the last days waited until somebody acknowledged (MTTA) and closed (MTTR) them, by severity. */
export function ResponseTimes() {
  const tenant = useChosenTenant();
  const now = Date.now();
  const filter = { ...emptyFilter, tenant, openedSince: minuteOf(new Date(now - days * dayMs)) };
  const query = useGraphQuery({
    document: ResponseTimeOverviewDocument,
    variables: { filter: toFilterInput(filter, now) },
  });
  return (
    <section>
      <h2>Response times, {days} days</h2>
      <QueryPanel query={query} what="response times">
        {({ alerts }) => (
          <DataTable
            columns={columnsOf(alerts?.responseTimes ?? [], (severity) =>
              hrefOfAlerts({ ...filter, severity: [severity] }),
            )}
            rows={severities}
            keyOf={(severity) => severity}
          />
        )}
      </QueryPanel>
    </section>
  );
}

type Times = NonNullable<ResponseTimeOverviewQuery['alerts']>['responseTimes'];
type Durations = NonNullable<Times[number]['acknowledged']>;

function columnsOf(times: Times, hrefOf: (severity: Severity) => string): readonly Column<Severity>[] {
  const column = (
    title: string,
    name: 'acknowledged' | 'resolved',
    secondsOf: (durations: Durations) => number,
  ): Column<Severity> => ({
    title,
    className: 'table-number',
    cell(severity) {
      const durations = times.find((each) => each.severity === severity)?.[name];
      return durations ? formatDuration(secondsOf(durations)) : '–';
    },
  });
  const mean = ({ meanSeconds }: Durations) => meanSeconds;
  const p90 = ({ p90Seconds }: Durations) => p90Seconds;
  return [
    { title: 'Severity', cell: (severity) => <a href={hrefOf(severity)}>{formatEnum(severity)}</a> },
    column('MTTA', 'acknowledged', mean),
    column('90 % acked in', 'acknowledged', p90),
    column('MTTR', 'resolved', mean),
    column('90 % closed in', 'resolved', p90),
  ];
}
