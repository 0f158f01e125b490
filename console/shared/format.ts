const numbers = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** 12345 as `12,345`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 0.875 as `87.5%`. */
export function formatShare(value: number): string {
  return shares.format(value);
}

/** A probability with three digits, which distinguish severities. */
export function formatScore(value: number): string {
  return value.toFixed(3);
}

/** A time, such as a `DateTime` of the graph, as `2026-01-31 08:05:09`, always in UTC. */
export function formatTime(time: string | Date): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** The age of a time: `just now`, `5 min ago`, `3 h ago`, `12 d ago`. */
export function formatAge(time: string | Date, now = new Date()): string {
  const seconds = (now.getTime() - new Date(time).getTime()) / 1000;
  if (seconds < -minute) {
    return 'in the future';
  }
  if (seconds < minute) {
    return 'just now';
  }
  if (seconds < hour) {
    return `${Math.floor(seconds / minute)} min ago`;
  }
  if (seconds < 2 * day) {
    return `${Math.floor(seconds / hour)} h ago`;
  }
  return `${numbers.format(Math.floor(seconds / day))} d ago`;
}

/** 1234567 as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}

/** `FALSE_POSITIVE` as `False positive`. */
export function formatEnum(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1 alert`, `2 alerts`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
