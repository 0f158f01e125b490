import { normalizeSitePath } from '../../platform/configuration/index.js';
import { invalidArgument } from '../../platform/domain-error.js';
import { isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { messageOf } from '../../platform/message-of.js';
import { quoted } from '../../platform/quoted.js';

/** Address of a followed site. */
export interface SiteAddress {
  /** Hostname in lower case. */
  readonly hostname: string;
  /** Path of the site, such as `/sites/security`. */
  readonly sitePath: string;
  /** Name of the document library; null for the default library. */
  readonly library: string | null;
}

/**
 * Identifies a followed site and library. `path`: path of the site, followed by `:` and the library name unless it is
 * the default library.
 */
export interface SiteKey {
  readonly hostname: string;
  readonly path: string;
}

/** The hostname of a document site, optionally with a port. */
const hostnamePattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** Converts the address of a site to its key. */
export function siteKey({ hostname, sitePath, library }: SiteAddress): SiteKey {
  return { hostname, path: library === null ? sitePath : `${sitePath}:${library}` };
}

/** Converts the key of a site to its address. Site paths contain no colons, so the library name can be split off. */
export function siteAddress({ hostname, path }: SiteKey): SiteAddress {
  const end = path.indexOf(':');
  return end < 0
    ? { hostname, sitePath: path, library: null }
    : { hostname, sitePath: path.slice(0, end), library: path.slice(end + 1) };
}

/** Whether two keys identify the same site, ignoring case as SharePoint does. */
export function isSameSite(a: SiteKey, b: SiteKey): boolean {
  return a.hostname === b.hostname && a.path.toLowerCase() === b.path.toLowerCase();
}

/**
 * Parses the address of a site that an operator entered.
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
