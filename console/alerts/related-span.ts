import { formatDuration } from '../shared/format.js';

interface SeenTimes {
  /** First seen time in ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface Span {
  /** Position in percent between the first and the last alert, 0 to 100. */
  readonly start: number;
  readonly width: number;
  /** First seen time relative to that of the reference alert, such as `5 min after`. */
  readonly offset: string;
}

/** Minimum width in percent, so an alert that was seen only once is visible. */
const minWidthPercent = 1.5;

/** Computes the positions of alerts on one timeline, with their offsets from the reference alert. */
export function spansOf<Alert extends SeenTimes>(
  alerts: readonly Alert[],
  reference: SeenTimes,
): ReadonlyMap<Alert, Span> {
  const times = alerts.map((alert) => ({
    alert,
    first: Date.parse(alert.firstSeen),
    last: Date.parse(alert.lastSeen),
  }));
  const from = Math.min(...times.map(({ first }) => first));
  const totalMs = Math.max(...times.map(({ last }) => last)) - from || 1;
  const origin = Date.parse(reference.firstSeen);
  return new Map(
    times.map(({ alert, first, last }) => {
      const width = Math.max(minWidthPercent, ((last - first) / totalMs) * 100);
      const start = Math.min(100 - width, ((first - from) / totalMs) * 100);
      return [alert, { start, width, offset: formatOffset(Math.round((first - origin) / 1000)) }];
    }),
  );
}

function formatOffset(seconds: number): string {
  if (seconds === 0) {
    return 'at the same time';
  }
  return `${formatRoundedDuration(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'}`;
}

/** A duration rounded down to minutes: `formatDuration` alone omits the minutes of 2 hours or more. */
function formatRoundedDuration(seconds: number): string {
  const minutes = Math.floor((seconds % 3600) / 60);
  const minutesText = seconds >= 7200 && minutes > 0 ? ` ${formatDuration(minutes * 60)}` : '';
  return formatDuration(seconds) + minutesText;
}
