/** Directives of several responses, joined. */
interface Joined {
  readonly flags: Set<string>;
  readonly seconds: Map<string, number>;
}

/** Directives that restrict: one response that has them is enough. */
const restricting = ['private', 'no-cache', 'must-revalidate', 'proxy-revalidate', 'no-transform', 'must-understand'];
/** Directives with a time: the shortest counts. */
const timed = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];
/** Directives that allow: all responses must have them. */
const allowing = ['public', 'immutable'];

/**
 * The `Cache-Control` of a response that was made of others: what all of them allow (RFC 9111, section 5.2.2). A response without the header may
 * not be stored.
 */
export function strictestCacheControl(headers: readonly (string | undefined)[]): string {
  const responses = headers.map(parse);
  if (responses.length === 0 || responses.some((one) => one === undefined || one.flags.has('no-store')))
    return 'no-store';
  const known = responses.filter((one) => one !== undefined);
  const flags = [
    ...restricting.filter((name) => known.some((one) => one.flags.has(name))),
    ...allowing.filter((name) => known.every((one) => one.flags.has(name))),
  ].filter((name, _, all) => name !== 'public' || !all.includes('private'));
  return [...flags, ...timed.flatMap((name) => shortest(name, known) ?? [])].join(', ') || 'no-store';
}

/** A time that only some responses have: one without `s-maxage` has `max-age` for shared caches, and the other ones allow nothing more. */
function shortest(name: string, responses: readonly Joined[]): string | undefined {
  const times = responses.map(
    ({ seconds }) => seconds.get(name) ?? (name === 's-maxage' ? seconds.get('max-age') : undefined),
  );
  const isGiven = responses.some(({ seconds }) => seconds.has(name));
  if (!isGiven) return undefined;
  const least = Math.min(...times.map((time) => time ?? 0));
  return least === 0 && name.startsWith('stale-') ? undefined : `${name}=${least}`;
}

function parse(header: string | undefined): Joined | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const flags = new Set<string>();
  const seconds = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', value] = part.trim().split('=');
    if (timed.includes(name)) seconds.set(name, Number.parseInt(value?.replaceAll('"', '') ?? '', 10) || 0);
    // `private="field"` is for some fields only; for all of them it is stricter.
    else flags.add(name);
  }
  return { flags, seconds };
}
