import type { DayWindow, ZoneSource } from '../../../../platform/configuration/index.js';
import { dayMs, hourMs, minuteMs } from '../../../../platform/durations.js';
import { PullOutcome, SourceState } from '../vocabulary.js';

/** First and maximum pause after consecutive failures. */
const [firstPauseMs, maxPauseMs] = [5 * minuteMs, 6 * hourMs];
/** Limits of the refresh and retry times, which in an SOA record may be 0 or 136 years. */
const [minRefreshMs, maxRefreshMs] = [minuteMs, dayMs];
/** Pause before the next request to CZDS for a file that it has not replaced yet. */
const unchangedPauseMs = hourMs;

/** An attempt that has ended. Times are Unix epoch milliseconds. */
export interface EndedPull {
  readonly kind: ZoneSource['kind'];
  readonly now: number;
  readonly outcome: PullOutcome;
  /** Number of consecutive failures, including this attempt. */
  readonly failures: number;
  /** End of the pause that the server has requested; null if there is none. */
  readonly notBefore: number | null;
  readonly downloadedAt: number | null;
  /** Refresh and retry times of the SOA record, in seconds; null if unknown. */
  readonly refreshSeconds: number | null;
  readonly retrySeconds: number | null;
  /** Interval of `https` sources, in minutes. */
  readonly pullMinutes: number;
}

/** Time at which the next pull of a source is due. */
export function nextAttemptTime(pull: EndedPull): number {
  const dueAt = pull.now + (pull.outcome === PullOutcome.FAILED ? pauseAfterFailureMs(pull) : intervalMs(pull));
  // A server may request any time; beyond a day, it is more likely broken than busy.
  return Math.max(dueAt, Math.min(pull.notBefore ?? 0, pull.now + dayMs));
}

function intervalMs(pull: EndedPull): number {
  switch (pull.kind) {
    case 'https':
      return pull.pullMinutes * minuteMs;
    case 'axfr':
      return clampRefreshMs(pull.refreshSeconds ?? 0);
    case 'czds':
      return pull.outcome === PullOutcome.IMPORTED
        ? nextDownloadTime(pull.downloadedAt, pull.now) - pull.now
        : unchangedPauseMs;
  }
}

function pauseAfterFailureMs({ kind, failures, retrySeconds }: EndedPull): number {
  // RFC 1035, section 3.3.13: RETRY is the time before a failed refresh is retried.
  if (kind === 'axfr' && retrySeconds !== null) return clampRefreshMs(retrySeconds);
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
}

function clampRefreshMs(seconds: number): number {
  return Math.min(maxRefreshMs, Math.max(minRefreshMs, seconds * 1000));
}

/**
 * Time from which CZDS permits the next download of a zone: its terms allow one in 24 hours. A download after `now` was
 * stored while the clock was ahead, and limits nothing.
 */
export function nextDownloadTime(downloadedAt: number | null, now: number): number {
  return downloadedAt === null || downloadedAt > now ? now : downloadedAt + dayMs;
}

/** The earliest time, at or after `time`, that is within a daily window in UTC; `''`: the whole day. */
export function nextTimeInWindow(time: number, window: DayWindow | ''): number {
  if (window === '') return time;
  const [from, to] = [window.from * minuteMs, window.to * minuteMs];
  const timeOfDay = time % dayMs;
  const isWithin = from < to ? timeOfDay >= from && timeOfDay < to : timeOfDay >= from || timeOfDay < to;
  return isWithin ? time : time - timeOfDay + from + (timeOfDay >= from ? dayMs : 0);
}

/** The state of a source that decides whether its zone is current. Times are Unix epoch milliseconds. */
export interface Freshness {
  readonly kind: ZoneSource['kind'];
  readonly failures: number;
  readonly outcome: PullOutcome | null;
  readonly createdAt: number;
  readonly currentAt: number | null;
  readonly expireSeconds: number | null;
}

/** Time at which a zone becomes stale unless it is pulled successfully before, in Unix epoch milliseconds. */
export function staleAt(source: Freshness, { staleHours }: { staleHours: number }): number {
  const isTransfer = source.kind === 'axfr' && source.expireSeconds !== null && source.currentAt !== null;
  // The expire time is limited, because one of 136 years would hide a failing source forever.
  const staleAfterMs = isTransfer
    ? Math.max(hourMs, Math.min((source.expireSeconds ?? 0) * 1000, 60 * dayMs))
    : staleHours * hourMs;
  return (source.currentAt ?? source.createdAt) + staleAfterMs;
}

/** The state of a zone with a source, at the time `now` in Unix epoch milliseconds. */
export function stateOf(source: Freshness, settings: { staleHours: number; now: number }): SourceState {
  if (settings.now >= staleAt(source, settings)) return SourceState.STALE;
  if (source.failures > 0) return SourceState.FAILING;
  return source.currentAt === null ? SourceState.PENDING : SourceState.CURRENT;
}
