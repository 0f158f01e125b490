import type { SearchPattern } from './pattern.js';

/**
 * Where in a zone, which keeps its labels in the order of their bytes, the names of a search lie: a range, and single
 * labels before it. All names that match are among them; with `like`, not all of them match.
 */
export interface LabelRange {
  /** Belongs to the range. */
  readonly from: string;
  /** Does not belong to it; null: no end. */
  readonly to: string | null;
  /** Labels that the pattern goes beyond, into the name of the zone: `example` for `example.c` in `com`. */
  readonly points: readonly string[];
  readonly like: LikeCondition | null;
}

export interface LikeCondition {
  /** Pattern of LIKE for the whole name; it needs no escapes. */
  readonly domain: string;
  /** Texts with three letters or digits in a row, each of which must be in the label: what a trigram index can find. */
  readonly literals: readonly string[];
  /** Texts that the label must contain, in this order. */
  readonly parts: readonly string[];
}

/** Where the names of a zone that match a pattern lie. The suffix is what follows its labels: `.com`, nothing for the root. */
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

/** The least text that is greater than all that begin with the prefix; null when there is none. Prefixes are ASCII. */
export function prefixEnd(prefix: string): string | null {
  if (prefix === '') return null;
  const last = prefix.length - 1;
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}

/** True when the whole name matches, decided as the database decides it. */
export function matchesPattern(pattern: SearchPattern, domain: string): boolean {
  if (pattern.kind === 'browse') return true;
  if (pattern.kind === 'prefix') return domain.startsWith(pattern.text);
  return matchesParts(pattern.text.split('*'), domain);
}

/** False when no name of a zone can match a wildcard, because the zone's suffix and the end of the pattern exclude each other. */
export function mayMatchIn(pattern: SearchPattern, suffix: string): boolean {
  if (pattern.kind !== 'wildcard') return true;
  const tail = pattern.text.slice(pattern.text.lastIndexOf('*') + 1);
  return suffix.endsWith(tail) || tail.endsWith(suffix);
}

/** Each part at its first possible place, which never rules out a match and needs no going back. */
function matchesParts(parts: readonly string[], domain: string): boolean {
  const head = parts[0] ?? '';
  const tail = parts.at(-1) ?? '';
  if (!domain.startsWith(head) || domain.length < head.length + tail.length) return false;
  let place = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = domain.indexOf(part, place);
    if (found === -1) return false;
    place = found + part.length;
  }
  return domain.length - tail.length >= place && domain.endsWith(tail);
}

function pointsOf(head: string, suffix: string): string[] {
  const points: string[] = [];
  for (let dot = head.indexOf('.'); dot !== -1; dot = head.indexOf('.', dot + 1)) {
    if (suffix.startsWith(head.slice(dot))) points.push(head.slice(0, dot));
  }
  return points;
}

function likeCondition(text: string, suffix: string): LikeCondition {
  // A run that the zone's own name contains need not be in the label.
  const literals = text.split(/[*.]/).filter((run) => /[a-z0-9]{3}/.test(run) && !suffix.includes(run));
  // So it is with each part; one with a dot may also lie across the end of the label.
  const parts = text.split('*').filter((part) => part !== '' && !part.includes('.') && !suffix.includes(part));
  return { domain: text.replaceAll('*', '%'), literals: [...new Set(literals)], parts };
}

/** Where in a zone the names lie that come after a place in the order of all names. */
export interface Resumption {
  /** Labels from here on come after the place. */
  readonly from: string;
  /** Labels before `from` that come after it all the same. */
  readonly points: readonly string[];
}

/**
 * Names are ordered as whole texts, labels by themselves, and `a-b` is after `a` while `a-b.com` is before `a.com`. So a
 * label that is the beginning of the place is asked for by itself; all others are where the label puts them.
 */
export function labelsFrom(place: string, suffix: string): Resumption {
  const points: string[] = [];
  for (let length = 1; length < place.length; length++) {
    const next = place.charAt(length);
    // With a greater character following, the name that ends here comes before the place.
    if (next > '.') continue;
    const label = place.slice(0, length);
    if (label + suffix >= place) points.push(label);
  }
  return { from: place, points };
}

/** The part of a range that comes after a place; the name at the place itself belongs to it. */
export function rangeFrom(range: LabelRange, resumption: Resumption): LabelRange {
  const { from, to, like } = range;
  const points = new Set([
    ...range.points.filter((point) => point >= resumption.from || resumption.points.includes(point)),
    ...resumption.points.filter((point) => point >= from && (to === null || point < to)),
  ]);
  return { from: resumption.from > from ? resumption.from : from, to, points: [...points], like };
}
