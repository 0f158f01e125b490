/** Splits text at commas; removes white space around the parts, empty parts and duplicates. */
export function parseCommaList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}
