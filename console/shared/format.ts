import { locales } from './locale.js';
import { isLocalTime, zone } from './time-zone.js';

const numbers = new Intl.NumberFormat(locales);
const shares = new Intl.NumberFormat(locales, { style: 'percent', ...digits(1) });
const scores = new Intl.NumberFormat(locales, digits(3));

const clockTime = { hour: 'numeric', minute: '2-digit' } as const;
const zoned = isLocalTime ? {} : { timeZone: 'UTC' };
// The medium style includes the name of the month, or an unambiguous order of day and month.
const times = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'medium', ...zoned });
const minutes = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short', ...zoned });
const rows = new Intl.DateTimeFormat(locales, { month: 'short', day: 'numeric', ...clockTime, ...zoned });
const clocks = new Intl.DateTimeFormat(locales, { timeStyle: 'medium', ...zoned });
const ticks = {
  year: new Intl.DateTimeFormat(locales, { year: 'numeric', ...zoned }),
  month: new Intl.DateTimeFormat(locales, { month: 'short', year: 'numeric', ...zoned }),
  day: new Intl.DateTimeFormat(locales, { month: 'short', day: 'numeric', ...zoned }),
  minute: new Intl.DateTimeFormat(locales, { timeStyle: 'short', ...zoned }),
  second: clocks,
};

const ages = new Intl.RelativeTimeFormat(locales, { numeric: 'auto', style: 'short' });
const durationOf = (unit: string) => new Intl.NumberFormat(locales, { style: 'unit', unit, unitDisplay: 'short' });
const durations = {
  second: durationOf('second'),
  minute: durationOf('minute'),
  hour: durationOf('hour'),
  day: durationOf('day'),
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The number of digits after the decimal separator. */
function digits(count: number): { minimumFractionDigits: number; maximumFractionDigits: number } {
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

/** 12345 as `12,345` in English. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 0.875 as `87.5%` in English. */
export function formatShare(value: number): string {
  return shares.format(value);
}

/** A probability with three digits, which distinguish severities. */
export function formatScore(value: number): string {
  return scores.format(value);
}

/** A time, such as a `DateTime` of the graph, to the second, in the zone of {@link zone}. */
export function formatTime(time: string | Date): string {
  return times.format(new Date(time));
}

/** A time to the minute. */
export function formatMinute(time: string | Date): string {
  return minutes.format(new Date(time));
}

/** A time to the minute for a row of a list. The year is omitted if it is the current one. */
export function formatRowTime(time: string | Date, now = new Date()): string {
  const date = new Date(time);
  const isThisYear = ticks.year.format(date) === ticks.year.format(now);
  return (isThisYear ? rows : minutes).format(date);
}

/** The time of a day to the second. */
export function formatClock(time: string | Date): string {
  return clocks.format(new Date(time));
}

/**
 * A label of a time axis, by the distance in seconds to the next one. Between times of a day, midnight has the date as
 * its label.
 */
export function formatTick(time: Date, distance: number): string {
  if (distance >= 364 * day) {
    return ticks.year.format(time);
  }
  if (distance >= 28 * day) {
    return ticks.month.format(time);
  }
  if (distance >= day || isMidnight(time)) {
    return ticks.day.format(time);
  }
  return (distance >= minute ? ticks.minute : ticks.second).format(time);
}

function isMidnight(time: Date): boolean {
  return isLocalTime
    ? time.getHours() === 0 && time.getMinutes() === 0 && time.getSeconds() === 0
    : time.getTime() % (day * 1000) === 0;
}

/** Adds the time zone to the title of a column of times. */
export function timeTitle(title: string): string {
  return `${title} (${zone})`;
}

/** The age of a time in English: `now`, `5 min. ago`, `3 hr. ago`, `12 days ago`. */
export function formatAge(time: string | Date, now = new Date()): string {
  const seconds = (now.getTime() - new Date(time).getTime()) / 1000;
  if (Math.abs(seconds) < minute) {
    return ages.format(0, 'second');
  }
  if (Math.abs(seconds) < hour) {
    return ages.format(-Math.trunc(seconds / minute), 'minute');
  }
  if (Math.abs(seconds) < 2 * day) {
    return ages.format(-Math.trunc(seconds / hour), 'hour');
  }
  return ages.format(-Math.trunc(seconds / day), 'day');
}

/** A duration in English: `40 sec`, `90 min`, `3 hr`, `12 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < minute) {
    return durations.second.format(Math.floor(seconds));
  }
  if (seconds < 2 * hour) {
    return durations.minute.format(Math.floor(seconds / minute));
  }
  return seconds < 2 * day
    ? durations.hour.format(Math.floor(seconds / hour))
    : durations.day.format(Math.floor(seconds / day));
}

/** 1234567 as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat(locales, {
    style: 'unit',
    unit,
    // The short form has no plural of bytes.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** step);
}

/** `FALSE_POSITIVE` as `False positive`. */
export function formatEnum(value: string): string {
  const words = value
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b(?:guid|rest)\b/, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1 alert`, `2 alerts`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
