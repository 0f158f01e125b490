/** Stored in this browser: `local` if a person has chosen the time zone of this computer. */
const zoneKey = 'rampart.time-zone';

/** Whether times are in the time zone of this computer instead of UTC. Constant until the page is loaded again. */
export const isLocalTime = globalThis.localStorage?.getItem(zoneKey) === 'local';

/** The time zone of all times of the page except those in filters, which are in UTC. */
export const zone = isLocalTime ? 'local' : 'UTC';

/** Changes the time zone. Typed values are stored as drafts. */
export function switchZone(): void {
  localStorage.setItem(zoneKey, isLocalTime ? 'UTC' : 'local');
  location.reload();
}
