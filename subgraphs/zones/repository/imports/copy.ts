/** A value as COPY's text format writes it; the texts of this domain hold no other special bytes. */
export function copyText(value: string): string {
  return value.includes('\\') ? value.replaceAll('\\', '\\\\') : value;
}

/** The value behind what COPY's text format writes. */
export function copiedText(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
