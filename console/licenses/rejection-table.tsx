import { RejectionCountsDocument, type RejectionCountsQuery } from '../generated/operations.js';
import { type Column, DataTable, numberColumn } from '../shared/data-table.js';
import { formatEnum } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

const daySeconds = 86_400;

interface Rejection {
  readonly endpoint: string;
  readonly cause: string;
  readonly count: number;
}

/** Rejected requests of the last 24 hours, by endpoint and cause. */
export function RejectionTable() {
  const rejections = useGraphQuery({
    document: RejectionCountsDocument,
    variables: { since: secondsAgo(daySeconds) },
  });
  return (
    <>
      <h2>Rejected in the last 24 hours</h2>
      <QueryPanel query={rejections} dataName="rejected requests">
        {({ rejections: hours }) => (
          <DataTable
            columns={columns}
            rows={sumByCause(hours)}
            keyOf={({ endpoint, cause }) => `${endpoint} ${cause}`}
            exported={{ path: 'api/license-rejections/export' }}
            none="No request was rejected."
          />
        )}
      </QueryPanel>
    </>
  );
}

/** Sums counts, which the graph returns for each hour, by endpoint and cause; highest first. */
function sumByCause(hours: NonNullable<RejectionCountsQuery['rejections']>): Rejection[] {
  const sums = new Map<string, Rejection>();
  for (const { endpoint, cause, count } of hours) {
    const key = `${endpoint} ${cause}`;
    sums.set(key, { endpoint, cause, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()].sort((left, right) => right.count - left.count);
}

const columns: readonly Column<Rejection>[] = [
  { title: 'Cause', cell: ({ cause }) => formatEnum(cause) },
  { title: 'Endpoint', cell: ({ endpoint }) => formatEnum(endpoint) },
  numberColumn('Requests', ({ count }) => count),
];
