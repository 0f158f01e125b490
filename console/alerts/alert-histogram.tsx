import { AlertHistogramDocument } from '../generated/operations.js';
import { TimeHistogram } from '../shared/time-histogram.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { AlertFilterInput } from './filter.js';

interface AlertHistogramProps {
  readonly input: AlertFilterInput;
  /** UTC to the minute, as the filter holds it. */
  readonly onSelect: (range: { readonly from: string; readonly to: string }) => void;
}

const day = 86_400;
const maxBars = 120;
/** Bucket widths in seconds; the smallest that gives at most `maxBars` bars is used. */
const widths = [300, 900, 3600, 3 * 3600, 6 * 3600, day] as const;

/**
 * Counts the alerts of the filter by first seen time. The first query counts by day, which shows the time range of the
 * alerts; for a short range, a second query uses smaller buckets.
 */
export function AlertHistogram({ input, onSelect }: AlertHistogramProps) {
  const days = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds: day },
  });
  const dayCount = days.data?.alerts.histogram.length ?? 0;
  const width = widthFor(dayCount);
  const detailed = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds: width },
    skip: dayCount === 0 || width === day,
  });
  const buckets = (width === day ? days : detailed).data?.alerts.histogram;
  if (days.failure !== undefined && days.failure.kind === 'refused') {
    return <p className="hint">The alerts span too much time for a chart. Select a shorter time range.</p>;
  }
  if (buckets === undefined || buckets.length === 0) {
    return null;
  }
  return (
    <TimeHistogram
      width={width}
      buckets={buckets}
      noun="alert"
      timeField="first seen time"
      onSelect={({ from, to }) => onSelect({ from: minuteOf(from), to: minuteOf(to) })}
    />
  );
}

function widthFor(days: number): number {
  return widths.find((width) => (days * day) / width <= maxBars) ?? day;
}

function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16);
}
