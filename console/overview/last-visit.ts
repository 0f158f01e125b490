import { minuteOf } from '../shared/time-range.js';
import { parseVisits, visitsAfterUse } from './visits.js';

/** Stored in this browser, for all its tabs. */
const key = 'rampart.visits';
const minuteMs = 60_000;

/** When the visit before the present one ended, in UTC without an offset; a day ago if there was none. */
export function lastVisit(): string {
  return minuteOf(new Date(recordUse().previousEnd));
}

function recordUse() {
  const visits = visitsAfterUse(parseVisits(localStorage.getItem(key)), Date.now());
  localStorage.setItem(key, JSON.stringify(visits));
  return visits;
}

/** Records that the console is in use while it is in sight, which a reload does not interrupt. */
export function followVisits(): void {
  const record = () => {
    if (document.visibilityState === 'visible') {
      recordUse();
    }
  };
  record();
  document.addEventListener('visibilitychange', record);
  setInterval(record, minuteMs);
}
