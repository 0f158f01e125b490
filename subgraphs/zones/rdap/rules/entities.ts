import { readContactCard } from './contact-card.js';
import { asIdentifier, asList, asText, type JsonObject, normalizedText, objectsIn } from './json.js';

/**
 * Origin of an abuse contact: the entity of the registrar in the registry's response, the other entities in it, or the
 * response of the registrar.
 */
export const AbuseContactSource = { REGISTRAR: 'registrar', DOMAIN: 'domain', REFERRAL: 'referral' } as const;
export type AbuseContactSource = (typeof AbuseContactSource)[keyof typeof AbuseContactSource];

/** The registrar of record; null values are not part of the response. */
export interface Registrar {
  readonly name: string | null;
  /** IANA Registrar ID. */
  readonly ianaId: string | null;
  readonly url: string | null;
}

export interface AbuseContact {
  readonly email: string | null;
  readonly phone: string | null;
  readonly source: AbuseContactSource;
}

/** The registrar and the abuse contacts among the entities of a domain (RFC 9083, section 5.1). */
export function readEntities(value: unknown): { registrar: Registrar; abuseContacts: AbuseContact[] } {
  const entities = objectsIn(value);
  const registrar = preferredRegistrar(entities);
  const nested = registrar === undefined ? [] : objectsIn(registrar.entities);
  return {
    registrar: readRegistrar(registrar, nested),
    abuseContacts: distinctContacts([
      ...abuseContactsIn(nested, AbuseContactSource.REGISTRAR),
      ...abuseContactsIn(entities, AbuseContactSource.DOMAIN),
    ]),
  };
}

/** Names and IANA id of each registrar of record; if there are several, only of those with the highest preference. */
export function readRegistrars(value: unknown): { names: readonly string[]; ianaId: string | null }[] {
  const rankedRegistrars = rankRegistrars(objectsIn(value));
  return rankedRegistrars
    .filter(({ rank }) => rank === rankedRegistrars[0]?.rank)
    .map(({ entity }) => {
      const { formattedNames, organizations } = readContactCard(entity.vcardArray);
      return { names: [...formattedNames, ...organizations], ianaId: ianaIdOf(entity) };
    });
}

/**
 * Selects one of several registrars: the sponsoring one, otherwise an active one, otherwise one with a name, otherwise
 * the first.
 */
function preferredRegistrar(entities: readonly JsonObject[]): JsonObject | undefined {
  return rankRegistrars(entities)[0]?.entity;
}

/** Registrars, the preferred one first. */
function rankRegistrars(entities: readonly JsonObject[]): { entity: JsonObject; rank: number }[] {
  function rank(entity: JsonObject): number {
    const statuses = asList(entity.status).map(normalizedText);
    const hasEnded = ['inactive', 'removed', 'obscured'].some((status) => statuses.includes(status));
    const isNamed = ianaIdOf(entity) !== null || readContactCard(entity.vcardArray).name !== null;
    return (isSponsor(entity) ? 8 : 0) + (statuses.includes('active') ? 4 : 0) + (hasEnded ? 0 : 2) + (isNamed ? 1 : 0);
  }
  const registrars = entities.filter((entity) => isRegistrar(entity) || isSponsor(entity));
  // The rank is computed once per registrar, because it depends on the whole card.
  const rankedRegistrars = registrars.map((entity) => ({ entity, rank: rank(entity) }));
  return rankedRegistrars.toSorted((a, b) => b.rank - a.rank);
}

function readRegistrar(entity: JsonObject | undefined, nested: readonly JsonObject[]): Registrar {
  if (entity === undefined) return { name: null, ianaId: null, url: null };
  const card = readContactCard(entity.vcardArray);
  // The server of one registrar returns the name in a nested contact, which also has the role `registrar`.
  const names = nested.filter(isRegistrar).map((contact) => readContactCard(contact.vcardArray).name);
  return {
    name: card.name ?? names.find((name) => name !== null) ?? nameFromHandle(entity),
    ianaId: ianaIdOf(entity),
    url: [...registrarLinks(entity), ...card.urls].find(isWebAddress) ?? null,
  };
}

/** The name of a registrar without a card: its handle (`REG-EXAMPLE`), unless that is a number. */
function nameFromHandle({ handle }: JsonObject): string | null {
  const text = asText(handle);
  return text !== null && /\p{Letter}/u.test(text) ? text : null;
}

function ianaIdOf(entity: JsonObject): string | null {
  const ids = objectsIn(entity.publicIds).filter(({ type }) => normalizedText(type) === 'iana registrar id');
  return ids.map(({ identifier }) => asIdentifier(identifier)).find((id) => id !== null && /^\d+$/.test(id)) ?? null;
}

/**
 * The links to the registrar's website: those with the relation `about` (ICANN's profile), then those with a matching
 * title.
 */
function registrarLinks(entity: JsonObject): string[] {
  const links = objectsIn(entity.links);
  const aboutLinks = links.filter(({ rel }) => normalizedText(rel) === 'about');
  const titledLinks = links.filter(({ title }) => normalizedText(title) === 'registrar url');
  return [...aboutLinks, ...titledLinks].flatMap(({ href }) => asText(href) ?? []);
}

/** Whether a URL is safe as a link: http, https, or a host without a scheme; never `javascript:`. */
function isWebAddress(url: string): boolean {
  return /^(https?:\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i.test(url);
}

function abuseContactsIn(entities: readonly JsonObject[], source: AbuseContactSource): AbuseContact[] {
  return entities.filter(isAbuseContact).flatMap((entity) => {
    const { emails, phones } = readContactCard(entity.vcardArray);
    return Array.from({ length: Math.max(emails.length, phones.length) }, (_, position) => ({
      email: emails[position] ?? null,
      phone: phones[position] ?? null,
      source,
    }));
  });
}

function distinctContacts(contacts: readonly AbuseContact[]): AbuseContact[] {
  const byContent = new Map<string, AbuseContact>();
  for (const contact of contacts) {
    const content = JSON.stringify([contact.email, contact.phone]);
    if (!byContent.has(content)) byContent.set(content, contact);
  }
  return [...byContent.values()];
}

function rolesOf(entity: JsonObject): string[] {
  return asList(entity.roles).map(normalizedText);
}

function isRegistrar(entity: JsonObject): boolean {
  return rolesOf(entity).includes('registrar');
}

function isSponsor(entity: JsonObject): boolean {
  return rolesOf(entity).some((role) => role === 'sponsor' || role === 'sponsoring registrar');
}

/** Whether an entity has the role `abuse`, or the class `abuse`, which some servers send instead of the role. */
function isAbuseContact(entity: JsonObject): boolean {
  return rolesOf(entity).includes('abuse') || normalizedText(entity.objectClassName) === 'abuse';
}
