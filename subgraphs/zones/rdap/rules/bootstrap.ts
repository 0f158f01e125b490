import { isLdhName } from './domain-names.js';
import { asList, asObject, asText } from './json.js';

/** RDAP servers by domain (RFC 9224). */
export interface Bootstrap {
  /** Base URLs by domain name, in lower case; https before http, each ending in a slash. */
  readonly services: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads a bootstrap registry for domain names; malformed entries are ignored.
 * @returns null if it is not a registry of format 1.0, or has no service
 */
export function readBootstrap(value: unknown): Bootstrap | null {
  const registry = asObject(value);
  if (asText(registry?.version) !== '1.0' || !Array.isArray(registry?.services)) return null;
  const services = new Map<string, readonly string[]>();
  for (const service of registry.services) {
    const [entries, urls] = asList(service);
    const bases = baseUrls(asList(urls));
    if (bases.length === 0) continue;
    for (const entry of asList(entries)) {
      const name = asText(entry)?.toLowerCase();
      if (name !== undefined && isLdhName(name)) services.set(name, bases);
    }
  }
  return services.size === 0 ? null : { services };
}

/** The valid base URLs, https first (RFC 9224, section 3). */
function baseUrls(urls: readonly unknown[]): string[] {
  const bases = urls.flatMap(baseUrl);
  return bases.toSorted((a, b) => Number(b.startsWith('https:')) - Number(a.startsWith('https:')));
}

function baseUrl(value: unknown): string | [] {
  const text = asText(value);
  if (text === null || !URL.canParse(text)) return [];
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) return [];
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** The base URLs for a domain: those of the longest matching entry, label by label (RFC 9224, section 4). */
export function serversOf({ services }: Bootstrap, domain: string): readonly string[] {
  const labels = domain.split('.');
  for (let first = 0; first < labels.length; first++) {
    const urls = services.get(labels.slice(first).join('.'));
    if (urls !== undefined) return urls;
  }
  return [];
}

/** Top-level domains with a server, sorted. */
export function topLevelDomainsOf({ services }: Bootstrap): string[] {
  return [...services.keys()].filter((name) => !name.includes('.')).sort();
}
