import { formatTime } from '../shared/format.js';

/** A time of the graph as the tables write it, in UTC. */
export function formatMoment(iso: string): string {
  return formatTime(Date.parse(iso) / 1000);
}
