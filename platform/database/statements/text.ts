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

/** Splits an SQL text at its named parameters such as `:ids`: its texts and names alternate, beginning with a text. */
export function splitAtNames(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: token, 2: name, index } of text.matchAll(tokens)) {
    if (name === undefined) continue;
    parts.push(text.slice(end, index), name);
    end = index + token.length;
  }
  return [...parts, text.slice(end)];
}

class Names {
  readonly all: string[] = [];

  placeholderOf(name: string): string {
    if (!this.all.includes(name)) this.all.push(name);
    return `$${this.all.indexOf(name) + 1}`;
  }
}
