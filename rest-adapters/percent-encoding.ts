const percentEncodedRun = /(?:%[0-9A-Fa-f]{2})+/g;

/** Decodes percent-encoding as UTF-8. Malformed escapes stay, bad UTF-8 becomes U+FFFD. Never throws. */
export function unquote(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(percentEncodedRun, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}
