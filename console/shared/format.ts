import { locales } from './locale.js';
import { isLocalTime, timeZoneLabel } from './time-zone.js';

const numberFormat = new Intl.NumberFormat(locales);
const shareFormat = new Intl.NumberFormat(locales, { style: 'percent', ...fractionDigits(1) });
const scoreFormat = new Intl.NumberFormat(locales, fractionDigits(3));

const hourAndMinute = { hour: 'numeric', minute: '2-digit' } as const;
const zoneOptions = isLocalTime ? {} : { timeZone: 'UTC' };
// The medium style includes the name of the month, or an unambiguous order of day and month.
const timeFormat = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'medium', ...zoneOptions });
const minuteFormat = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short', ...zoneOptions });
const rowTimeFormat = new Intl.DateTimeFormat(locales, {
  month: 'short',
  day: 'numeric',
  ...hourAndMinute,
  ...zoneOptions,
});
const clockFormat = new Intl.DateTimeFormat(locales, { timeStyle: 'medium', ...zoneOptions });
const tickFormats = {
  year: new Intl.DateTimeFormat(locales, { year: 'numeric', ...zoneOptions }),
  month: new Intl.DateTimeFormat(locales, { month: 'short', year: 'numeric', ...zoneOptions }),
  day: new Intl.DateTimeFormat(locales, { month: 'short', day: 'numeric', ...zoneOptions }),
  minute: new Intl.DateTimeFormat(locales, { timeStyle: 'short', ...zoneOptions }),
  second: clockFormat,
};

const ageFormat = new Intl.RelativeTimeFormat(locales, { numeric: 'auto', style: 'short' });
const createDurationFormat = (unit: string) =>
  new Intl.NumberFormat(locales, { style: 'unit', unit, unitDisplay: 'short' });
const durationFormats = {
  second: createDurationFormat('second'),
  minute: createDurationFormat('minute'),
  hour: createDurationFormat('hour'),
  day: createDurationFormat('day'),
};

const secondsPerMinute = 60;
const secondsPerHour = 60 * secondsPerMinute;
const secondsPerDay = 24 * secondsPerHour;

/** Options of `Intl.NumberFormat` for `count` digits after the decimal separator. */
function fractionDigits(count: number): { minimumFractionDigits: number; maximumFractionDigits: number } {
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

/** Formats a number with English separators, such as `12,345`. */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** Formats a share as a percentage: 0.875 as `87.5%`. */
export function formatShare(value: number): string {
  return shareFormat.format(value);
}

/** Formats a probability with three decimals, which distinguish severities. */
export function formatScore(value: number): string {
  return scoreFormat.format(value);
}

/** Formats a time, such as a `DateTime` of the graph, to the second in the time zone {@link timeZoneLabel}. */
export function formatTime(time: string | Date): string {
  return timeFormat.format(new Date(time));
}

/** Formats a time to the second with its time zone, for text outside of tables. */
export function formatTimeInZone(time: string | Date): string {
  return `${formatTime(time)} ${timeZoneLabel}`;
}

/** Formats a time to the minute. */
export function formatMinute(time: string | Date): string {
  return minuteFormat.format(new Date(time));
}

/** Formats a time to the minute for a row of a list. The year is omitted if it is the current one. */
export function formatRowTime(time: string | Date, now = new Date()): string {
  const date = new Date(time);
  const isThisYear = tickFormats.year.format(date) === tickFormats.year.format(now);
  return (isThisYear ? rowTimeFormat : minuteFormat).format(date);
}

/** Formats the time of day to the second. */
export function formatClock(time: string | Date): string {
  return clockFormat.format(new Date(time));
}

/**
 * Formats a label of a time axis, depending on the interval between labels. Between times of day, the label of midnight
 * is the date.
 */
export function formatTick(time: Date, intervalSeconds: number): string {
  if (intervalSeconds >= 364 * secondsPerDay) {
    return tickFormats.year.format(time);
  }
  if (intervalSeconds >= 28 * secondsPerDay) {
    return tickFormats.month.format(time);
  }
  if (intervalSeconds >= secondsPerDay || isMidnight(time)) {
    return tickFormats.day.format(time);
  }
  return (intervalSeconds >= secondsPerMinute ? tickFormats.minute : tickFormats.second).format(time);
}

function isMidnight(time: Date): boolean {
  return isLocalTime
    ? time.getHours() === 0 && time.getMinutes() === 0 && time.getSeconds() === 0
    : time.getTime() % (secondsPerDay * 1000) === 0;
}

/** Adds the time zone to the title of a column of times. */
export function timeTitle(title: string): string {
  return `${title} (${timeZoneLabel})`;
}

/** Formats the age of a time in English: `now`, `5 min. ago`, `3 hr. ago`, `12 days ago`. */
export function formatRelativeTime(time: string | Date, now = new Date()): string {
  const seconds = (now.getTime() - new Date(time).getTime()) / 1000;
  if (Math.abs(seconds) < secondsPerMinute) {
    return ageFormat.format(0, 'second');
  }
  if (Math.abs(seconds) < secondsPerHour) {
    return ageFormat.format(-Math.trunc(seconds / secondsPerMinute), 'minute');
  }
  if (Math.abs(seconds) < 2 * secondsPerDay) {
    return ageFormat.format(-Math.trunc(seconds / secondsPerHour), 'hour');
  }
  return ageFormat.format(-Math.trunc(seconds / secondsPerDay), 'day');
}

/** Formats a duration in English: `40 sec`, `90 min`, `3 hr`, `12 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < secondsPerMinute) {
    return durationFormats.second.format(Math.floor(seconds));
  }
  if (seconds < 2 * secondsPerHour) {
    return durationFormats.minute.format(Math.floor(seconds / secondsPerMinute));
  }
  return seconds < 2 * secondsPerDay
    ? durationFormats.hour.format(Math.floor(seconds / secondsPerHour))
    : durationFormats.day.format(Math.floor(seconds / secondsPerDay));
}

/** Formats a number of bytes, such as 1234567 as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat(locales, {
    style: 'unit',
    unit,
    // The short form of `byte` has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** step);
}

/** Formats an enum value, such as `FALSE_POSITIVE` as `False positive`. */
export function formatEnum(value: string): string {
  const words = value
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b(?:guid|rest)\b/, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a count with its noun, such as `1 alert` or `2 alerts`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
