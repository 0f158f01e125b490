export const dayMs = 86_400_000;

/** URL parameters of a time range, which pages share. */
const names = ['from', 'to', 'within'] as const;

interface RelativeRange {
  readonly seconds: number;
  readonly label: string;
}

/** The options of `within`, a time range that ends now. */
const relativeRanges: Readonly<Record<string, RelativeRange>> = {
  '1h': { seconds: 3600, label: 'Last hour' },
  '24h': { seconds: 86_400, label: 'Last 24 hours' },
  '7d': { seconds: 604_800, label: 'Last 7 days' },
  '30d': { seconds: 2_592_000, label: 'Last 30 days' },
};

/** The values of `within` with their labels. */
export const rangeOptions = Object.entries(relativeRanges).map(([range, { label }]) => [range, label] as const);

/** The time range that a value of `within` names; undefined if there is none. */
export function relativeRangeOf(within: string | null): RelativeRange | undefined {
  return within !== null && Object.hasOwn(relativeRanges, within) ? relativeRanges[within] : undefined;
}

/** Returns only the parameters of the time range in URL parameters. */
export function timeRangeParameters(search: URLSearchParams): URLSearchParams {
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

/** Converts a time in a URL, in UTC if it has no offset, to a `DateTime` of the graph; undefined if it is invalid. */
export function parseInstant(text: string | null): string | undefined {
  return formatInstant(parseUtc(text ?? ''));
}

/** Formats Unix epoch milliseconds as a `DateTime` of the graph; undefined if the year does not have four digits. */
export function formatInstant(time: number): string | undefined {
  const hasYear = time >= Date.parse('0000-01-01') && time < Date.parse('+010000-01-01');
  return hasYear ? new Date(time).toISOString() : undefined;
}

/** The bounds of a time range in Unix epoch milliseconds; infinite if the range has no start or end. */
export function timeRangeBounds(search: URLSearchParams, now: number): readonly [from: number, to: number] {
  const relative = relativeRangeOf(search.get('within'));
  if (relative !== undefined) {
    return [now - relative.seconds * 1000, Number.POSITIVE_INFINITY];
  }
  const timeOf = (name: string) => parseUtc(search.get(name) ?? '');
  const [from, to] = [timeOf('from'), timeOf('to')];
  return [Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from, Number.isNaN(to) ? Number.POSITIVE_INFINITY : to];
}
