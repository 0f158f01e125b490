import type { Details, Setting } from './setting.js';

/** Matches the managed path of a site and its name below it. */
const pathPattern = /^\/*(?:(sites|teams|personal)(?:\/+|$))?(.*?)\/*$/is;

/** Maximum length of a SharePoint path, in characters. */
const maxLength = 400;

/** The path of a document site in its normalized form; may be empty. */
export function sitePath(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    return input.trim() === '' ? '' : normalizeSitePath(input);
  }
  return { secret: false, ...details, parse };
}

/**
 * Normalizes the path of a site: `/sites/<name>`, `/teams/<name>` or `/personal/<name>`. Accepts the path of the site's
 * URL, with or without the leading slash, or only a name, which is resolved below `/sites`. For a subsite, `<name>` is
 * the names of the parent site and the subsite, separated by a slash.
 * @throws {Error} if it cannot be the path of a site
 */
export function normalizeSitePath(input: string): string {
  const [, managedPath = 'sites', name = ''] = pathPattern.exec(decodePath(input.trim())) ?? [];
  const path = `/${managedPath.toLowerCase()}/${name}`;
  if (!name.split('/').every(isName) || path.length > maxLength) {
    throw new Error('must be the path of a site, such as /sites/security, /teams/security or security');
  }
  return path;
}

/** Whether a name contains only characters that SharePoint allows ("Invalid file names and file types"). */
function isName(name: string): boolean {
  return !['', '.', '..'].includes(name) && !/["*:<>?|#\\\p{Cc}]/u.test(name);
}

/** Decodes a percent-encoded path of a URL. If any escape sequence is invalid, the path is returned unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
