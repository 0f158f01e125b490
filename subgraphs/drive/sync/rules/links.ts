import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isLoopbackUrl } from '../../network.js';

/**
 * Parses a configured base URL. Tokens and secrets are sent to it, so plain HTTP is allowed only for loopback
 * addresses.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function baseUrl(setting: string, input: string): URL {
  if (input === '') throw invalidArgument(setting, `[drive] ${setting} is not set: set it to an https URL`);
  const url = new URL(input);
  if (url.protocol !== 'https:' && !isLoopbackUrl(url)) {
    const problem = `[drive] ${setting} must be https, except on a loopback address, but is ${url.protocol}//${url.host}`;
    throw invalidArgument(setting, problem);
  }
  return url;
}

/**
 * Parses a link in a response of Microsoft Graph. The link is requested with the access token, so it must have the
 * origin of the API.
 * @throws {DomainError} UPSTREAM_FAILED
 */
export function graphLink(graph: URL, link: string): URL {
  const url = ownLink(graph, link);
  if (url !== null) return url;
  const found = URL.canParse(link, graph.href) ? `a link to ${new URL(link, graph).origin}` : 'an invalid link';
  const problem = `The document site sent ${found}, which was not followed: expected a URL of ${graph.origin} without credentials`;
  throw new DomainError('UPSTREAM_FAILED', problem, { reason: 'foreign_link' });
}

/** Like `graphLink`, but returns null for a link that must not be requested. */
export function ownLink(graph: URL, link: string): URL | null {
  const url = URL.canParse(link, graph.href) ? new URL(link, graph) : null;
  return url?.origin === graph.origin && url.username === '' && url.password === '' ? url : null;
}

/**
 * Parses the target of a redirected download, which is requested without the access token. Any HTTPS URL is allowed; an
 * HTTP URL only if both its own host and that of the API are loopback addresses.
 * @throws {DomainError} UPSTREAM_FAILED
 */
export function downloadLink(graph: URL, redirect: { location: string; from: URL }): URL {
  const { location, from } = redirect;
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopbackUrl(url) && isLoopbackUrl(graph);
  if (url === undefined || (url.protocol !== 'https:' && !isLocal)) {
    throw new DomainError(
      'UPSTREAM_FAILED',
      'The document site redirected a download to a URL that is invalid or does not use HTTPS',
      {
        reason: 'unsafe_redirect',
      },
    );
  }
  return url;
}

/** URL path of the request that looks up a site (specification, part B, section 4). */
export function siteLookupPath(site: { hostname: string; path: string }): string {
  return `/v1.0/sites/${encodeURIComponent(site.hostname)}:${site.path.split('/').map(encodeURIComponent).join('/')}`;
}
