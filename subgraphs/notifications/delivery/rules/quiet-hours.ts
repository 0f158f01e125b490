/** Quiet hours: a daily period in local time, as `HH:MM`. The period may include midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** IANA time zone of the quiet hours. */
  readonly timeZone: string;
}

/** The quiet hours in the columns of a rule; null if it has none. */
export function quietHoursOf({
  quietFrom,
  quietTo,
  timeZone,
}: {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly timeZone: string | null;
}): QuietHours | null {
  const isSet = quietFrom !== null && quietTo !== null && timeZone !== null;
  return isSet ? { from: quietFrom, to: quietTo, timeZone } : null;
}

/** Whether a time in Unix epoch milliseconds is within the quiet hours. The start is inclusive, the end exclusive. */
export function isQuiet(hours: QuietHours | null, now: number): boolean {
  if (hours === null) return false;
  const time = localTime(hours.timeZone, now);
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time as local time HH:MM. The formatter of each time zone is cached; there are about 600 time zones. */
function localTime(timeZone: string, now: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return format.format(now);
}
