/** Longer lists are sorted by the runtime. */
const maxInserted = 16;

/** Of characters beyond the Basic Multilingual Plane, whose code units come before some of smaller code points. */
const surrogate = /[\uD800-\uDFFF]/;

/**
 * The texts in the order of their code points, which is that of their bytes in PostgreSQL, each once. Most lists are of a few texts, which are
 * put in their places in the list itself; a set and a sort of the runtime cost many times that.
 */
export function sortedDistinct(texts: string[]): string[] {
  if (texts.some((text) => surrogate.test(text))) return [...new Set(texts)].sort(compareBytes);
  if (texts.length > maxInserted) return [...new Set(texts)].sort();
  let length = 0;
  for (const text of texts) {
    let place = length;
    while (place > 0 && (texts[place - 1] as string) > text) place--;
    if (place > 0 && texts[place - 1] === text) continue;
    for (let index = length; index > place; index--) texts[index] = texts[index - 1] as string;
    texts[place] = text;
    length++;
  }
  texts.length = length;
  return texts;
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
