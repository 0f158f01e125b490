import { type AnswerContent, nameIn, readAnswer } from './answer.js';
import { unicodeNameOf } from './domain-names.js';
import { AbuseContactSource } from './entities.js';

/** The RDAP dossier of one domain (design, "RDAP dossier"). Null and empty: nobody says. */
export interface RdapDossier extends AnswerContent {
  /** As the answer names it: a registry may answer for a variant with the domain that it belongs to. */
  readonly domain: string;
  readonly unicodeName: string | null;
  /** URL of the answer that it was read from. */
  readonly source: string;
  readonly fetchedAt: Date;
  /** Served from what an earlier look-up has fetched. */
  readonly cached: boolean;
  /** The registry's answer, unchanged. */
  readonly raw: unknown;
}

export interface DossierSources {
  /** That was asked for. */
  readonly domain: string;
  readonly source: string;
  /** The registry's answer. */
  readonly answer: unknown;
  /** The registrar's own answer, when the registry's left gaps. */
  readonly referred?: unknown;
  readonly fetchedAt: Date;
  readonly cached: boolean;
}

/** Reads a dossier from the registry's answer; the registrar's fills gaps and contradicts nothing. */
export function readDossier({ answer, referred, ...rest }: DossierSources): RdapDossier {
  const content = readAnswer(answer);
  const domain = nameIn(answer, rest.domain);
  return {
    ...rest,
    domain,
    ...(referred === undefined ? content : fillGaps(content, readAnswer(referred))),
    unicodeName: unicodeNameOf(domain),
    raw: answer,
  };
}

/** True when a registrar's answer may tell what the registry's does not. Most domains were never transferred. */
export function hasGaps({ registrar, lifecycle, ...content }: AnswerContent): boolean {
  const facts = [registrar.name, lifecycle.registered, lifecycle.expires, lifecycle.lastChanged];
  const lists = [content.abuseContacts, content.statuses, content.nameservers];
  return facts.includes(null) || lists.some((list) => list.length === 0);
}

/** `handle`, `dnssec` and `rdapUpdated` are the registry's own: a registrar's would say something else. */
function fillGaps(content: AnswerContent, referred: AnswerContent): AnswerContent {
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
    statuses: firstFilled(content.statuses, referred.statuses),
    abuseContacts: firstFilled(content.abuseContacts, contacts),
    nameservers: firstFilled(content.nameservers, referred.nameservers),
  };
}

function firstFilled<Item>(list: readonly Item[], other: readonly Item[]): readonly Item[] {
  return list.length > 0 ? list : other;
}
