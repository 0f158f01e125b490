/**
 * Matches numbered and named parameters, and the literals, quoted identifiers and comments in which no parameters
 * occur.
 */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|\$(\d+)|:([a-z]\w*)/gi;

type Replacement = { readonly name: string } | { readonly literal: string };

/**
 * Renumbers the parameters of an SQL text; a repeated name is numbered once.
 * @param replacements for `$1`, `$2` … of the text: the name of a parameter, or a literal
 */
export function renumberPlaceholders(
  text: string,
  replacements: readonly Replacement[],
): { text: string; names: string[] } {
  const names = new Names();
  const numbered = text.replaceAll(tokens, (token, number: string | undefined) => {
    const replacement = number === undefined ? undefined : replacements[Number(number) - 1];
    if (replacement === undefined) return token;
    return 'name' in replacement ? names.placeholderOf(replacement.name) : replacement.literal;
  });
  return { text: numbered, names: names.all };
}

/**
 * Replaces named parameters such as `:ids` with numbered ones.
 * @param castOf returns the cast to append to a parameter
 */
export function numberPlaceholders(text: string, castOf: (name: string) => string): { text: string; names: string[] } {
  const names = new Names();
  const result = text.replaceAll(tokens, (token, _number, name: string | undefined) =>
    name === undefined ? token : names.placeholderOf(name) + castOf(name),
  );
  return { text: result, names: names.all };
}

class Names {
  readonly all: string[] = [];

  placeholderOf(name: string): string {
    if (!this.all.includes(name)) this.all.push(name);
    return `$${this.all.indexOf(name) + 1}`;
  }
}
