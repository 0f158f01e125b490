import { DomainError } from '../../../platform/domain-error.js';

const prefix = '/sites/';

/**
 * The path of a site in one form, `/sites/<name>`, from `/sites/<name>`, `sites/<name>` or `<name>` (design, "Site").
 * @throws {DomainError} BAD_USER_INPUT when it names no site
 */
export function normalizedSitePath(written: string): string {
  const name = written
    .trim()
    .replace(/^\/*(?:sites\/+)?/i, '')
    .replace(/\/+$/, '');
  const segments = name.split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment)) || /[?#:\\\0]/.test(name)) {
    throw new DomainError('BAD_USER_INPUT', '[drive] site_path must name a site, such as /sites/security', {
      argument: 'site_path',
    });
  }
  return prefix + name;
}

/** Path of the site lookup: specification, part B, section 4. */
export function siteLookupPath(site: { hostname: string; path: string }): string {
  return `/v1.0/sites/${encodeURIComponent(site.hostname)}:${site.path.split('/').map(encodeURIComponent).join('/')}`;
}
