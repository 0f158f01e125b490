import type { StoredResponse } from './changes.js';
import { readContactCard } from './contact-card.js';
import { readRegistrars } from './entities.js';
import { type Lifecycle, newestEvent } from './events.js';
import { asList, asObject, normalizedText, objectsIn } from './json.js';

/** Evidence that a domain has changed hands. */
export interface HolderChange {
  readonly kind: 'registered' | 'transferred';
  /** Time of the change, in Unix epoch milliseconds; undefined if the responses do not contain it. */
  readonly at?: number;
}

/** A response with its time in Unix epoch milliseconds. */
export type TimedResponse = Omit<StoredResponse, 'domain' | 'source'> & { readonly fetchedAt: number };

/** What one response of the registry or the registrar contains about the holder. */
interface Holder {
  readonly registrarIds: readonly string[];
  readonly registrarNames: readonly string[];
  readonly registrants: readonly string[];
  readonly organizations: readonly string[];
  readonly registeredAt: number | undefined;
  readonly transferredAt: number | undefined;
}

/**
 * Maximum difference in milliseconds between two dates that are regarded as the same, because registries add, omit or
 * correct the time of day or the time zone.
 */
const maxDateDifferenceMs = 86_400_000;

/**
 * Evidence that two responses about a domain, in the order of their times, have different holders: a new registration,
 * a transfer, or another registrar or registrant. A part that is missing or redacted in either response is no evidence,
 * because registries redact and omit parts. A date after its response is no evidence either, because a clock is ahead
 * or the date is wrong.
 * @returns undefined if the holder may be the same
 */
export function holderChange(before: TimedResponse, after: TimedResponse): HolderChange | undefined {
  if (after.body === null) return undefined;
  const current = holdersOf(after);
  if (before.body === null) return changeAfterAbsence(current, before.fetchedAt);
  const old = holdersOf(before);
  // Parts of different sources are not compared: their spelling and their dates differ.
  const pairs = current.flatMap((holder, source) =>
    old[source] === undefined ? [] : [[old[source], holder] as const],
  );
  const registeredAt = eventSince(pairs, 'registeredAt', before.fetchedAt);
  if (registeredAt !== undefined) return { kind: 'registered', at: registeredAt };
  const transferredAt = eventSince(pairs, 'transferredAt', before.fetchedAt);
  if (transferredAt !== undefined) return { kind: 'transferred', at: transferredAt };
  const registrars = pairs.find((pair) => pair.every((holder) => holder.registrarNames.length > 0));
  const registrants = pairs.find((pair) => pair.every((holder) => holder.registrants.length > 0));
  const isOther =
    (registrars !== undefined && hasOtherRegistrar(...registrars)) ||
    (registrants !== undefined && hasOtherRegistrant(...registrants));
  return isOther ? { kind: 'transferred' } : undefined;
}

/** The newest dates of registration and transfer that are not after the response, in Unix epoch milliseconds. */
export function holderDates(response: TimedResponse): Pick<Holder, 'registeredAt' | 'transferredAt'> {
  const holders = holdersOf(response);
  const first = (field: 'registeredAt' | 'transferredAt') =>
    holders.map((holder) => holder[field]).find((date) => date !== undefined);
  return { registeredAt: first('registeredAt'), transferredAt: first('transferredAt') };
}

/**
 * The change of a domain that was missing in the earlier response: a new registration, unless its registration date is
 * older than that response. In this case, the domain was missing by mistake or was restored for its holder.
 */
function changeAfterAbsence(holders: readonly Holder[], absentAt: number): HolderChange | undefined {
  const registeredAt = holders.map((holder) => holder.registeredAt).find((date) => date !== undefined);
  if (registeredAt === undefined) return { kind: 'registered' };
  return registeredAt > absentAt - maxDateDifferenceMs ? { kind: 'registered', at: registeredAt } : undefined;
}

/**
 * The date of an event, if this date is after the earlier response, or clearly later than the date of the event in that
 * response. The first source whose current response has the event determines both dates.
 */
function eventSince(
  pairs: readonly (readonly [Holder, Holder])[],
  field: 'registeredAt' | 'transferredAt',
  lookedUpAt: number,
): number | undefined {
  const [old, current] = pairs.find(([, { [field]: date }]) => date !== undefined) ?? [];
  const [previousValue, date] = [old?.[field], current?.[field]];
  if (date === undefined) return undefined;
  return date > lookedUpAt || (previousValue !== undefined && date > previousValue + maxDateDifferenceMs)
    ? date
    : undefined;
}

/** Compares the IANA ids of two registrars if both are known, because names change; otherwise, the names. */
function hasOtherRegistrar(old: Holder, current: Holder): boolean {
  if (old.registrarIds.length > 0 && current.registrarIds.length > 0) {
    return areDisjoint(old.registrarIds, current.registrarIds);
  }
  return areDisjoint(old.registrarNames, current.registrarNames);
}

/**
 * Compares organizations if both are known: the contact person of one organization may change, and different
 * organizations have contacts with the same name. Otherwise, all names are compared regardless of their field, and any
 * common name means the same holder.
 */
function hasOtherRegistrant(old: Holder, current: Holder): boolean {
  if (areDisjoint(old.registrants, current.registrants)) return true;
  const haveSameNames = current.registrants.every((name) => old.registrants.includes(name));
  return areDisjoint(old.organizations, current.organizations) && !haveSameNames;
}

function areDisjoint(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 0 && after.length > 0 && !after.some((value) => before.includes(value));
}

/** What the responses of the registry and of the registrar contain about the holder. */
function holdersOf({ body, referred, fetchedAt }: TimedResponse): Holder[] {
  return [body, referred].flatMap((text) => (text === null ? [] : [holderIn(JSON.parse(text), fetchedAt)]));
}

function holderIn(body: unknown, fetchedAt: number): Holder {
  const { entities, events } = asObject(body) ?? {};
  const registrars = readRegistrars(entities);
  const registrants = objectsIn(entities)
    .filter(isRegistrant)
    .map(({ vcardArray }) => readContactCard(vcardArray));
  const dateOf = (field: keyof Lifecycle) => newestEvent(events, field, fetchedAt)?.getTime();
  return {
    registrarIds: registrars.flatMap(({ ianaId }) => (ianaId === null ? [] : String(Number(ianaId)))),
    registrarNames: comparableNames(registrars.flatMap(({ names }) => names)),
    registrants: comparableNames(
      registrants.flatMap(({ formattedNames, organizations }) => [...formattedNames, ...organizations]),
    ),
    organizations: comparableNames(registrants.flatMap(({ organizations }) => organizations)),
    registeredAt: dateOf('registered'),
    transferredAt: dateOf('transferred'),
  };
}

function isRegistrant({ roles }: Readonly<Record<string, unknown>>): boolean {
  return asList(roles).some((role) => normalizedText(role) === 'registrant');
}

/**
 * Patterns of placeholders for a name: redactions by registries, and names of privacy services. The same holder may
 * start or stop using either. They match names in lower case with single spaces as separators.
 */
const redactionPatterns = [
  /redacted|privacy|withheld|whoisguard|gdpr|statutory masking|personal data|data protected|undisclosed/,
  /\b(not|non) ?(available|applicable|disclosed|shown|public)\b|\bproxy\b/,
  /\b(private|hidden|anonymous) (person|registrant|registration|individual)\b/,
  /^(n a|na|none|null|unknown|private|hidden|anonymous|registrant|registrant of .*|domain holder|x+)$/,
];

/**
 * Names normalized for comparison: without differences in case, width, accent encoding, white space and punctuation.
 * Redacted names are omitted.
 */
function comparableNames(names: readonly string[]): string[] {
  const normalized = names.map((name) =>
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, ' ')
      .trim(),
  );
  return normalized
    .filter((name) => name !== '' && !redactionPatterns.some((pattern) => pattern.test(name)))
    .map((name) => name.replaceAll(' ', ''));
}
