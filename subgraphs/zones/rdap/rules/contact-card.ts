import { asList, asObject, asText, normalizedText } from './json.js';

/** Data of a jCard (RFC 7095); every list is in the order of the card. */
export interface ContactCard {
  /** The name of the organization, or of the person; null if the card has none. */
  readonly name: string | null;
  /** Values of `fn`, without those that are a kind of card instead of a name. */
  readonly formattedNames: readonly string[];
  /** Values of `org`, without organizational units. */
  readonly organizations: readonly string[];
  readonly emails: readonly string[];
  /** Phone numbers as written on the card, without fax numbers. */
  readonly phones: readonly string[];
  readonly urls: readonly string[];
}

interface Property {
  readonly name: string;
  readonly parameters: unknown;
  readonly value: string;
}

type CardNames = Pick<ContactCard, 'formattedNames' | 'organizations'> & { readonly kind: string | undefined };

/** Kinds of a card (RFC 6350, section 6.1.4). The software of one registry writes them instead of the name. */
const kinds = ['individual', 'group', 'org', 'location'];

/** Reads the jCard of an entity; malformed properties are ignored. */
export function readContactCard(value: unknown): ContactCard {
  const properties = propertiesIn(value, 3);
  function valuesOf(name: string): string[] {
    return properties.flatMap((property) => (property.name === name ? property.value : []));
  }
  const phones = properties.filter(({ name, parameters }) => name === 'tel' && !isFax(parameters));
  const formattedNames = valuesOf('fn').filter((name) => !kinds.includes(name.toLowerCase()));
  const organizations = valuesOf('org');
  return {
    name: nameOf({ formattedNames, organizations, kind: valuesOf('kind')[0] }),
    formattedNames,
    organizations,
    emails: unique(valuesOf('email').flatMap(emailIn)),
    phones: unique(phones.flatMap(({ value }) => phoneIn(value))),
    urls: unique(valuesOf('url')),
  };
}

/** The name on a card: `fn`, or, on the card of an individual, preferably `org`; null if the card has neither. */
function nameOf({ formattedNames, organizations, kind }: CardNames): string | null {
  const organizationNames = kind?.toLowerCase() === 'individual' ? [] : formattedNames;
  return organizationNames[0] ?? organizations[0] ?? formattedNames[0] ?? null;
}

/**
 * The properties of a jCard: `["vcard", [[name, parameters, type, value], ...]]`, or the same without one level of
 * arrays.
 */
function propertiesIn(value: unknown, levels: number): Property[] {
  if (!Array.isArray(value) || levels === 0) return [];
  const [name, parameters, , content] = value;
  if (typeof name === 'string' && name.toLowerCase() !== 'vcard') {
    const text = firstText(content);
    return text === null ? [] : [{ name: name.toLowerCase(), parameters, value: text }];
  }
  return value.flatMap((item) => propertiesIn(item, levels - 1));
}

/** The first string in a value, such as the name of an organization with units; null if there is none. */
function firstText(value: unknown): string | null {
  return (
    asList(value)
      .map(asText)
      .find((text) => text !== null) ?? null
  );
}

function isFax(parameters: unknown): boolean {
  const types = Object.entries(asObject(parameters) ?? {}).flatMap(([name, value]) =>
    name.toLowerCase() === 'type' ? asList(value) : [],
  );
  return types.some((type) => normalizedText(type) === 'fax');
}

function emailIn(value: string): string | [] {
  const address = value.replace(/^mailto:/i, '');
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : [];
}

/** Maximum length of a phone number in characters, because matching takes quadratic time. */
const maxPhoneLength = 100;

/** The phone number in a value; none for a fax number, and for words such as "REDACTED". */
function phoneIn(value: string): string | [] {
  if (value.length > maxPhoneLength || /^fax:/i.test(value)) return [];
  const number = value.replace(/^tel:/i, '').trim();
  return /^\+?[\d().;\s/-]{3,}(;?\s*(x|ext)[.=:]?\s*\d+)?$/i.test(number) && /\d{2}/.test(number) ? number : [];
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
