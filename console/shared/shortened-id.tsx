/** Maximum length of an identifier that is not shortened. */
const maxCharacters = 24;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * An identifier, shortened to the first characters of its UUIDs, and to its end if it is still long. The tooltip has
 * the complete identifier.
 */
export function ShortenedId({ id }: { readonly id: string }) {
  const short = shortened(id);
  return short === id ? id : <span title={id}>{short}</span>;
}

export function shortened(id: string): string {
  const text = id.replace(uuid, (found) => `${found.slice(0, 8)}…`);
  return text.length <= maxCharacters ? text : `${text.slice(0, 14)}…${text.slice(-8)}`;
}
