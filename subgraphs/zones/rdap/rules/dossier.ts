import { unicodeNameOf } from './domain-names.js';
import { AbuseContactSource } from './entities.js';
import { nameIn, type ResponseContent, readResponse } from './response.js';

/** The RDAP dossier of a domain; null and empty values are not part of the responses. */
export interface RdapDossier extends ResponseContent {
  /**
   * The domain that the response is about: for a variant, a registry may return the domain that the variant belongs to.
   */
  readonly domain: string;
  readonly unicodeName: string | null;
  /** URL of the response. */
  readonly source: string;
  readonly fetchedAt: Date;
  /** Whether an earlier or concurrent lookup fetched the response. */
  readonly cached: boolean;
  /** Response of the registry, unchanged. */
  readonly raw: unknown;
}

export interface DossierSources {
  /** Requested domain. */
  readonly domain: string;
  readonly source: string;
  /** Response of the registry. */
  readonly body: unknown;
  /** Response of the registrar, if that of the registry has gaps. */
  readonly referred?: unknown;
  readonly fetchedAt: Date;
  readonly cached: boolean;
}

/** Reads a dossier from the response of the registry. The response of the registrar only fills gaps. */
export function readDossier({ body, referred, ...rest }: DossierSources): RdapDossier {
  const domain = nameIn(body, rest.domain);
  return {
    ...rest,
    domain,
    ...fillGaps(readResponse(body), readResponse(referred)),
    unicodeName: unicodeNameOf(domain),
    raw: body,
  };
}

/**
 * Whether the response lacks values that the registrar may have, other than the date of a transfer, which most domains
 * do not have.
 */
export function hasGaps({ registrar, lifecycle, ...content }: ResponseContent): boolean {
  const values = [registrar.name, lifecycle.registered, lifecycle.expires, lifecycle.lastChanged];
  const lists = [content.abuseContacts, content.statuses, content.nameservers];
  return values.includes(null) || lists.some((list) => list.length === 0);
}

/**
 * Fills gaps with values of the registrar's response, except `handle`, `dnssec` and `rdapUpdated`, which have a
 * different meaning in that response.
 */
function fillGaps(content: ResponseContent, referred: ResponseContent): ResponseContent {
  const { registrar, lifecycle } = content;
  const contacts = referred.abuseContacts.map((contact) => ({ ...contact, source: AbuseContactSource.REFERRAL }));
  return {
    ...content,
    registrar: {
      name: registrar.name ?? referred.registrar.name,
      ianaId: registrar.ianaId ?? referred.registrar.ianaId,
      url: registrar.url ?? referred.registrar.url,
    },
    lifecycle: {
      ...lifecycle,
      registered: lifecycle.registered ?? referred.lifecycle.registered,
      expires: lifecycle.expires ?? referred.lifecycle.expires,
      lastChanged: lifecycle.lastChanged ?? referred.lifecycle.lastChanged,
      transferred: lifecycle.transferred ?? referred.lifecycle.transferred,
    },
    statuses: firstNonEmpty(content.statuses, referred.statuses),
    abuseContacts: firstNonEmpty(content.abuseContacts, contacts),
    nameservers: firstNonEmpty(content.nameservers, referred.nameservers),
  };
}

function firstNonEmpty<Item>(list: readonly Item[], other: readonly Item[]): readonly Item[] {
  return list.length > 0 ? list : other;
}
