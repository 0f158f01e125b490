import { asText, normalizedText, objectsIn } from './json.js';

/** Times of a registration; null values are not part of the response. */
export interface Lifecycle {
  readonly registered: Date | null;
  readonly expires: Date | null;
  readonly lastChanged: Date | null;
  readonly transferred: Date | null;
  /** Time of the last update of the registry's RDAP database. */
  readonly rdapUpdated: Date | null;
}

/** Event actions (RFC 9083, section 10.2.3), and the words that registries send instead. */
const actions: Readonly<Record<keyof Lifecycle, readonly string[]>> = {
  registered: ['registration'],
  expires: ['expiration'],
  lastChanged: ['last changed', 'last update'],
  transferred: ['transfer'],
  rdapUpdated: ['last update of rdap database'],
};

/** The lifecycle from the events of the domain. If an event is repeated, its newest date is used. */
export function readLifecycle(value: unknown): Lifecycle {
  return {
    registered: newestEvent(value, 'registered'),
    expires: newestEvent(value, 'expires'),
    lastChanged: newestEvent(value, 'lastChanged'),
    transferred: newestEvent(value, 'transferred'),
    rdapUpdated: newestEvent(value, 'rdapUpdated'),
  };
}

/** Date of the newest event of a kind that is not after `latest` (Unix epoch milliseconds); null if there is none. */
export function newestEvent(value: unknown, field: keyof Lifecycle, latest = Number.POSITIVE_INFINITY): Date | null {
  const dates = objectsIn(value)
    .filter(({ eventAction }) => actions[field].includes(normalizedText(eventAction)))
    .flatMap(({ eventDate }) => readDate(eventDate) ?? []);
  const past = dates.filter((date) => date.getTime() <= latest);
  return past.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

const datePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(?:(Z|UTC|GMT)|([+-])(\d\d):?(\d\d)?)?$/i;

/**
 * Minimum year of a valid date. The oldest domains are from 1983; registries without a date write the year 1 or 1970.
 */
const minYear = 1983;
/** Maximum year of a valid date in UTC. */
const maxYear = 9999;

/**
 * Parses a date of RFC 3339; also accepts an offset without a colon, a space instead of the T, and no seconds or no
 * time. A date without an offset is in UTC.
 * @returns null for everything else, such as 30 February
 */
function readDate(value: unknown): Date | null {
  const match = datePattern.exec(asText(value) ?? '');
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number(`0.${match[7] ?? 0}`) * 1000;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && year >= minYear;
  if (!exists || hour > 23 || minute > 59 || second > 60) return null;
  const [offsetHours, offsetMinutes] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * (match[9] === '-' ? -1 : 1);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second, Math.trunc(milliseconds)));
  // RFC 3339 cannot express later years; registries write the last day of the year 9999 for registrations without end.
  return date.getUTCFullYear() > maxYear ? null : date;
}
