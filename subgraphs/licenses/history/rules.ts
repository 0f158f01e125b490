import { invalidArgument } from '../../../platform/domain-error.js';
import { daySeconds } from '../../../platform/durations.js';

export const hourSeconds = 3600;
const maxBuckets = 1000;
/** Maximum number of buckets if no interval is requested. Periods of more than 200 weeks have more buckets. */
const defaultBuckets = 200;
const defaultIntervalsSeconds = [hourSeconds, 3 * hourSeconds, 6 * hourSeconds, daySeconds, 7 * daySeconds] as const;
const defaultSpanSeconds = 7 * daySeconds;
const maxIntervalSeconds = 366 * daySeconds;
/** Number of seconds for which seat counts by hour are stored. Seat counts by day are stored for two years. */
export const hourRetentionSeconds = 31 * daySeconds;
export const dayRetentionSeconds = 731 * daySeconds;

/**
 * A period of the license history, divided into buckets. Times are Unix epoch seconds. Buckets start at multiples of
 * the interval.
 */
export interface HistorySpan {
  /** Start of the first bucket, in Unix epoch seconds. */
  readonly since: number;
  readonly until: number;
  readonly intervalSeconds: number;
  /** Length in seconds of the stored buckets that are aggregated: an hour or a day. */
  readonly bucketSeconds: number;
}

/**
 * Divides a requested period into buckets.
 * @param requested times in Unix epoch seconds, the length of an interval in seconds
 * @throws {DomainError} BAD_USER_INPUT for an empty period, an interval that is not a multiple of an hour or is longer
 * than 366 days, or more than 1000 buckets
 */
export function historySpan(requested: {
  now: number;
  since: number | undefined;
  until: number | undefined;
  intervalSeconds: number | undefined;
}): HistorySpan {
  // The default includes a bucket that starts at this millisecond.
  const { now, until = now + 0.001 } = requested;
  const { since = until - defaultSpanSeconds } = requested;
  if (since >= until) {
    const [start, end] = [since, until].map((time) => new Date(time * 1000).toISOString());
    const problem = `since must be before until (${end}), but is ${start}`;
    throw invalidArgument('since', problem);
  }
  const isRecent = since >= now - hourRetentionSeconds;
  const intervalSeconds = requested.intervalSeconds ?? defaultInterval(until - since, isRecent);
  if (intervalSeconds < hourSeconds || intervalSeconds > maxIntervalSeconds || intervalSeconds % hourSeconds !== 0) {
    const expected = `a multiple of ${hourSeconds} between ${hourSeconds} and ${maxIntervalSeconds}`;
    throw invalidArgument('intervalSeconds', `intervalSeconds must be ${expected}, but is ${intervalSeconds}`);
  }
  const first = Math.floor(since / intervalSeconds) * intervalSeconds;
  const buckets = Math.ceil((until - first) / intervalSeconds);
  if (buckets > maxBuckets) {
    const problem = `There would be ${buckets} intervals, but at most ${maxBuckets} are returned`;
    throw invalidArgument('intervalSeconds', `${problem}: choose a longer interval or a shorter period`);
  }
  return {
    since: first,
    until,
    intervalSeconds,
    bucketSeconds: intervalSeconds % daySeconds === 0 ? daySeconds : hourSeconds,
  };
}

/**
 * The shortest of the default intervals that results in at most {@link defaultBuckets} buckets. At least a day if the
 * period begins before the stored counts by hour.
 */
function defaultInterval(span: number, isRecent: boolean): number {
  const intervals = defaultIntervalsSeconds.filter((interval) => isRecent || interval >= daySeconds);
  return intervals.find((interval) => span / interval <= defaultBuckets) ?? 7 * daySeconds;
}
