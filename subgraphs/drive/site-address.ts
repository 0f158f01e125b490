import { normalizeSitePath } from '../../platform/configuration/index.js';
import { invalidArgument } from '../../platform/domain-error.js';
import { isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { messageOf } from '../../platform/message-of.js';
import { quoted } from '../../platform/quoted.js';

/** Address of a followed site. */
export interface SiteAddress {
  /** In lower case. */
  readonly hostname: string;
  /** Path of the site, such as `/sites/security`. */
  readonly sitePath: string;
  /** Name of the library; null for the default one. */
  readonly library: string | null;
}

/** Identifies a followed site. `path` ends with `:` and the name of the library unless it is the default one. */
export interface SiteKey {
  readonly hostname: string;
  readonly path: string;
}

/** A host of a document site, possibly with a port. */
const hostnamePattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** The key of a followed site. */
export function siteKey({ hostname, sitePath, library }: SiteAddress): SiteKey {
  return { hostname, path: library === null ? sitePath : `${sitePath}:${library}` };
}

/** The address of a followed site. Paths of sites contain no colons. */
export function siteAddress({ hostname, path }: SiteKey): SiteAddress {
  const end = path.indexOf(':');
  return end < 0
    ? { hostname, sitePath: path, library: null }
    : { hostname, sitePath: path.slice(0, end), library: path.slice(end + 1) };
}

/** Whether two keys mean the same site: SharePoint ignores case. */
export function isSameSite(one: SiteKey, other: SiteKey): boolean {
  return one.hostname === other.hostname && one.path.toLowerCase() === other.path.toLowerCase();
}

/**
 * The address of a site as an operator writes it.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function parseSiteAddress(input: {
  hostname: string;
  path: string;
  library?: string | null | undefined;
}): SiteAddress {
  const hostname = input.hostname.trim().toLowerCase();
  if (!hostnamePattern.test(hostname) || hostname.length > 255) {
    const message = `hostname must be the host of a document site, such as contoso.sharepoint.com, but is ${quoted(input.hostname)}`;
    throw invalidArgument('hostname', message);
  }
  const library = input.library?.trim() ?? '';
  if (library.length > maxCharacters.name || !isStorableText(library) || /["*:<>?|/\\\p{Cc}]/u.test(library)) {
    const message = `library must be the name of a document library, 1–${maxCharacters.name} characters without "*:<>?|/\\, but is ${quoted(library)}`;
    throw invalidArgument('library', message);
  }
  return { hostname, sitePath: parseSitePath(input.path), library: library === '' ? null : library };
}

function parseSitePath(input: string): string {
  try {
    return normalizeSitePath(input.slice(0, 2000));
  } catch (error) {
    const reason = messageOf(error);
    throw invalidArgument('path', `path ${reason}`);
  }
}
