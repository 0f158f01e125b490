/**
 * Key under which this browser stores the time zone. The value is `local` if a person has selected the time zone of
 * this computer.
 */
const zoneKey = 'rampart.time-zone';

/** Whether times are in the time zone of this computer instead of UTC. Does not change until the page is reloaded. */
export const isLocalTime = globalThis.localStorage?.getItem(zoneKey) === 'local';

/** Label of the time zone of all times on the page, except those in filters, which are in UTC. */
export const timeZoneLabel = isLocalTime ? 'local' : 'UTC';

/** Switches the time zone and reloads the page; drafts keep typed values. */
export function switchTimeZone(): void {
  localStorage.setItem(zoneKey, isLocalTime ? 'UTC' : 'local');
  location.reload();
}
