/** A longer identifier is shortened. */
const maxCharacters = 24;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** An identifier with the first characters of its UUIDs, and its end if it is still long; the whole is its title. */
export function ShortenedId({ id }: { readonly id: string }) {
  const short = shortened(id);
  return short === id ? id : <span title={id}>{short}</span>;
}

export function shortened(id: string): string {
  const text = id.replace(uuid, (found) => `${found.slice(0, 8)}…`);
  return text.length <= maxCharacters ? text : `${text.slice(0, 14)}…${text.slice(-8)}`;
}
