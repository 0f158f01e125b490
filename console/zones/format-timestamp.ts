import { formatTime } from '../shared/format.js';

/** A `DateTime` of the graph, as tables show it, in UTC. */
export function formatTimestamp(iso: string): string {
  return formatTime(Date.parse(iso) / 1000);
}
