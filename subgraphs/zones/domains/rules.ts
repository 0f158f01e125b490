import { toASCII } from 'tr46';

const longestName = 253;
const nameForm = /^[a-z0-9_*\\-]+(\.[a-z0-9_*\\-]+)*$/;

/** A domain name as zones have it: lower case, Punycode, without a final dot; null when the text is none. */
export function parseDomainName(text: string): string | null {
  if (text.length > longestName + 1) return null;
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  // Unicode is converted; the rest is left as it is, because zones have names that no registrar would sell.
  const ascii = /^[\0-\x7F]*$/.test(name) ? name.toLowerCase() : toASCII(name);
  return ascii !== null && ascii.length <= longestName && nameForm.test(ascii) ? ascii : null;
}

/** The zones in which a name may be, with its label there: the root, which has it whole, and then the longest zone first. */
export function possiblePlaces(name: string, rootZone: string): { zone: string; label: string }[] {
  const places = [{ zone: rootZone, label: name }];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    places.push({ zone: name.slice(dot + 1), label: name.slice(0, dot) });
  }
  return places;
}

/**
 * The name that a zone delegates for a label: of the labels at and above it, the topmost that is in the zone, as a
 * resolver would follow it (RFC 1034, section 4.3.2); when none is there now, the topmost that was there. Null: none ever was.
 */
export function delegationAbove<Name extends { readonly row: object | null }>(
  label: string,
  known: (label: string) => Name | undefined,
): Name | null {
  let above: string | undefined;
  let gone: Name | null = null;
  for (const word of label.split('.').reverse()) {
    above = above === undefined ? word : `${word}.${above}`;
    const found = known(above);
    if (found === undefined) continue;
    if (found.row !== null) return found;
    gone ??= found;
  }
  return gone;
}
