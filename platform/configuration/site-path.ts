import type { Details, Setting } from './setting.js';

/** The managed path that a site is under, and its name there. */
const form = /^\/*(?:(sites|teams|personal)(?:\/+|$))?(.*?)\/*$/is;

/** Of a whole path at the document site; no site has a longer one. */
const maxLength = 400;

/** The path of a document site, in one form, or nothing. */
export function sitePath(details: Details<string>): Setting<string> {
  function parse(written: string): string {
    return written.trim() === '' ? '' : normalizedSitePath(written);
  }
  return { secret: false, ...details, parse };
}

/**
 * The path of a site in one form, `/sites/<name>` or `/teams/<name>`, from the path in the site's URL, the same without the slash at its
 * beginning, or the name alone, which is below `/sites`. Of a site below another one, `<name>` has both names with a slash between them.
 * @throws {Error} for what cannot be the path of a site
 */
export function normalizedSitePath(written: string): string {
  const [, managedPath = 'sites', name = ''] = form.exec(decoded(written.trim())) ?? [];
  const path = `/${managedPath.toLowerCase()}/${name}`;
  if (!name.split('/').every(isName) || path.length > maxLength) {
    throw new Error('must be the path of a site, such as /sites/security, /teams/security or security');
  }
  return path;
}

/** SharePoint, "Invalid file names and file types": characters that no name has. */
function isName(name: string): boolean {
  return !['', '.', '..'].includes(name) && !/["*:<>?|#\\\p{Cc}]/u.test(name);
}

/** A path as it stands in a URL may have escapes. A percent sign that is not part of an escape sequence is literal. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
