import { AlertHistogramDocument } from '../generated/operations.js';
import { TimeHistogram } from '../shared/time-histogram.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { AlertFilterInput } from './filter.js';

interface AlertHistogramProps {
  readonly input: AlertFilterInput;
  /** UTC to the minute, as the filter holds it. */
  readonly onChoose: (range: { readonly from: string; readonly to: string }) => void;
}

const day = 86_400;
const maxBars = 120;
/** Widths in seconds that people read with ease; each but the last is asked for when days would be too coarse. */
const widths = [300, 900, 3600, 3 * 3600, 6 * 3600, day] as const;

/**
 * When the alerts of the filter were first seen. The days are asked first, because only they tell how long a time the
 * alerts cover; a short one is then asked again in finer steps.
 */
export function AlertHistogram({ input, onChoose }: AlertHistogramProps) {
  const days = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds: day },
  });
  const dayCount = days.data?.alerts.histogram.length ?? 0;
  const width = widthFor(dayCount);
  const finer = useGraphQuery({
    document: AlertHistogramDocument,
    variables: { filter: input, intervalSeconds: width },
    skip: dayCount === 0 || width === day,
  });
  const buckets = (width === day ? days : finer).data?.alerts.histogram;
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
      onChoose={({ from, to }) => onChoose({ from: minuteOf(from), to: minuteOf(to) })}
    />
  );
}

function widthFor(days: number): number {
  return widths.find((width) => (days * day) / width <= maxBars) ?? day;
}

function minuteOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 16);
}
