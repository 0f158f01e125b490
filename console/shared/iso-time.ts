import { parseUtc } from './time-range.js';

/** An ISO 8601 timestamp; the default offset is UTC. An invalid value is returned unchanged: the server reports it. */
export function isoTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseUtc(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
