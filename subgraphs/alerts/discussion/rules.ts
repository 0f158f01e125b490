import type { Person } from '../people/index.js';

const nameCharacterPattern = /[\p{L}\p{N}_]/u;

/**
 * The people whom a text mentions as `@name`, each once, in order of first mention. If several names match at an @, the
 * longest one is used, and all people with that name are mentioned. An @ within a word, as in an email address,
 * mentions nobody.
 */
export function mentionsIn(text: string, people: readonly Person[]): Person[] {
  const foldedNames = people.map((person) => ({ person, name: person.name.toLowerCase() }));
  const lower = text.toLowerCase();
  const mentioned = new Map<string, Person>();
  for (let at = lower.indexOf('@'); at !== -1; at = lower.indexOf('@', at + 1)) {
    if (nameCharacterPattern.test(lower[at - 1] ?? '')) continue;
    const found = foldedNames.filter(({ name }) => isNamedAt(lower, at + 1, name));
    const maxLength = Math.max(...found.map(({ name }) => name.length));
    for (const { person, name } of found) if (name.length === maxLength) mentioned.set(person.id, person);
  }
  return [...mentioned.values()];
}

function isNamedAt(text: string, start: number, name: string): boolean {
  const [next = ''] = text.slice(start + name.length);
  return text.startsWith(name, start) && !nameCharacterPattern.test(next);
}
