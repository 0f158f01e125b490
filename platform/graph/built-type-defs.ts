import { readFileSync } from 'node:fs';

/** Directory of the SDL files that the build prints, one per domain; undefined if this code was not built. */
const folder = import.meta.url.endsWith('.js') ? new URL('../../type-defs/', import.meta.url) : undefined;

/** The SDL of a domain that the build printed from the same code (docs/decisions/0122); undefined if there is none. */
export function builtTypeDefs(domain: string): string | undefined {
  if (folder === undefined) return undefined;
  try {
    return readFileSync(new URL(`${domain}.graphql`, folder), 'utf8');
  } catch {
    return undefined; // During the build, nothing is printed yet.
  }
}
