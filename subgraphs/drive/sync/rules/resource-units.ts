/**
 * The resource units that SharePoint charges for a request of Microsoft Graph: 1 to get an item, for a delta query with
 * a token and for a download; 2 for lists, delta queries without a token, and writes. Source: "Avoid getting throttled
 * or blocked in SharePoint Online", Resource units.
 */
export function resourceUnits({ method, url }: { method: string; url: URL }): number {
  if (method !== 'GET') return 2;
  if (url.pathname.endsWith('/delta')) return url.search === '' ? 2 : 1;
  return url.pathname.endsWith('/subscriptions') ? 2 : 1;
}

/**
 * The resource to which limits and pauses of a request apply: each service behind Microsoft Graph has its own limits,
 * so the key is the origin with the first two segments of an API path, such as `/v1.0/sites` and `/v1.0/subscriptions`.
 * `/v1.0/drives` is SharePoint too: every request of an application counts, whatever endpoint it is sent to (see the
 * source above, Application throttling).
 */
export function throttledResource(url: URL): string {
  const [, service = ''] = /^(\/v1\.0\/[^/]+)/.exec(url.pathname) ?? [];
  return url.origin + (service === '/v1.0/drives' ? '/v1.0/sites' : service);
}
