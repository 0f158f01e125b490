import { formatUtcMinute } from '../shared/time-range.js';
import { parseVisits, visitsAfterUse } from './visits.js';

/** Key of the visits in the storage of this browser, which all its tabs share. */
const key = 'rampart.visits';
const minuteMs = 60_000;

/** End of the previous visit, in UTC without an offset. A day ago if there was none. */
export function lastVisit(): string {
  return formatUtcMinute(new Date(recordUse().previousEnd));
}

function recordUse() {
  const visits = visitsAfterUse(parseVisits(localStorage.getItem(key)), Date.now());
  localStorage.setItem(key, JSON.stringify(visits));
  return visits;
}

/** Records the use of the console while it is visible. A reload does not end a visit. */
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
