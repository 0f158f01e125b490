/** A counted value and its color. */
export interface ChartSeries {
  readonly name: string;
  /** A custom property of the style sheet, such as `--chart-critical`. */
  readonly color: string;
}

export interface ChartBucket {
  /** Start of the bucket in Unix epoch seconds; a multiple of the bucket interval. */
  readonly start: number;
  /** Counts of the series, in their order. */
  readonly counts: readonly number[];
  /** Limit of the counts in this period, drawn as a line; null: unknown. */
  readonly limit?: number | null;
}

export interface TimeRange {
  readonly from: Date;
  /** End of the range, exclusive. */
  readonly to: Date;
}

/** Minimum number of buckets of a chart. */
const minSlots = 24;

/** Adds empty buckets before the first one of a short chart, because few buckets would have very wide bars. */
export function padBuckets(buckets: readonly ChartBucket[], intervalSeconds: number): readonly ChartBucket[] {
  const padding = Math.max(0, minSlots - buckets.length);
  const first = buckets[0]?.start ?? 0;
  const empty = Array.from({ length: padding }, (_, index) => ({
    start: first - (padding - index) * intervalSeconds,
    counts: [],
  }));
  return [...empty, ...buckets];
}

/** The time range of a bucket. */
export function rangeOf({ start }: ChartBucket, intervalSeconds: number): TimeRange {
  return { from: new Date(start * 1000), to: new Date((start + intervalSeconds) * 1000) };
}

/** Omits series without counts. Keeps all series if none has counts. */
export function omitEmptySeries(
  series: readonly ChartSeries[],
  buckets: readonly ChartBucket[],
): { readonly series: readonly ChartSeries[]; readonly buckets: readonly ChartBucket[] } {
  const isShown = series.map((_, index) => buckets.some(({ counts }) => (counts[index] ?? 0) > 0));
  if (!isShown.includes(true)) {
    return { series, buckets };
  }
  const pick = <Value>(values: readonly Value[]) => values.filter((_, index) => isShown[index]);
  return { series: pick(series), buckets: buckets.map((bucket) => ({ ...bucket, counts: pick(bucket.counts) })) };
}
