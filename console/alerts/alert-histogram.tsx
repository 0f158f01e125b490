import { AlertHistogramDocument, type AlertHistogramQuery } from '../generated/operations.js';
import { CheckboxField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import type { ChartBucket } from '../shared/time-buckets.js';
import { ChartPlaceholder, TimeChart } from '../shared/time-chart.js';
import { formatUtcMinute } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { severities } from './data.js';
import { type AlertFilter, type AlertFilterInput, hasOpenStatuses, openStatuses, timeRangeSeconds } from './filter.js';

interface AlertHistogramProps {
  readonly filter: AlertFilter;
  /** The filter as a GraphQL variable. */
  readonly input: AlertFilterInput;
  readonly onChange: (filter: AlertFilter) => void;
}

const daySeconds = 86_400;
const maxBars = 120;
/** Maximum number of buckets that the server accepts. */
const maxBuckets = 1000;
/** Bucket intervals; the shortest that yields at most `maxBars` bars is used. */
const intervalsSeconds = [300, 900, 3600, 3 * 3600, 6 * 3600, daySeconds] as const;
const series = severities.map((severity) => ({
  name: formatEnum(severity),
  color: `--chart-${severity.toLowerCase()}`,
}));

/**
 * Counts the alerts of the filter by first seen time and severity. The first query counts by day, which yields the time
 * between the first and the last alert. If that is short, a second query uses smaller buckets.
 */
export function AlertHistogram({ filter, input, onChange }: AlertHistogramProps) {
  const days = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds: daySeconds },
  });
  const spanSeconds = (days.data?.alerts.histogram.length ?? 0) * daySeconds;
  const intervalSeconds = intervalFor(spanSeconds, timeRangeSeconds(filter, Date.now()) ?? spanSeconds);
  const isByDay = intervalSeconds === daySeconds;
  const detailed = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds },
    skip: isByDay || spanSeconds === 0,
  });
  const query = isByDay ? days : detailed;
  const buckets = query.data?.alerts.histogram;
  const isOfAll = filter.status.length === 0;
  const isZoomed = filter.from !== '' || filter.to !== '' || filter.within !== '';
  const reset = () => onChange({ ...filter, from: '', to: '', within: '' });
  if ([days, detailed].some(({ failure }) => failure?.kind === 'rejected')) {
    return <p className="hint">The alerts span too much time for a chart. Select a shorter time range.</p>;
  }
  if (buckets === undefined) {
    return <ChartPlaceholder />;
  }
  const choice = (isOfAll || hasOpenStatuses(filter)) && (
    <CheckboxField
      label="Including closed"
      checked={isOfAll}
      onChange={(checked) => onChange({ ...filter, status: checked ? [] : openStatuses })}
    />
  );
  if (buckets.length === 0 && !isZoomed) {
    return <p className="hint">{choice}</p>;
  }
  return (
    <TimeChart
      title="by first seen time"
      noun="alert"
      intervalSeconds={intervalSeconds}
      buckets={buckets.map(bucketOf)}
      series={series}
      onZoom={({ from, to }) =>
        onChange({ ...filter, within: '', from: formatUtcMinute(from), to: formatUtcMinute(to) })
      }
      onReset={isZoomed ? reset : undefined}
    >
      {choice}
    </TimeChart>
  );
}

function bucketOf({ start, severity }: NonNullable<AlertHistogramQuery['alerts']>['histogram'][number]): ChartBucket {
  const countOf = (name: string) => severity.find(({ value }) => value === name)?.count ?? 0;
  return { start: Date.parse(start) / 1000, counts: severities.map(countOf) };
}

/**
 * @param spanSeconds the time between the first and the last alert
 * @param rangeSeconds the length of the time range of the filter; alerts that were last seen in this range may have
 * been first seen before it, which adds bars
 */
function intervalFor(spanSeconds: number, rangeSeconds: number): number {
  return (
    intervalsSeconds.find((seconds) => rangeSeconds / seconds <= maxBars && spanSeconds / seconds <= maxBuckets) ??
    daySeconds
  );
}
