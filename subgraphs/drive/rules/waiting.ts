const longestHeader = 64;

/** Seconds to wait by a `Retry-After` header: a number, or a date (RFC 9110, section 10.2.3). `now` in milliseconds. */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const written = header?.trim() ?? '';
  if (written === '' || written.length > longestHeader) return undefined;
  if (/^\d+(\.\d+)?$/.test(written)) return Number(written);
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Seconds before the next attempt: up to twice as long after each failure, any of them as likely (full jitter). */
export function backoffSeconds(options: {
  failures: number;
  first: number;
  longest: number;
  /** 0 to 1. */
  chance: number;
}): number {
  const { failures, first, longest, chance } = options;
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * chance;
}
