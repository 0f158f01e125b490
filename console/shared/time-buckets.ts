/** What is counted, and its colour. */
export interface ChartSeries {
  readonly name: string;
  /** A custom property of the styles, such as `--critical`. */
  readonly color: string;
}

export interface ChartBucket {
  /** Unix epoch seconds; a multiple of the width of the buckets. */
  readonly start: number;
  /** In the order of the series. */
  readonly counts: readonly number[];
}

export interface TimeRange {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** The time range of a bucket. */
export function rangeOf({ start }: ChartBucket, width: number): TimeRange {
  return { from: new Date(start * 1000), to: new Date((start + width) * 1000) };
}
