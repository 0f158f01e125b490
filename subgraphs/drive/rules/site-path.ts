/** Path of the site lookup: specification, part B, section 4. */
export function siteLookupPath(site: { hostname: string; path: string }): string {
  return `/v1.0/sites/${encodeURIComponent(site.hostname)}:${site.path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The name of a site: what its path has after `/sites/` or `/teams/`. */
export function siteNameOf(path: string): string {
  return path.split('/').slice(2).join('/');
}
