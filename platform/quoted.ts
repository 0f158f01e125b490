/** Formats a value for an error message: in quotes, with escapes as in JSON, and at most its first 100 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
