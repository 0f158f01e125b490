import { asObject, asText, normalizedText, objectsIn } from './json.js';

/**
 * The link to the registrar's response about the same domain: a link with the relation `related` and the media type of
 * RDAP (ICANN's profile). Links to other domains, without https, or back to the source are ignored.
 * @returns an absolute URL; null if there is none
 */
export function referralOf(body: unknown, { domain, source }: { domain: string; source: string }): string | null {
  for (const link of objectsIn(asObject(body)?.links)) {
    const href = asText(link.href);
    const isRdap =
      normalizedText(link.rel) === 'related' && asText(link.type)?.toLowerCase() === 'application/rdap+json';
    if (!isRdap || href === null || !URL.canParse(href)) continue;
    const url = new URL(href);
    if (url.protocol === 'https:' && isAboutDomain(url, domain) && url.href !== source) return url.href;
  }
  return null;
}

function isAboutDomain(url: URL, domain: string): boolean {
  return url.pathname
    .toLowerCase()
    .replace(/\.?\/?$/, '')
    .endsWith(`/domain/${domain}`);
}
