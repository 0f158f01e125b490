/** Maximum length of a list that is sorted by insertion; longer lists use the runtime's sort. */
const maxInserted = 16;

/**
 * Matches surrogates. They encode the characters beyond the Basic Multilingual Plane, but sort before the code units of
 * some smaller code points.
 */
const surrogate = /[\uD800-\uDFFF]/;

/**
 * The distinct strings in the order of their code points, which is PostgreSQL's byte order. Sorts in place. For the
 * usual short lists, insertion costs a fraction of the time of a set and the runtime's sort.
 */
export function sortedDistinct(texts: string[]): string[] {
  if (texts.some((text) => surrogate.test(text))) return [...new Set(texts)].sort(compareBytes);
  if (texts.length > maxInserted) return [...new Set(texts)].sort();
  let length = 0;
  for (const text of texts) {
    let position = length;
    while (position > 0 && (texts[position - 1] as string) > text) position--;
    if (position > 0 && texts[position - 1] === text) continue;
    for (let index = length; index > position; index--) texts[index] = texts[index - 1] as string;
    texts[position] = text;
    length++;
  }
  texts.length = length;
  return texts;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
