import { readFileSync } from 'node:fs';

/** The files that a build has, with the SDL of each domain; undefined if this code was not built. */
const folder = import.meta.url.endsWith('.js') ? new URL('../../type-defs/', import.meta.url) : undefined;

/** The SDL of a domain as the build has printed it from the same code: docs/decisions/0122. */
export function builtTypeDefs(domain: string): string | undefined {
  if (folder === undefined) return undefined;
  try {
    return readFileSync(new URL(`${domain}.graphql`, folder), 'utf8');
  } catch {
    return undefined; // During the build, nothing is printed yet.
  }
}
