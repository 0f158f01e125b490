const maxHeaderLength = 64;

/**
 * The number of seconds to wait according to a `Retry-After` header, which is a number or a date (RFC 9110, section
 * 10.2.3); null if the header is absent or invalid. The result has no upper limit.
 * @param now Unix epoch milliseconds
 */
export function retryAfterSeconds(header: string | readonly string[] | undefined, now: number): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (text === '' || text.length > maxHeaderLength) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
