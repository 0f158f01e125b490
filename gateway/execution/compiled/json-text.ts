/** Characters that JSON strings must escape, and halves of surrogate pairs, which need a closer look. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const needsEscape = /[\u0000-\u001f"\\\ud800-\udfff]/;

/** Up to this length a loop beats a regular expression. */
const shortLength = 24;

/** A string as JSON text. */
export function quoteString(value: string): string {
  if (value.length > shortLength) return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff))
      return JSON.stringify(value);
  }
  return `"${value}"`;
}

/** Any value as JSON text; what JSON cannot say is null. */
export function writeAny(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoteString(value);
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : (JSON.stringify(value) ?? 'null');
  }
}
