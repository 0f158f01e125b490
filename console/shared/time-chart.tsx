import './time-chart.css';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from './button.js';
import { type Column, DataTable, numberColumn } from './data-table.js';
import { formatCount, formatMinute, formatNumber, timeTitle } from './format.js';
import { type ChartBucket, type ChartSeries, omitEmptySeries, rangeOf, type TimeRange } from './time-buckets.js';
import { timeZoneLabel } from './time-zone.js';

interface TimeChartProps {
  /** The caption of the chart. */
  readonly title: string;
  /** The counted objects, in the singular. */
  readonly noun: string;
  /** Text in the caption instead of the total, for counts whose sum is meaningless. */
  readonly summary?: string;
  /** Duration of each bucket. */
  readonly intervalSeconds: number;
  /** Buckets in ascending order of time. */
  readonly buckets: readonly ChartBucket[];
  /** Series from the bottom of the stack to its top. */
  readonly series: readonly ChartSeries[];
  /** Name of the limits of buckets in the legend; absent if buckets have no limits. */
  readonly limitName?: string;
  /** Called with a time range that was selected by dragging, with a click on a bar, or in the table. */
  readonly onZoom: (range: TimeRange) => void;
  /** Called to show the whole time range again; undefined if it is already shown. */
  readonly onReset: (() => void) | undefined;
  /** Controls alongside the caption. */
  readonly children?: ReactNode;
}

// The library is loaded with the first chart, so it does not delay the rest of a page.
const ChartCanvas = lazy(() =>
  import('./time-chart-canvas.js').then(({ TimeChartCanvas }) => ({ default: TimeChartCanvas })),
);

/** Counts over time as stacked bars. Dragging zooms. The table has the same counts, and zooms with the keyboard. */
export function TimeChart(props: TimeChartProps) {
  const { title, noun, summary, intervalSeconds, limitName, onZoom, onReset } = props;
  const { series, buckets } = omitEmptySeries(props.series, props.buckets);
  const caption = useId();
  const [shownCount, setShown] = useState<number>();
  const [isListed, setListed] = useState(false);
  const total = buckets.reduce((sum, bucket) => sum + totalOf(bucket), 0);
  const bucket = shownCount === undefined ? undefined : buckets[shownCount];
  return (
    <figure className="chart" aria-labelledby={caption}>
      <figcaption id={caption}>
        <span>
          {summary ?? formatCount(total, noun)} {title}, {spanName(intervalSeconds)} per bar ({timeZoneLabel})
        </span>
        {props.children}
        {onReset !== undefined && (
          <Button size="small" onClick={onReset}>
            Reset zoom
          </Button>
        )}
      </figcaption>
      <div className="chart-canvas" aria-hidden="true">
        <Suspense>
          <ChartCanvas
            {...{ intervalSeconds, buckets, series, onZoom }}
            hasLimit={limitName !== undefined}
            onShow={setShown}
          />
        </Suspense>
      </div>
      <Legend series={series} limitName={limitName} bucket={bucket} />
      <details onToggle={(event) => setListed(event.currentTarget.open)}>
        <summary>Show as a table</summary>
        {isListed && (
          <DataTable
            columns={columnsOf({ series, intervalSeconds, limitName, onZoom })}
            rows={buckets.filter((candidate) => totalOf(candidate) > 0)}
            keyOf={({ start }) => String(start)}
          />
        )}
      </details>
    </figure>
  );
}

/**
 * A placeholder with about the height of a chart, shown while the data loads, so the content below it does not move.
 */
export function ChartPlaceholder() {
  return <div className="chart chart-placeholder" />;
}

type LegendProps = Pick<TimeChartProps, 'series' | 'limitName'> & {
  /** The bucket below the pointer, whose counts are shown. */
  readonly bucket: ChartBucket | undefined;
};

function Legend({ series, limitName, bucket }: LegendProps) {
  return (
    <div className="chart-legend" aria-hidden="true">
      {series.map(({ name, color }, index) => (
        <span key={name}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={`var(${color})`} />
          </svg>
          {name}
          {bucket !== undefined && ` ${formatNumber(bucket.counts[index] ?? 0)}`}
        </span>
      ))}
      {limitName !== undefined && (
        <span>
          <svg viewBox="0 0 14 10" aria-hidden="true">
            <path d="M0 5h5m4 0h5" stroke="currentcolor" strokeWidth="2" />
          </svg>
          {limitName}
          {bucket?.limit != null && ` ${formatNumber(bucket.limit)}`}
        </span>
      )}
      {bucket !== undefined && <span>{formatBucketStart(bucket.start)}</span>}
    </div>
  );
}

type ColumnOptions = Pick<TimeChartProps, 'series' | 'intervalSeconds' | 'limitName' | 'onZoom'>;

function columnsOf({ series, intervalSeconds, limitName, onZoom }: ColumnOptions) {
  const columns: Column<ChartBucket>[] = series.map(({ name }, index) =>
    numberColumn(name, ({ counts }) => counts[index] ?? 0),
  );
  const time: Column<ChartBucket> = {
    title: timeTitle('From'),
    cell: (bucket) => (
      <Button variant="plain" onClick={() => onZoom(rangeOf(bucket, intervalSeconds))}>
        {formatBucketStart(bucket.start)}
      </Button>
    ),
  };
  const limits = limitName === undefined ? [] : [numberColumn(limitName, ({ limit }: ChartBucket) => limit)];
  return [time, ...columns, ...limits];
}

function totalOf({ counts }: ChartBucket): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function formatBucketStart(seconds: number): string {
  return formatMinute(new Date(seconds * 1000));
}

function spanName(seconds: number): string {
  const names: readonly (readonly [number, string])[] = [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [size, name] of names) {
    if (seconds >= size && Number.isInteger(seconds / size)) {
      return formatCount(seconds / size, name);
    }
  }
  return formatCount(seconds, 'second');
}
