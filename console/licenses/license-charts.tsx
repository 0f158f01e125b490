import { useState } from 'react';
import { LicenseHistoryDocument, type LicenseHistoryQuery } from '../generated/operations.js';
import { SelectField } from '../shared/fields.js';
import { formatCount, formatEnum, formatNumber } from '../shared/format.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import type { ChartBucket, ChartSeries } from '../shared/time-buckets.js';
import { TimeChart } from '../shared/time-chart.js';
import { formatUtcMinute, parseInstant, rangeOptions, relativeRangeOf, withTimeRange } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

type History = NonNullable<LicenseHistoryQuery['licenseHistory']>;
type Bucket = History['buckets'][number];

const colors = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const;
const otherSeries: ChartSeries = { name: 'Others', color: '--line-strong' };
const groups = ['Department', 'Version'] as const;
const defaultRange = '7d';

/** Seats and rejected requests over time, for the time range of the URL. */
export function LicenseCharts() {
  const { path, search } = useLocation();
  const [group, setGroup] = useState<(typeof groups)[number]>('Department');
  const history = useGraphQuery({ document: LicenseHistoryDocument, variables: variablesOf(search) });
  const show = (range: { from?: string; to?: string; within?: string }) =>
    navigate(hrefOf(path, withTimeRange(search, range)));
  const isZoomed = search.has('from') || search.has('to');
  const zoom = {
    onZoom: ({ from, to }: { from: Date; to: Date }) => show({ from: formatUtcMinute(from), to: formatUtcMinute(to) }),
    onReset: isZoomed ? () => show({}) : undefined,
  };
  return (
    <section aria-labelledby="license-history">
      <h2 id="license-history">Seats and rejected requests over time</h2>
      <div className="line-form">
        <SelectField
          label="Time"
          options={isZoomed ? [['', 'Selected in the chart'], ...rangeOptions] : rangeOptions}
          value={isZoomed ? '' : (search.get('within') ?? defaultRange)}
          onChange={(within) => show({ within })}
        />
        <SelectField
          label="Seats by"
          options={groups.map((name) => [name, name] as const)}
          value={group}
          onChange={setGroup}
        />
      </div>
      <QueryPanel query={history} dataName="the history">
        {({ licenseHistory }) => <Charts history={licenseHistory} group={group} zoom={zoom} />}
      </QueryPanel>
    </section>
  );
}

interface Zoom {
  readonly onZoom: (range: { from: Date; to: Date }) => void;
  readonly onReset: (() => void) | undefined;
}

function Charts({ history, group, zoom }: { history: History; group: (typeof groups)[number]; zoom: Zoom }) {
  const { intervalSeconds } = history;
  const sharesOf = group === 'Department' ? departmentsOf : versionsOf;
  const names = namesOf(history.buckets, sharesOf);
  const causes = namesOf(history.buckets, rejectionsOf);
  const countedBuckets = history.buckets.filter(({ seatsUsed }) => seatsUsed !== null);
  const peak = Math.max(0, ...countedBuckets.map(({ seatsPeak }) => seatsPeak ?? 0));
  const cap = countedBuckets.at(-1)?.cap ?? null;
  return (
    <>
      <TimeChart
        title={`by ${group.toLowerCase()}`}
        noun="seat"
        summary={`Peak of ${formatCount(peak, 'seat')}${cap === null ? '' : ` of ${formatNumber(cap)}`}`}
        intervalSeconds={intervalSeconds}
        buckets={withLimits(
          bucketsOf(history, (bucket) => seatCounts(bucket, names, sharesOf)),
          history,
        )}
        limitName="Seats of the license"
        series={[...seriesOf(names), otherSeries]}
        {...zoom}
      />
      <TimeChart
        title="rejected by cause"
        noun="request"
        intervalSeconds={intervalSeconds}
        buckets={bucketsOf(history, (bucket) => countsOf(rejectionsOf(bucket), causes))}
        series={seriesOf(causes).map((series) => ({ ...series, name: formatEnum(series.name) }))}
        {...zoom}
      />
    </>
  );
}

function variablesOf(search: URLSearchParams) {
  const range = relativeRangeOf(search.get('within')) ?? relativeRangeOf(defaultRange);
  if (search.has('from') || search.has('to')) {
    return { since: parseInstant(search.get('from')), until: parseInstant(search.get('to')) };
  }
  return { since: secondsAgo(range?.seconds ?? 0), until: undefined };
}

type Shares = readonly (readonly [name: string, count: number])[];

const departmentsOf = ({ departments }: Bucket): Shares =>
  departments.map(({ department, seatsUsed }) => [department ?? 'No department', seatsUsed]);
const versionsOf = ({ versions }: Bucket): Shares => versions.map(({ version, seatsUsed }) => [version, seatsUsed]);
const rejectionsOf = ({ rejections }: Bucket): Shares => rejections.map(({ cause, count }) => [cause, count]);

/** The names with the highest sums of counts, at most as many as there are colors. */
function namesOf(buckets: readonly Bucket[], sharesOf: (bucket: Bucket) => Shares): string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of buckets.flatMap(sharesOf)) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, colors.length).map(([name]) => name);
}

function seriesOf(names: readonly string[]): ChartSeries[] {
  return names.map((name, index) => ({ name, color: colors[index] ?? otherSeries.color }));
}

function countsOf(shares: Shares, names: readonly string[]): number[] {
  return names.map((name) => shares.find(([each]) => each === name)?.[1] ?? 0);
}

function seatCounts(bucket: Bucket, names: readonly string[], sharesOf: (bucket: Bucket) => Shares): number[] {
  const counts = countsOf(sharesOf(bucket), names);
  const sum = counts.reduce((total, count) => total + count, 0);
  return [...counts, Math.max(0, (bucket.seatsUsed ?? 0) - sum)];
}

/** All intervals of the time range, so intervals without counts are gaps. */
function bucketsOf(history: History, countsIn: (bucket: Bucket) => number[]): ChartBucket[] {
  const { intervalSeconds, buckets } = history;
  const [first, last] = [secondsOf(history.since), secondsOf(history.until)];
  const byStart = new Map(buckets.map((bucket) => [secondsOf(bucket.start), bucket]));
  return Array.from({ length: Math.ceil((last - first) / intervalSeconds) }, (_, index) => {
    const start = first + index * intervalSeconds;
    const bucket = byStart.get(start);
    return { start, counts: bucket === undefined ? [] : countsIn(bucket) };
  });
}

/**
 * Adds the number of licensed seats to each bucket as its limit. If it is unknown, uses that of the last earlier bucket
 * with a known number.
 */
function withLimits(charted: readonly ChartBucket[], { buckets }: History): ChartBucket[] {
  const byStart = new Map(buckets.map(({ start, cap }) => [secondsOf(start), cap]));
  let limit: number | null = null;
  return charted.map((bucket) => {
    limit = byStart.get(bucket.start) ?? limit;
    return { ...bucket, limit };
  });
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
