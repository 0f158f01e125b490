import { toASCII } from 'tr46';

/** Maximum length of a name in characters, of which an escape is one (RFC 1035, section 2.3.4). */
const maxNameLength = 253;
const escapeLength = 4;
/** A character of a label or its escape (RFC 1035, section 5.1), as zones are stored: zones can contain any label. */
const character = String.raw`[!#%&'*+,\-/0-9:<=>?\[\]^_\`a-z{|}~\\]|\\["().;@$]`;
const namePattern = new RegExp(`^(${character})+(\\.(${character})+)*$`);

/** A URL, or a host with a port, although labels can contain these characters. */
const addressPattern = /:\/\/|:\d+$/;

/**
 * Normalizes a domain name to lower case and Punycode without a trailing dot; null if it is not a domain name. The
 * characters that have a meaning in zone files must be escaped.
 */
export function normalizeDomainName(text: string): string | null {
  if (text.length > maxNameLength * escapeLength + 1 || addressPattern.test(text)) return null;
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  // Only Unicode is converted, because zones contain names that IDNA does not allow.
  const ascii = /^[\0-\x7F]*$/.test(name) ? name.toLowerCase() : toASCII(name);
  return ascii !== null && namePattern.test(ascii) && lengthOf(ascii) <= maxNameLength ? ascii : null;
}

function lengthOf(name: string): number {
  return name.replaceAll(/\\(\d{3}|.)/g, '.').length;
}

/**
 * The zones that may contain a name, each with the label of the name in that zone. The root zone, in which the whole
 * name is the label, is first; then the longest zone.
 */
export function possibleKeys(name: string, rootZone: string): { zone: string; label: string }[] {
  const keys = [{ zone: rootZone, label: name }];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    keys.push({ zone: name.slice(dot + 1), label: name.slice(0, dot) });
  }
  return keys;
}

/**
 * The delegation that a resolver follows for a label (RFC 1034, section 4.3.2): the topmost of the label and its
 * parents that is in the zone. If none is, the topmost that was in the zone earlier; null if none ever was.
 */
export function delegationAbove<Name extends { readonly row: object | null }>(
  label: string,
  lookUp: (label: string) => Name | undefined,
): Name | null {
  let above: string | undefined;
  let removed: Name | null = null;
  for (const word of label.split(/(?<!\\)\./).reverse()) {
    above = above === undefined ? word : `${word}.${above}`;
    const found = lookUp(above);
    if (found === undefined) continue;
    if (found.row !== null) return found;
    removed ??= found;
  }
  return removed;
}
