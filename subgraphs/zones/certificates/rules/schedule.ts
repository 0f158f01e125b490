import { hourMs, minuteMs } from '../../../../platform/durations.js';

const maxPauseMs = hourMs;
/** Maximum pause in milliseconds that a log can request. */
const maxRequestedPauseMs = 24 * hourMs;

/**
 * Time at which a log is read again, in Unix epoch milliseconds: a minute after a success. After failures, the pause
 * doubles up to an hour, and lasts at least as long as the log has requested, up to a day.
 */
export function nextLogAttempt(attempt: {
  readonly now: number;
  readonly failures: number;
  readonly retryAfterSeconds: number | null;
}): number {
  const { now, failures, retryAfterSeconds } = attempt;
  // Slightly less than the interval of the job, whose runs are not exactly a minute apart.
  if (failures === 0) return now + minuteMs - 5000;
  const pause = Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10));
  return now + Math.min(maxRequestedPauseMs, Math.max(pause, (retryAfterSeconds ?? 0) * 1000));
}
