/** The start of a mention that is being typed: the name so far, and the position of its @. */
export interface StartedMention {
  readonly name: string;
  readonly at: number;
}

const nameCharacter = /[\p{L}\p{N}_]/u;
/** Maximum number of words of an incomplete mention. Names can contain spaces. */
const maxWords = 3;

/**
 * The mention before the caret; undefined if there is none. An @ within a word, as in an email address, does not start
 * a mention.
 */
export function findMention(text: string, caret: number): StartedMention | undefined {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || nameCharacter.test(text[at - 1] ?? '')) {
    return undefined;
  }
  const name = text.slice(at + 1, caret);
  return name.includes('\n') || name.split(' ').length > maxWords ? undefined : { name, at };
}

/** The people whose names begin with the typed text, at most `max`. Empty if the text is already a complete name. */
export function suggestPeople<Person extends { readonly name: string }>(
  people: readonly Person[],
  typed: string,
  max = 6,
): readonly Person[] {
  const start = typed.toLowerCase();
  const found = people.filter(({ name }) => name.toLowerCase().startsWith(start));
  return found.some(({ name }) => name.toLowerCase() === start.trimEnd()) ? [] : found.slice(0, max);
}

/** The text with the name instead of the typed part, and the new position of the caret. */
export function completeMention(
  text: string,
  mention: StartedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, mention.at)}@${name} `;
  return { text: before + text.slice(mention.at + 1 + mention.name.length), caret: before.length };
}
