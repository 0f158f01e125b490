import { formatDuration } from '../shared/format.js';

interface Seen {
  /** ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface Span {
  /** Percent of the time from the first to the last alert, 0 to 100. */
  readonly start: number;
  readonly width: number;
  /** When it was first seen, from the first time of the alert that others are compared with. */
  readonly offset: string;
}

/** Percent of the width at which a moment is still visible. */
const minWidth = 1.5;

/** Places alerts on one line of time, with their offsets from one of them. */
export function spansOf<Alert extends Seen>(alerts: readonly Alert[], compared: Seen): ReadonlyMap<Alert, Span> {
  const times = alerts.map((alert) => ({
    alert,
    first: Date.parse(alert.firstSeen),
    last: Date.parse(alert.lastSeen),
  }));
  const from = Math.min(...times.map(({ first }) => first));
  const whole = Math.max(...times.map(({ last }) => last)) - from || 1;
  const origin = Date.parse(compared.firstSeen);
  return new Map(
    times.map(({ alert, first, last }) => {
      const width = Math.max(minWidth, ((last - first) / whole) * 100);
      const start = Math.min(100 - width, ((first - from) / whole) * 100);
      return [alert, { start, width, offset: offsetName(Math.round((first - origin) / 1000)) }];
    }),
  );
}

function offsetName(seconds: number): string {
  if (seconds === 0) {
    return 'at the same time';
  }
  return `${durationName(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'}`;
}

/** To the minute, also for hours. */
function durationName(seconds: number): string {
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds >= 7200 && minutes > 0 ? ` ${formatDuration(minutes * 60)}` : '';
  return formatDuration(seconds) + rest;
}
