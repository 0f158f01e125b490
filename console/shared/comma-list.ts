/** The parts of a text that is a list with commas, each once. */
export function parseCommaList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}
