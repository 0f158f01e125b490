import { RdapField } from '../vocabulary.js';
import { readContactCard } from './contact-card.js';
import { readDossier } from './dossier.js';
import { asIdentifier, asList, asObject, normalizedText, objectsIn } from './json.js';
import { referralOf } from './referral.js';

/**
 * The stored responses about a domain: that of the registry (null if it has no such domain), and that of the registrar.
 */
export interface StoredResponse {
  readonly domain: string;
  readonly source: string;
  readonly body: string | null;
  readonly referred: string | null;
}

/** A difference between two versions of a domain: two dossiers, or none if it was not registered. Values are sorted. */
export interface DossierChange {
  readonly field: RdapField;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type ComparedValues = Readonly<Record<RdapField, readonly string[]>>;

const fields = Object.values(RdapField);
const ianaIdPrefix = 'IANA ID ';

/**
 * The differences between two responses about a domain. Volatile parts are not compared: the update time of the
 * registry's database, notices, links, and the order of lists. The first response of a registrar that did not respond
 * before is no difference either.
 */
export function changesBetween(before: StoredResponse, after: StoredResponse): DossierChange[] {
  const [old, current] = [comparedValuesOf(carryOverReferral(before, after)), comparedValuesOf(after)];
  return fields
    .filter((field) => contentOf(old, field) !== contentOf(current, field))
    .map((field) => ({ field, before: old[field], after: current[field] }));
}

/** The values of a field, joined into one string for comparison. */
function contentOf(values: ComparedValues, field: RdapField): string {
  const lines = values[field];
  // Which phone number is on the line of an email address depends on the order of both lists.
  const parts = field === RdapField.ABUSE_CONTACTS ? lines.flatMap((line) => line.split(', ')).toSorted() : lines;
  return parts.join('\n');
}

/**
 * Adds the registrar's part of another response about the domain to a response, if the registry refers to the same
 * registrar in both, but the registrar did not respond: its failure is not a change of the domain.
 */
export function carryOverReferral<Response extends StoredResponse>(
  response: Response,
  other: StoredResponse,
): Response {
  if (response.referred !== null || response.body === null || other.referred === null) return response;
  const referral = referralIn(response);
  return referral !== null && referral === referralIn(other) ? { ...response, referred: other.referred } : response;
}

function referralIn(response: StoredResponse): string | null {
  return response.body === null ? null : referralOf(JSON.parse(response.body), response);
}

/** The comparable values of a response. */
function comparedValuesOf({ domain, source, body, referred }: StoredResponse): ComparedValues {
  if (body === null) return unregisteredValues;
  const [registry, registrarResponse] = [JSON.parse(body), referred === null ? undefined : JSON.parse(referred)];
  const dossier = readDossier({
    ...{ domain, source, body: registry, referred: registrarResponse, fetchedAt: new Date(0), cached: true },
  });
  const { registrar, lifecycle } = dossier;
  const contacts = contactsIn(registry);
  return {
    registration: ['registered'],
    registrar: nonEmpty([registrar.name, registrar.ianaId && `${ianaIdPrefix}${registrar.ianaId}`, registrar.url]),
    statuses: dossier.statuses.toSorted(),
    nameservers: dossier.nameservers.toSorted(),
    dnssec: [...signingStatus(dossier.dnssec), ...dsRecordsIn(registry)],
    registered: dateIn(lifecycle.registered),
    expires: dateIn(lifecycle.expires),
    last_changed: dateIn(lifecycle.lastChanged),
    transferred: dateIn(lifecycle.transferred),
    contacts: contacts.length > 0 ? contacts : contactsIn(registrarResponse),
    abuse_contacts: dossier.abuseContacts.map(({ email, phone }) => nonEmpty([email, phone]).join(', ')).toSorted(),
    handle: nonEmpty([dossier.handle]),
  };
}

const unregisteredValues: ComparedValues = {
  ...{ registration: ['not registered'], registrar: [], statuses: [], nameservers: [], dnssec: [], registered: [] },
  ...{ expires: [], last_changed: [], transferred: [], contacts: [], abuse_contacts: [], handle: [] },
};

function nonEmpty(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null && value !== '') as string[];
}

function dateIn(date: Date | null): string[] {
  return date === null ? [] : [date.toISOString()];
}

function signingStatus(dnssec: boolean | null): string[] {
  return dnssec === null ? [] : [dnssec ? 'signed' : 'not signed'];
}

/** The DS records of a delegation (RFC 9083, section 5.3), sorted, in the format of zone files. */
function dsRecordsIn(body: unknown): string[] {
  const records = objectsIn(asObject(asObject(body)?.secureDNS)?.dsData);
  return records
    .map(({ keyTag, algorithm, digestType, digest }) =>
      nonEmpty([keyTag, algorithm, digestType, digest].map(asIdentifier)).join(' '),
    )
    .map((record) => `DS ${record.toUpperCase()}`)
    .toSorted();
}

/** Roles of entities that have their own fields in a dossier. */
const rolesWithFields = ['registrar', 'sponsor', 'sponsoring registrar', 'abuse'];

/** Contacts of the domain itself, such as `registrant: Acme Inc., info@acme.com`. */
function contactsIn(body: unknown): string[] {
  const lines = objectsIn(asObject(body)?.entities).flatMap((entity) => {
    const roles = [...new Set(asList(entity.roles).map(normalizedText))];
    if (roles.length === 0 || roles.some((role) => rolesWithFields.includes(role))) return [];
    const { name, emails, phones } = readContactCard(entity.vcardArray);
    const values = nonEmpty([name, ...emails.toSorted(), ...phones.toSorted(), asIdentifier(entity.handle)]);
    return [`${roles.toSorted().join(', ')}: ${values.join(', ')}`];
  });
  return [...new Set(lines)].toSorted();
}
