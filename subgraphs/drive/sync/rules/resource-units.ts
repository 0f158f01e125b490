/**
 * The resource units that SharePoint charges for a request to Microsoft Graph: 1 for reading an item, a delta query
 * with a token, or a download; 2 for a list, a delta query without a token, or a write. Source: "Avoid getting
 * throttled or blocked in SharePoint Online", Resource units.
 */
export function resourceUnits({ method, url }: { method: string; url: URL }): number {
  if (method !== 'GET') return 2;
  if (url.pathname.endsWith('/delta')) return url.search === '' ? 2 : 1;
  return /\/(subscriptions|drives)$/.test(url.pathname) ? 2 : 1;
}

/**
 * The key of the resource whose limits and pauses apply to a request. Each service behind Microsoft Graph has its own
 * limits, so the key is the origin followed by the first two segments of the API path, such as `/v1.0/sites` and
 * `/v1.0/subscriptions`. `/v1.0/drives` has the same key as `/v1.0/sites`, because both are SharePoint, which counts
 * all requests of an application together (see the source above, Application throttling).
 */
export function throttledResource(url: URL): string {
  const [, service = ''] = /^(\/v1\.0\/[^/]+)/.exec(url.pathname) ?? [];
  return url.origin + (service === '/v1.0/drives' ? '/v1.0/sites' : service);
}
