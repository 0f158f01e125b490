import { asObject, asText, asWords, objectsIn } from './json.js';

/**
 * The link to the registrar's own answer about the same domain: `related` and RDAP by its media type (ICANN's profile).
 * One that leads to anything but this domain, is not https, or leads back to where it came from, is none.
 * @returns an absolute URL
 */
export function referralOf(answer: unknown, { domain, source }: { domain: string; source: string }): string | null {
  for (const link of objectsIn(asObject(answer)?.links)) {
    const href = asText(link.href);
    const isRdap = asWords(link.rel) === 'related' && asText(link.type)?.toLowerCase() === 'application/rdap+json';
    if (!isRdap || href === null || !URL.canParse(href)) continue;
    const url = new URL(href);
    if (url.protocol === 'https:' && leadsTo(url, domain) && url.href !== source) return url.href;
  }
  return null;
}

function leadsTo(url: URL, domain: string): boolean {
  return url.pathname
    .toLowerCase()
    .replace(/\.?\/?$/, '')
    .endsWith(`/domain/${domain}`);
}
