export const dayMs = 86_400_000;

/** URL parameters of a time range, which pages share. */
const names = ['from', 'to', 'within'] as const;

/** The options of `within`, a time range that ends now. */
export const relativeRanges: Readonly<Record<string, { readonly seconds: number; readonly label: string }>> = {
  '1h': { seconds: 3600, label: 'Last hour' },
  '24h': { seconds: 86_400, label: 'Last 24 hours' },
  '7d': { seconds: 604_800, label: 'Last 7 days' },
  '30d': { seconds: 2_592_000, label: 'Last 30 days' },
};

/** The values of `within` with their labels. */
export const rangeOptions = Object.entries(relativeRanges).map(([range, { label }]) => [range, label] as const);

/** Returns only the parameters of the time range in URL parameters. */
export function timeRangeOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(names.flatMap((name) => search.getAll(name).map((value) => [name, value])));
}

/** Replaces or removes the time range in URL parameters. */
export function withTimeRange(
  search: URLSearchParams,
  range: Readonly<Partial<Record<(typeof names)[number], string>>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) {
    next.delete(name);
    if (range[name]) {
      next.set(name, range[name]);
    }
  }
  return next;
}

/** Formats a time for a URL: UTC to the minute, without an offset. */
export function formatUtcMinute(time: Date): string {
  return time.toISOString().slice(0, 16);
}

/** Parses an ISO 8601 time, in UTC if it has no offset, to Unix epoch milliseconds. NaN if it is invalid. */
export function parseUtc(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00'}Z`);
}

/** Converts a time in a URL (see {@link formatUtcMinute}) to an ISO 8601 timestamp; undefined if it is invalid. */
export function parseInstant(text: string | null): string | undefined {
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The bounds of a time range in Unix epoch milliseconds; infinite if the range has no start or end. */
export function limitsOf(search: URLSearchParams, now: number): readonly [from: number, to: number] {
  const relative = relativeRanges[search.get('within') ?? ''];
  if (relative !== undefined) {
    return [now - relative.seconds * 1000, Number.POSITIVE_INFINITY];
  }
  const timeOf = (name: string) => Date.parse(`${search.get(name)}Z`);
  const [from, to] = [timeOf('from'), timeOf('to')];
  return [Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from, Number.isNaN(to) ? Number.POSITIVE_INFINITY : to];
}
