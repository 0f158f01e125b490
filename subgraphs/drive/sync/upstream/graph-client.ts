import { DomainError } from '../../../../platform/domain-error.js';
import { membersOf } from '../../../../platform/is-object.js';
import { pathSegment } from '../../network.js';
import { type DeltaPage, isRemoteId, readDeltaPage } from '../rules/delta-page.js';
import { readDrives } from '../rules/drives.js';
import { downloadLink, graphLink, ownLink, siteLookupPath } from '../rules/links.js';
import { DrivePermission } from '../vocabulary.js';
import { createGraphConnection, type GraphConnection } from './graph-connection.js';
import { discard, type HttpResponse } from './http-client.js';
import { readJson } from './responses.js';

const maxRedirects = 5;
/** Maximum number of pages to read from the list of libraries of a site. */
const maxDrivePages = 50;

/**
 * Value of the `Prefer` header of delta queries: items that the application may no longer read are reported as deleted,
 * and items below folders that it may not read are also reported. `deltashowsharingchanges` is not requested:
 * permissions are not copied, and they require Sites.FullControl.All. Source: "driveItem: delta", Scanning permissions
 * hierarchies (https://learn.microsoft.com/graph/api/driveitem-delta).
 */
const deltaPreferences = 'deltashowremovedasdeleted, deltatraversepermissiongaps';

/** Result of the site lookup. */
export interface FoundSite {
  readonly id: string;
  readonly name: string;
  readonly webUrl: string;
}

/**
 * Response to a delta query: a page, or a request to restart the query, at `restartAt`, or from its beginning if that
 * is null.
 */
export type DeltaResponse = { readonly page: DeltaPage } | { readonly restartAt: URL | null };

/** The requested part of content. */
export interface ContentRange {
  readonly offset: number;
  /**
   * Strong ETag that the content must still have for a partial response; null: the range is requested unconditionally.
   */
  readonly entityTag: string | null;
}

/** Client of a document library in Microsoft Graph (specification, part B, section 4). */
export interface GraphClient extends Omit<GraphConnection, 'urlOf'> {
  findSite(site: { hostname: string; path: string }): Promise<FoundSite>;
  /**
   * Looks up a document library of a site by its name.
   * @throws {DomainError} NOT_FOUND if the site has no such library
   */
  findDrive(library: { siteId: string; name: string }): Promise<{ id: string }>;
  /** The `resource` value for a subscription to the changes of the library. */
  subscriptionResource(siteId: string): string;
  /** URL that starts a delta query of the whole library. */
  deltaStart(siteId: string): URL;
  deltaPage(url: URL, signal: AbortSignal | undefined): Promise<DeltaResponse>;
  /**
   * Requests file content, following redirects by Microsoft Graph. The response can have any status except 429 and 5xx.
   */
  openContent(
    item: { siteId: string; itemId: string },
    range: ContentRange,
    signal: AbortSignal,
  ): Promise<HttpResponse>;
  close(): Promise<void>;
}

/**
 * Creates a client for a library of a document site.
 * @throws {DomainError} BAD_USER_INPUT for a missing or unsafe setting
 */
export function createGraphClient(
  options: Parameters<typeof createGraphConnection>[0] & {
    /** Id of the library; null for the default library. */
    driveId: string | null;
  },
): GraphClient {
  const { driveId, httpClient } = options;
  const connection = createGraphConnection(options);
  const { urlOf, ...calls } = connection;
  /** API path of the library, without the version prefix. */
  const drivePath = (siteId: string) =>
    driveId === null ? `/sites/${pathSegment(siteId)}/drive` : `/drives/${pathSegment(driveId)}`;
  return {
    ...calls,
    findSite: (site) => findSite(connection, site),
    findDrive: (library) => findDrive(connection, library),
    subscriptionResource: (siteId) => (driveId === null ? `/sites/${siteId}/drive/root` : `/drives/${driveId}/root`),
    deltaStart: (siteId) => urlOf(`/v1.0${drivePath(siteId)}/root/delta`),
    deltaPage: (url, signal) => deltaPage(connection, url, signal),
    openContent({ siteId, itemId }, range, signal) {
      const target = `/v1.0${drivePath(siteId)}/items/${pathSegment(itemId)}/content`;
      return openContent(connection, { target, range, signal });
    },
    close: () => httpClient.close(),
  };
}

async function findSite(
  { call, rejection }: GraphConnection,
  site: { hostname: string; path: string },
): Promise<FoundSite> {
  const request = { step: 'Site lookup', needs: DrivePermission.SITES_READ };
  const response = await call({ method: 'GET', target: siteLookupPath(site), ...request });
  if (response.statusCode !== 200) throw await rejection({ response, ...request });
  return foundSite(await readJson(response), site.path);
}

async function findDrive(
  { graphUrl, call, rejection }: GraphConnection,
  { siteId, name }: { siteId: string; name: string },
): Promise<{ id: string }> {
  const request = { step: 'Library lookup', needs: DrivePermission.FILES_READ };
  let target: string | URL | undefined = `/v1.0/sites/${pathSegment(siteId)}/drives`;
  for (let page = 0; target !== undefined && page < maxDrivePages; page++) {
    const response: HttpResponse = await call({ method: 'GET', target, ...request });
    if (response.statusCode !== 200) throw await rejection({ response, ...request });
    const { drives, nextLink } = readDrives(await readJson(response));
    const found = drives.find((drive) => drive.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return { id: found.id };
    target = nextLink === null ? undefined : graphLink(graphUrl, nextLink);
  }
  throw new DomainError('NOT_FOUND', `The site has no document library named ${name}`, { argument: 'library' });
}

async function deltaPage(
  { graphUrl, call, rejection }: GraphConnection,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<DeltaResponse> {
  const request = { step: 'Delta query', needs: DrivePermission.FILES_READ };
  const headers = { prefer: deltaPreferences };
  const response = await call({ method: 'GET', target: url, headers, signal, ...request });
  if (response.statusCode === 410) {
    const { location } = response.headers;
    await discard(response);
    return { restartAt: typeof location === 'string' ? ownLink(graphUrl, location) : null };
  }
  if (response.statusCode !== 200) throw await rejection({ response, ...request });
  return { page: readDeltaPage(await readJson(response)) };
}

async function openContent(
  { httpClient, graphUrl, call, urlOf }: GraphConnection,
  { target, range, signal }: { target: string; range: ContentRange; signal: AbortSignal },
): Promise<HttpResponse> {
  const request = { step: 'Download', needs: DrivePermission.FILES_READ };
  const headers = rangeHeaders(range);
  let response = await call({ method: 'GET', target, headers: { ...headers, accept: '*/*' }, signal, ...request });
  let base = urlOf(target);
  for (let redirects = 0; isRedirect(response); redirects++) {
    const { location } = response.headers;
    await discard(response);
    if (redirects === maxRedirects || typeof location !== 'string') {
      throw new DomainError(
        'UPSTREAM_FAILED',
        `A download was redirected more than ${maxRedirects} times, or without a Location header`,
        { reason: 'redirects' },
      );
    }
    base = downloadLink(graphUrl, { location, from: base });
    // Without the token, because the URL was issued for this download only.
    response = await httpClient.send({ method: 'GET', url: base, headers, signal, redirectedBy: graphUrl });
  }
  return response;
}

function rangeHeaders({ offset, entityTag }: ContentRange): Record<string, string> {
  if (offset === 0) return {};
  return { range: `bytes=${offset}-`, ...(entityTag === null ? {} : { 'if-range': entityTag }) };
}

function isRedirect({ statusCode }: HttpResponse): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}

function foundSite(body: unknown, path: string): FoundSite {
  const site = membersOf(body);
  if (!isRemoteId(site.id)) {
    throw new DomainError('UPSTREAM_FAILED', 'Site lookup: the response contains no valid id', {
      reason: 'malformed_response',
    });
  }
  const name = [site.displayName, site.name].find((text) => typeof text === 'string' && text !== '') ?? path;
  const webUrl = typeof site.webUrl === 'string' ? site.webUrl : '';
  return { id: site.id, name: storableText(String(name)), webUrl: storableText(webUrl) };
}

/** Replaces characters in a text that PostgreSQL cannot store. */
function storableText(text: string): string {
  return text.slice(0, 2048).replaceAll('\0', '').toWellFormed();
}
