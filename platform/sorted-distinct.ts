/** Longer lists are sorted by the runtime. */
const mostInserted = 16;

/**
 * The texts in the order of their UTF-16 code units, each once. Most lists are of a few texts, which are put in their places in the list
 * itself; a set and a sort of the runtime cost many times that.
 */
export function sortedDistinct(texts: string[]): string[] {
  if (texts.length > mostInserted) return [...new Set(texts)].toSorted();
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
