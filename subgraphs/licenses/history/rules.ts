import { DomainError } from '../../../platform/domain-error.js';
import { daySeconds } from '../../../platform/durations.js';

export const hourSeconds = 3600;
const maxBuckets = 1000;
/** Maximum number of buckets of an interval that is not requested, unless the time is longer than two years. */
const defaultBuckets = 200;
const defaultIntervalsSeconds = [hourSeconds, 3 * hourSeconds, 6 * hourSeconds, daySeconds, 7 * daySeconds] as const;
const defaultSpanSeconds = 7 * daySeconds;
const maxIntervalSeconds = 366 * daySeconds;
/** After this time, counts by hour are deleted; those by day remain for two years. */
export const hourRetentionSeconds = 31 * daySeconds;
export const dayRetentionSeconds = 731 * daySeconds;

/** Times in Unix epoch seconds. Buckets start at multiples of the interval. */
export interface HistorySpan {
  /** Start of the first bucket. */
  readonly since: number;
  readonly until: number;
  readonly interval: number;
  /** Length of the stored buckets that are summed up: an hour or a day. */
  readonly seconds: number;
}

/**
 * The buckets of a requested time.
 * @param requested times in Unix epoch seconds, the interval in seconds
 * @throws {DomainError} BAD_USER_INPUT for an empty time, an interval that is not a number of hours, or more than 1000
 * buckets
 */
export function historySpan(requested: {
  now: number;
  since: number | undefined;
  until: number | undefined;
  interval: number | undefined;
}): HistorySpan {
  // The default includes a bucket that starts at this millisecond.
  const { now, until = now + 0.001 } = requested;
  const { since = until - defaultSpanSeconds } = requested;
  if (since >= until) throw new DomainError('BAD_USER_INPUT', 'since must be before until', { argument: 'since' });
  const isRecent = since >= now - hourRetentionSeconds;
  const interval = requested.interval ?? defaultInterval(until - since, isRecent);
  if (interval < hourSeconds || interval > maxIntervalSeconds || interval % hourSeconds !== 0) {
    const expected = `a multiple of ${hourSeconds}, at most ${maxIntervalSeconds}`;
    throw new DomainError('BAD_USER_INPUT', `intervalSeconds must be ${expected}, but is ${interval}`, {
      argument: 'intervalSeconds',
    });
  }
  const first = Math.floor(since / interval) * interval;
  if ((until - first) / interval > maxBuckets) {
    const advice = 'choose a longer interval or a shorter time';
    throw new DomainError('BAD_USER_INPUT', `There would be more than ${maxBuckets} buckets: ${advice}`, {
      argument: 'intervalSeconds',
    });
  }
  return { since: first, until, interval, seconds: interval % daySeconds === 0 ? daySeconds : hourSeconds };
}

/** Earlier times, without counts by hour, have counts by day only. */
function defaultInterval(span: number, isRecent: boolean): number {
  const intervals = defaultIntervalsSeconds.filter((interval) => isRecent || interval >= daySeconds);
  return intervals.find((interval) => span / interval <= defaultBuckets) ?? 7 * daySeconds;
}
