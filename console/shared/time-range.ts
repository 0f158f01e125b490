export const dayMs = 86_400_000;

/** The parameters of a time range in an address, which pages share. */
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

/** The parameters of the time range in an address. */
export function timeRangeOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(names.flatMap((name) => search.getAll(name).map((value) => [name, value])));
}

/** Replaces or removes the time range of an address. */
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

/** A time as in addresses: UTC to the minute, without an offset. */
export function formatUtcMinute(time: Date): string {
  return time.toISOString().slice(0, 16);
}

/** Parses an ISO 8601 time, in UTC if it has no offset, to Unix epoch milliseconds. NaN if it is invalid. */
export function parseUtc(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00'}Z`);
}

/** The ISO 8601 timestamp of a time in an address, see {@link formatUtcMinute}; undefined if it is invalid. */
export function parseInstant(text: string | null): string | undefined {
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The bounds of a time range in Unix epoch milliseconds; infinite where the range is open. */
export function limitsOf(search: URLSearchParams, now: number): readonly [from: number, to: number] {
  const relative = relativeRanges[search.get('within') ?? ''];
  if (relative !== undefined) {
    return [now - relative.seconds * 1000, Number.POSITIVE_INFINITY];
  }
  const timeOf = (name: string) => Date.parse(`${search.get(name)}Z`);
  const [from, to] = [timeOf('from'), timeOf('to')];
  return [Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from, Number.isNaN(to) ? Number.POSITIVE_INFINITY : to];
}
