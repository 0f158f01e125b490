import { normalizationForms } from '../../names.js';

/** Terms of one alternative of a query: all wanted terms must occur, and no excluded term may occur. */
interface Alternative {
  readonly wanted: string[];
  readonly excluded: string[];
}

/**
 * Parses a query in the syntax of `websearch_to_tsquery` (PostgreSQL manual, section 12.3.2): words and "phrases" that
 * must all occur, `or` between alternatives, `-` before terms that must not occur.
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

/** Converts a term to a part of a PostgreSQL regular expression, in which a space matches any separators. */
function patternOf(term: string): string {
  return term
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.[\]|()*+?{}]/g, String.raw`\$&`))
    .join('[^[:alnum:]]+');
}

/** Like `patternOf`, for names, which may be stored in any Unicode form. */
function namePatternOf(term: string): string {
  const [pattern = '', ...others] = normalizationForms(term).map(patternOf);
  return others.length === 0 ? pattern : `(?:${[pattern, ...others].join('|')})`;
}

/**
 * Converts a query to PostgreSQL regular expressions, all of which must match a name; null if the query has no required
 * terms. Words also match within longer words, such as `port` in `report.pdf`. A query without `or` has a separate
 * expression for each required term, because lookaheads take twice the time.
 */
export function namePatterns(query: string): string[] | null {
  const alternatives = alternativesOf(query);
  const [onlyAlternative, another] = alternatives;
  if (onlyAlternative === undefined) return null;
  if (another === undefined)
    return [
      ...onlyAlternative.wanted.map(namePatternOf),
      ...onlyAlternative.excluded.map((term) => `^${excludePattern(term)}`),
    ];
  const patterns = alternatives.map(({ wanted, excluded }) =>
    [...wanted.map((term) => `(?=.*${namePatternOf(term)})`), ...excluded.map(excludePattern)].join(''),
  );
  return [`^(?:${patterns.join('|')})`];
}

function excludePattern(term: string): string {
  return `(?!.*${namePatternOf(term)})`;
}

/** Converts a query to a PostgreSQL regular expression that finds its required terms in a text, as whole words. */
export function matchPattern(query: string): string {
  const terms = alternativesOf(query).flatMap(({ wanted }) => wanted);
  return String.raw`\m(?:${terms.map(patternOf).join('|')})\M`;
}
