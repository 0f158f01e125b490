/** Maximum length of an identifier after its UUIDs are shortened. A longer one is shortened in the middle. */
const maxCharacters = 24;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * An identifier in which each UUID is shortened to its first 8 characters. If it is still too long, only its first 14
 * and last 8 characters are shown. The tooltip has the complete identifier.
 */
export function ShortenedId({ id }: { readonly id: string }) {
  const short = shortened(id);
  return short === id ? id : <span title={id}>{short}</span>;
}

export function shortened(id: string): string {
  const text = id.replace(uuid, (found) => `${found.slice(0, 8)}…`);
  return text.length <= maxCharacters ? text : `${text.slice(0, 14)}…${text.slice(-8)}`;
}
