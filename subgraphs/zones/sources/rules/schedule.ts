import type { DayWindow, ZoneSource } from '../../../../platform/configuration/index.js';
import { PullOutcome, SourceState } from '../vocabulary.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** First and longest pause after failures. */
const [firstPause, maxPause] = [5 * minute, 6 * hour];
/** Limits of the times of an SOA record, which may be 0 or 136 years. */
const [shortestRefresh, maxRefresh] = [minute, day];
/** Pause before the next request to CZDS for a file that it has not replaced yet. */
const unchangedPause = hour;

/** An attempt after which another pull of the source is due; times in Unix epoch milliseconds. */
export interface EndedPull {
  readonly kind: ZoneSource['kind'];
  readonly now: number;
  readonly outcome: PullOutcome;
  /** Number of consecutive failures, including this attempt. */
  readonly failures: number;
  /** End of the pause that the server has requested; null if there is none. */
  readonly notBefore: number | null;
  readonly downloadedAt: number | null;
  /** Times of the SOA record, in seconds; null if it is unknown. */
  readonly refreshSeconds: number | null;
  readonly retrySeconds: number | null;
  /** Interval of `https` sources. */
  readonly pullMinutes: number;
}

/** Time at which the next pull of a source is due. */
export function nextAttempt(pull: EndedPull): number {
  const due = pull.now + (pull.outcome === PullOutcome.FAILED ? pauseAfterFailure(pull) : interval(pull));
  // A server may request any time; beyond a day, it is more likely broken than busy.
  return Math.max(due, Math.min(pull.notBefore ?? 0, pull.now + day));
}

function interval(pull: EndedPull): number {
  switch (pull.kind) {
    case 'https':
      return pull.pullMinutes * minute;
    case 'axfr':
      return withinLimits(pull.refreshSeconds ?? 0);
    case 'czds':
      return pull.outcome === PullOutcome.IMPORTED
        ? nextDownload(pull.downloadedAt, pull.now) - pull.now
        : unchangedPause;
  }
}

function pauseAfterFailure({ kind, failures, retrySeconds }: EndedPull): number {
  // RFC 1035, section 3.3.13: RETRY is the time before a failed refresh is retried.
  if (kind === 'axfr' && retrySeconds !== null) return withinLimits(retrySeconds);
  return Math.min(maxPause, firstPause * 2 ** Math.min(failures - 1, 10));
}

function withinLimits(seconds: number): number {
  return Math.min(maxRefresh, Math.max(shortestRefresh, seconds * 1000));
}

/** Time from which CZDS permits the next download of a zone: its terms allow one in 24 hours. */
export function nextDownload(downloadedAt: number | null, now: number): number {
  return downloadedAt === null ? now : downloadedAt + day;
}

/** The first time that is not before another one, and within a window of the day. */
export function withinWindow(time: number, window: DayWindow | ''): number {
  if (window === '') return time;
  const [from, to] = [window.from * minute, window.to * minute];
  const ofDay = time % day;
  const isWithin = from < to ? ofDay >= from && ofDay < to : ofDay >= from || ofDay < to;
  return isWithin ? time : time - ofDay + from + (ofDay >= from ? day : 0);
}

/** The data that decides whether a zone is current. */
export interface Freshness {
  readonly kind: ZoneSource['kind'];
  readonly failures: number;
  readonly outcome: PullOutcome | null;
  readonly createdAt: number;
  readonly currentAt: number | null;
  readonly expireSeconds: number | null;
}

/** Time at which a zone becomes stale unless it is pulled successfully before. */
export function staleAt(source: Freshness, { staleHours }: { staleHours: number }): number {
  const isTransfer = source.kind === 'axfr' && source.expireSeconds !== null && source.currentAt !== null;
  // Limited as well: an expire of 136 years must not hide a dead source forever.
  const limit = isTransfer ? Math.max(hour, Math.min((source.expireSeconds ?? 0) * 1000, 60 * day)) : staleHours * hour;
  return (source.currentAt ?? source.createdAt) + limit;
}

export function stateOf(source: Freshness, settings: { staleHours: number; now: number }): SourceState {
  if (settings.now >= staleAt(source, settings)) return SourceState.STALE;
  if (source.failures > 0) return SourceState.FAILING;
  return source.currentAt === null ? SourceState.PENDING : SourceState.CURRENT;
}
