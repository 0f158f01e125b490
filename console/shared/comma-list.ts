/** Splits a comma-separated list, without duplicates. */
export function parseCommaList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}
