import { parseUtc } from './time-range.js';

/**
 * Converts text to an ISO 8601 timestamp; the default offset is UTC. Invalid text is returned unchanged, because the
 * server reports the error.
 */
export function isoTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseUtc(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
