import { createHash } from 'node:crypto';

/** A strong entity tag of a content. The name under which it is stored is in it for nobody to read. */
export function contentEntityTag(sha256: string): string {
  return `"${createHash('sha256').update(`entity tag ${sha256}`).digest('hex').slice(0, 40)}"`;
}
