import { unquote } from './percent-encoding.js';

/**
 * The last value of each name in a query string (`application/x-www-form-urlencoded`).
 * Malformed percent-encoding stays as it is; bytes that are no UTF-8 become U+FFFD. Never throws.
 */
export function lastValues(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (query === '') return values;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    values.set(formDecode(name), equals === -1 ? '' : formDecode(pair.slice(equals + 1)));
  }
  return values;
}

function formDecode(text: string): string {
  return unquote(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
