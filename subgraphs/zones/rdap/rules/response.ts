import { isNestedDeeperThan } from '../../../../platform/nesting.js';
import { asciiNameOf, isLdhName, readNames } from './domain-names.js';
import { type AbuseContact, type Registrar, readEntities } from './entities.js';
import { type Lifecycle, readLifecycle } from './events.js';
import { asIdentifier, asList, asObject, asText, type JsonObject, normalizedText, objectsIn } from './json.js';
import { readStatuses } from './statuses.js';

/** Kind of a response with status 200. */
export type ResponseKind = 'domain' | 'not-found' | 'invalid';

/** Maximum nesting: real responses have six levels; much deeper ones are meant to exhaust a serializer. */
const maxNesting = 40;

/** The kind of a response. Some servers report 404 only in the body (RFC 9083, section 6). */
export function classifyResponse(body: unknown): ResponseKind {
  const object = asObject(body);
  if (object === undefined || isNestedDeeperThan(object, maxNesting)) return 'invalid';
  if (object.errorCode !== undefined) return asIdentifier(object.errorCode) === '404' ? 'not-found' : 'invalid';
  const isDomain = normalizedText(object.objectClassName) === 'domain' || namesOf(object).length > 0;
  return isDomain ? 'domain' : 'invalid';
}

/** Maximum number of names of a domain and its variants; real responses have dozens, and converting each takes time. */
const maxNames = 500;

/** Whether a response is about this domain: by its name, in Punycode or in Unicode, or as one of its variants. */
export function isAbout(body: unknown, domain: string): boolean {
  const object = asObject(body) ?? {};
  const variants = objectsIn(object.variants).flatMap(({ variantNames }) => objectsIn(variantNames));
  const names = [object, ...variants].flatMap(namesOf).slice(0, maxNames);
  return names.some((name) => asciiNameOf(name) === domain);
}

/**
 * The domain that a response to a query for `domain` is about; differs from `domain` if the response has another name.
 */
export function nameIn(body: unknown, domain: string): string {
  if (isAbout(body, domain)) return domain;
  const [firstName = ''] = namesOf(asObject(body) ?? {});
  const name = asciiNameOf(firstName);
  return name !== null && isLdhName(name) ? name : domain;
}

function namesOf({ ldhName, unicodeName }: JsonObject): string[] {
  return [asText(ldhName), asText(unicodeName)].filter((name) => name !== null);
}

/** The data of a response about a domain; null and empty values are not part of the response. */
export interface ResponseContent {
  readonly handle: string | null;
  readonly registrar: Registrar;
  readonly lifecycle: Lifecycle;
  /** EPP status names (RFC 8056). */
  readonly statuses: readonly string[];
  readonly abuseContacts: readonly AbuseContact[];
  /** Hostnames in lower case, without the trailing dot. */
  readonly nameservers: readonly string[];
  /** Whether the delegation is signed; null: not part of the response. */
  readonly dnssec: boolean | null;
  /** Names of redacted fields (RFC 9537). */
  readonly redacted: readonly string[];
}

/**
 * Reads an RDAP response about a domain (RFC 9083). Responses vary: malformed values are ignored, no value is inferred,
 * and nothing throws. Only members of the domain itself are read: nameservers have their own entities and events.
 */
export function readResponse(body: unknown): ResponseContent {
  const object = asObject(body) ?? {};
  return {
    handle: asIdentifier(object.handle),
    ...readEntities(object.entities),
    lifecycle: readLifecycle(object.events),
    statuses: readStatuses(object.status),
    nameservers: readNames(nameserversOf(object)),
    dnssec: readSigned(object.secureDNS),
    redacted: readRedacted(object.redacted),
  };
}

/** The value of `nameservers`, which some servers spell `nameServers` or `name_servers`. */
function nameserversOf(object: JsonObject): unknown[] {
  const lists = Object.entries(object).flatMap(([name, value]) =>
    normalizedText(name).replaceAll(' ', '') === 'nameservers' ? [asList(value)] : [],
  );
  const list = lists.find((found) => found.length > 0) ?? [];
  return list.map((item) => {
    const nameserver = asObject(item);
    return nameserver === undefined ? item : (asText(nameserver.ldhName) ?? nameserver.unicodeName);
  });
}

/**
 * Whether a delegation is signed: `delegationSigned`, or keys that imply it (RFC 9083, section 5.3); null if unknown.
 */
function readSigned(value: unknown): boolean | null {
  const secureDns = asObject(value);
  if (secureDns === undefined) return null;
  const { delegationSigned, dsData, keyData } = secureDns;
  const signedText =
    typeof delegationSigned === 'boolean' ? String(delegationSigned) : normalizedText(delegationSigned);
  if (signedText === 'true' || signedText === 'false') return signedText === 'true';
  return objectsIn(dsData).length > 0 || objectsIn(keyData).length > 0 ? true : null;
}

/** The names of redacted fields, each once: registered types or descriptions (RFC 9537, section 4.2). */
function readRedacted(value: unknown): string[] {
  const names = asList(value).map((item) => {
    const name = asObject(item)?.name;
    return asText(asObject(name)?.type) ?? asText(asObject(name)?.description) ?? asText(name);
  });
  return [...new Set(names.flatMap((name) => name ?? []))];
}
