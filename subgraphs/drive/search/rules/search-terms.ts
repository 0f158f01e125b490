/** Terms of one alternative: all wanted terms must occur, and no excluded term may occur. */
interface Alternative {
  readonly wanted: string[];
  readonly excluded: string[];
}

/**
 * The terms of a query in the syntax of `websearch_to_tsquery` (PostgreSQL manual, section 12.3.2): words and "phrases"
 * that must all occur, `or` between alternatives, `-` before what must not occur.
 */
function alternativesOf(query: string): Alternative[] {
  const alternatives: Alternative[] = [{ wanted: [], excluded: [] }];
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    if (minus === '' && word?.toLowerCase() === 'or') {
      alternatives.push({ wanted: [], excluded: [] });
      continue;
    }
    const term = (phrase ?? word ?? '').trim();
    if (/[\p{L}\p{N}]/u.test(term)) alternatives.at(-1)?.[minus === '-' ? 'excluded' : 'wanted'].push(term);
  }
  return alternatives.filter(({ wanted }) => wanted.length > 0);
}

/** A term as a part of a regular expression of PostgreSQL, any separators for its spaces. */
function patternOf(term: string): string {
  return term
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.[\]|()*+?{}]/g, String.raw`\$&`))
    .join('[^[:alnum:]]+');
}

/**
 * Regular expressions of PostgreSQL that all match names with the terms of a query; null if the query has no required
 * terms. Words match within longer ones, such as `port` in `report.pdf`. Without alternatives, each required term has
 * a separate expression, because lookaheads take twice the time.
 */
export function namePatterns(query: string): string[] | null {
  const alternatives = alternativesOf(query);
  const [only, another] = alternatives;
  if (only === undefined) return null;
  if (another === undefined)
    return [...only.wanted.map(patternOf), ...only.excluded.map((term) => `^${excludePattern(term)}`)];
  const joined = alternatives.map(({ wanted, excluded }) =>
    [...wanted.map((term) => `(?=.*${patternOf(term)})`), ...excluded.map(excludePattern)].join(''),
  );
  return [`^(?:${joined.join('|')})`];
}

function excludePattern(term: string): string {
  return `(?!.*${patternOf(term)})`;
}

/**
 * Returns a PostgreSQL regular expression that finds the required terms of a query in a text. It finds nothing if only
 * the name matches.
 */
export function matchPattern(query: string): string {
  const terms = alternativesOf(query).flatMap(({ wanted }) => wanted);
  return String.raw`\m(?:${terms.map(patternOf).join('|')})\M`;
}
