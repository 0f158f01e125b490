/** An ISO 8601 timestamp; the default offset is UTC. An invalid value is returned unchanged: the server reports it. */
export function isoTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00'}Z`);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
