import type { SearchPattern } from './pattern.js';

/**
 * Labels of a zone that a search has to read, in byte order: a range, and single labels before it. All matches are
 * among them; with `like`, not all of them match.
 */
export interface LabelRange {
  /** First label, inclusive. */
  readonly from: string;
  /** End of the range, exclusive; null: no upper bound. */
  readonly to: string | null;
  /** Labels before the range where the pattern extends into the zone's name: `example` for `example.c` in `com`. */
  readonly points: readonly string[];
  readonly like: LikeCondition | null;
}

interface LikeCondition {
  /** LIKE pattern for the whole name; it needs no escapes. */
  readonly domain: string;
  /** Strings with three letters or digits in a row that the label must contain: a trigram index can find them. */
  readonly literals: readonly string[];
  /** Strings that the label must contain, in this order. */
  readonly parts: readonly string[];
}

/** Labels to read for a pattern in a zone. The suffix follows its labels: `.com`; empty for the root. */
export function labelRange(pattern: SearchPattern, suffix: string): LabelRange {
  if (pattern.kind === 'browse') return { from: '', to: null, points: [], like: null };
  const [head = ''] = pattern.text.split('*', 1);
  return {
    from: head,
    to: prefixEnd(head),
    points: pointsOf(head, suffix),
    like: pattern.kind === 'prefix' ? null : likeCondition(pattern.text, suffix),
  };
}

/** The first string after all strings with this prefix; null if there is none. Prefixes are ASCII. */
export function prefixEnd(prefix: string): string | null {
  if (prefix === '') return null;
  const last = prefix.length - 1;
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}

/** Whether the whole name matches, by the same rules as LIKE in the database. */
export function matchesPattern(pattern: SearchPattern, domain: string): boolean {
  if (pattern.kind === 'browse') return true;
  if (pattern.kind === 'prefix') return domain.startsWith(pattern.text);
  return matchesParts(pattern.text.split('*'), domain);
}

/** Whether a name of a zone can match a wildcard: its suffix must be compatible with the end of the pattern. */
export function mayMatchInZone(pattern: SearchPattern, suffix: string): boolean {
  if (pattern.kind !== 'wildcard') return true;
  const tail = pattern.text.slice(pattern.text.lastIndexOf('*') + 1);
  return suffix.endsWith(tail) || tail.endsWith(suffix);
}

/**
 * Whether a name contains these parts in this order. Each part is matched at its first possible position, which never
 * excludes a match.
 */
function matchesParts(parts: readonly string[], domain: string): boolean {
  const head = parts[0] ?? '';
  const tail = parts.at(-1) ?? '';
  if (!domain.startsWith(head)) return false;
  let position = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = domain.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return domain.length - tail.length >= position && domain.endsWith(tail);
}

function pointsOf(head: string, suffix: string): string[] {
  const points: string[] = [];
  for (let dot = head.indexOf('.'); dot !== -1; dot = head.indexOf('.', dot + 1)) {
    if (suffix.startsWith(head.slice(dot))) points.push(head.slice(0, dot));
  }
  return points;
}

function likeCondition(text: string, suffix: string): LikeCondition {
  // A literal that the zone's suffix contains need not be in the label.
  const literals = text.split(/[*.]/).filter((run) => /[a-z0-9]{3}/.test(run) && !suffix.includes(run));
  // The same holds for parts; a part with a dot may also extend beyond the label.
  const parts = text.split('*').filter((part) => !part.includes('.') && !suffix.includes(part));
  return { domain: text.replaceAll('*', '%'), literals: [...new Set(literals)], parts };
}

/** The labels of a zone from which a scan resumes: those that form a domain name at or after a position. */
export interface Resumption {
  /** First of the labels that all sort after the position. */
  readonly from: string;
  /** Labels before `from` whose names sort after the position. */
  readonly points: readonly string[];
}

/**
 * The labels from which a scan of a zone resumes at a position: those that form a domain name at or after the position.
 * Names are ordered as whole strings, labels by themselves: `a-b` sorts after `a`, `a-b.com` before `a.com`. So labels
 * that are a prefix of the position are read one by one; for all others both orders agree.
 */
export function resumptionAt(position: string, suffix: string): Resumption {
  const points: string[] = [];
  for (let length = 1; length < position.length; length++) {
    const next = position.charAt(length);
    // The suffix begins with a dot: if the position continues with a greater character, the name sorts before it.
    if (next > '.') continue;
    const label = position.slice(0, length);
    if (label + suffix >= position) points.push(label);
  }
  return { from: position, points };
}

/** The part of a range at or after a position. */
export function resumeRange(range: LabelRange, resumption: Resumption): LabelRange {
  const { from, to, like } = range;
  const points = new Set([
    ...range.points.filter((point) => point >= resumption.from || resumption.points.includes(point)),
    ...resumption.points.filter((point) => point >= from && (to === null || point < to)),
  ]);
  return { from: resumption.from > from ? resumption.from : from, to, points: [...points], like };
}
