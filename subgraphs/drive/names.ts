/**
 * The Unicode forms, composed (NFC) and decomposed (NFD), in which a name that contains this text may be stored. Sites
 * keep the form that a client uploads, and macOS writes decomposed names.
 */
export function normalizationForms(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])];
}
