import { asText, asWords, objectsIn } from './json.js';

/** Moments in the life of a registration; null: the registry does not say. */
export interface Lifecycle {
  readonly registered: Date | null;
  readonly expires: Date | null;
  readonly lastChanged: Date | null;
  readonly transferred: Date | null;
  /** When the registry's RDAP data were brought up to date. */
  readonly rdapUpdated: Date | null;
}

/** Event actions (RFC 9083, section 10.2.3) and what registries write in their stead. */
const actions: Readonly<Record<keyof Lifecycle, readonly string[]>> = {
  registered: ['registration'],
  expires: ['expiration'],
  lastChanged: ['last changed', 'last update'],
  transferred: ['transfer'],
  rdapUpdated: ['last update of rdap database'],
};

/** The lifecycle by the events of the domain itself. Of repeated events the newest counts. */
export function readLifecycle(value: unknown): Lifecycle {
  const events = objectsIn(value).map((event) => ({
    action: asWords(event.eventAction),
    date: readDate(event.eventDate),
  }));
  function newest(field: keyof Lifecycle): Date | null {
    const dates = events.flatMap(({ action, date }) => (date !== null && actions[field].includes(action) ? date : []));
    return dates.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;
  }
  return {
    registered: newest('registered'),
    expires: newest('expires'),
    lastChanged: newest('lastChanged'),
    transferred: newest('transferred'),
    rdapUpdated: newest('rdapUpdated'),
  };
}

const writtenDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(?:(Z|UTC|GMT)|([+-])(\d\d):?(\d\d)?)?$/i;

/** No domain is older; registries that have no date write the year 1 or 1970. */
const firstYear = 1983;

/**
 * A date of RFC 3339, and what is found in its place: an offset without colon, a blank for the T, no seconds, no time. What has
 * no offset is UTC.
 * @returns null for everything else, also for a 30 February
 */
export function readDate(value: unknown): Date | null {
  const match = writtenDate.exec(asText(value) ?? '');
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number(`0.${match[7] ?? 0}`) * 1000;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day && year >= firstYear;
  if (!exists || hour > 23 || minute > 59 || second > 60) return null;
  const offset = (Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0)) * (match[9] === '-' ? -1 : 1);
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second, Math.trunc(milliseconds)));
}
