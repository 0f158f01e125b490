/** Stored in this browser: `local` if a person has chosen the time of this computer. */
const zoneKey = 'rampart.time-zone';

/** Whether times are those of this computer, and not in UTC. It stays the same until the page is loaded again. */
export const isLocalTime = globalThis.localStorage?.getItem(zoneKey) === 'local';

/** The zone of all times of the page but those in filters, which are in UTC. */
export const zone = isLocalTime ? 'local' : 'UTC';

/** Changes the zone; what people have typed is kept as a draft. */
export function switchZone(): void {
  localStorage.setItem(zoneKey, isLocalTime ? 'UTC' : 'local');
  location.reload();
}
