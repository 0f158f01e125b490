import { isCalendarDate } from '../../../../platform/calendar-date.js';

const timestampPattern =
  /^(?<date>\d{4}-\d{2}-\d{2}|\d{8})(?:[Tt ](?<time>\d{2}(?::?\d{2}(?::?\d{2}(?:[.,](?<fraction>\d{1,9}))?)?)?)(?<offset>[Zz]|[+\- ]\d{2}(?::?\d{2})?)?)?$/;

const durationsMs = { hour: 3_600_000, minute: 60_000, second: 1000 };

/**
 * Parses an ISO 8601 timestamp to Unix epoch milliseconds; null if it is not one. Without offset it is UTC. A space
 * instead of the offset's sign is read as `+`, which query strings decode to a space. Fractions beyond milliseconds
 * round up, because observations have whole milliseconds and both bounds of a window compare with `<`.
 */
export function parseTimestamp(text: string): number | null {
  const groups = timestampPattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const date = dateOf(groups.date ?? '');
  const time = timeOf(groups.time ?? '', groups.fraction ?? '');
  const offset = offsetOf(groups.offset ?? '');
  return date === null || time === null || offset === null ? null : date + time - offset;
}

function dateOf(text: string): number | null {
  const digits = text.replaceAll('-', '');
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? Date.parse(date) : null;
}

/** The time of day in milliseconds; absent parts count as zero. Null if it is invalid. */
function timeOf(text: string, fraction: string): number | null {
  const digits = text.replaceAll(':', '');
  const hour = Number(digits.slice(0, 2));
  const minute = Number(digits.slice(2, 4));
  const second = Number(digits.slice(4, 6));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const parts = hour * durationsMs.hour + minute * durationsMs.minute + second * durationsMs.second;
  return parts + Math.ceil(Number(fraction.padEnd(9, '0')) / 1_000_000);
}

function offsetOf(text: string): number | null {
  const digits = text.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return null;
  const size = hours * durationsMs.hour + minutes * durationsMs.minute;
  return text.startsWith('-') ? -size : size;
}
