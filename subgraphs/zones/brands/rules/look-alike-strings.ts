/** Strings of ASCII characters that look like another ASCII string, in most typefaces or at a glance. */
const similarStrings: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'],
  '1': ['l', 'i'],
  '2': ['z'],
  '3': ['8', 'e'],
  '4': ['a'],
  '5': ['s'],
  '6': ['9', 'b'],
  '7': ['t'],
  '8': ['3', 'b'],
  '9': ['6', 'g'],
  a: ['4'],
  b: ['d', 'lb', '6', '8'],
  c: ['e'],
  d: ['b', 'cl', 'dl'],
  e: ['c', '3'],
  g: ['q', '9'],
  h: ['lh'],
  i: ['1', 'l'],
  k: ['lk', 'ik', 'lc'],
  l: ['1', 'i'],
  m: ['n', 'nn', 'rn', 'rr'],
  n: ['m', 'r'],
  o: ['0'],
  q: ['g'],
  s: ['5'],
  t: ['7'],
  u: ['v'],
  v: ['u'],
  w: ['vv'],
  z: ['2'],
  cl: ['d'],
  nn: ['m'],
  rn: ['m'],
  vv: ['w'],
};

/** Maximum number of variants, because long strings have very many; variants with one replacement have priority. */
const maxVariants = 5000;

/**
 * Strings that look like the text after one or two replacements of look-alike strings; one replacement can cover
 * repeated letters.
 */
export function lookAlikeStrings(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  addExchanges(text, found);
  for (const once of [...found]) {
    if (found.size >= maxVariants) break;
    addExchanges(once, found);
  }
  found.delete(text);
  return found;
}

function addExchanges(text: string, found: Set<string>): void {
  for (const [from, targets] of Object.entries(similarStrings)) {
    const positions = positionsOf(text, from);
    for (const to of targets) {
      for (let first = 0; first < positions.length; first++) {
        for (let last = first; last < positions.length; last++) {
          if (found.size >= maxVariants) return;
          const start = positions[first] as number; // The index is within the array.
          const end = (positions[last] as number) + from.length;
          found.add(text.slice(0, start) + text.slice(start, end).replaceAll(from, to) + text.slice(end));
        }
      }
    }
  }
}

function positionsOf(text: string, part: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) positions.push(at);
  return positions;
}
