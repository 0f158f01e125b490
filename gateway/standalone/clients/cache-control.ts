/** The `Cache-Control` directives of a response: those without a value, and those with a time in seconds. */
interface CombinedDirectives {
  readonly flags: Set<string>;
  readonly seconds: Map<string, number>;
}

/** Restrictive directives. The combination has a directive if any response does. */
const restrictiveDirectives = [
  'private',
  'no-cache',
  'must-revalidate',
  'proxy-revalidate',
  'no-transform',
  'must-understand',
];
/** Directives with a time in seconds. The combination has the minimum of all responses. */
const timedDirectives = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];
/** Permissive directives. The combination has a directive if all responses do. */
const permissiveDirectives = ['public', 'immutable'];

/**
 * Combines the `Cache-Control` headers of several responses into a header that allows only what all of them allow (RFC
 * 9111, section 5.2.2). A response without the header must not be stored.
 */
export function strictestCacheControl(headers: readonly (string | undefined)[]): string {
  const responses = headers.map(parse);
  if (responses.length === 0 || responses.some((response) => response === undefined || response.flags.has('no-store')))
    return 'no-store';
  const policies = responses.filter((response) => response !== undefined);
  const flags = [
    ...restrictiveDirectives.filter((name) => policies.some((policy) => policy.flags.has(name))),
    ...permissiveDirectives.filter((name) => policies.every((policy) => policy.flags.has(name))),
  ].filter((name, _, all) => name !== 'public' || !all.includes('private'));
  return [...flags, ...timedDirectives.flatMap((name) => minimumOf(name, policies) ?? [])].join(', ') || 'no-store';
}

/**
 * A timed directive with the minimum time of all responses; undefined if no response has it. A response without the
 * directive counts as 0, except that `max-age` applies if `s-maxage` is absent.
 */
function minimumOf(name: string, responses: readonly CombinedDirectives[]): string | undefined {
  const times = responses.map(
    ({ seconds }) => seconds.get(name) ?? (name === 's-maxage' ? seconds.get('max-age') : undefined),
  );
  const isPresent = responses.some(({ seconds }) => seconds.has(name));
  if (!isPresent) return undefined;
  const min = Math.min(...times.map((time) => time ?? 0));
  return min === 0 && name.startsWith('stale-') ? undefined : `${name}=${min}`;
}

function parse(header: string | undefined): CombinedDirectives | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const flags = new Set<string>();
  const seconds = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', value] = part.trim().split('=');
    if (timedDirectives.includes(name)) seconds.set(name, Number.parseInt(value?.replaceAll('"', '') ?? '', 10) || 0);
    // `private="field"` concerns only some fields; applying it to all is stricter.
    else flags.add(name);
  }
  return { flags, seconds };
}
