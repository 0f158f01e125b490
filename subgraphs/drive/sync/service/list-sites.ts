import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { isSameSite, parseSiteAddress, type SiteKey, siteAddress, siteKey } from '../../site-address.js';
import type { FollowingDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { requireFollowed } from './change-sites.js';
import { followedSites, isOfSettings } from './followed-sites.js';

/** A followed site. */
export type FollowedSite = SiteConnectionRecord & {
  /** Whether it is the configured site. */
  readonly isOfSettings: boolean;
};

/** A page of the followed sites, with the number of all. */
export type SiteConnectionPage = ConnectionRecord<FollowedSite> & { readonly totalCount: number };

/** All followed sites, the configured one first, then in the order in which they were added. */
export async function listSites(dependencies: FollowingDependencies, request: DriveRequest): Promise<FollowedSite[]> {
  authorize(request.caller, 'drive.read');
  const sites = await followedSites(dependencies);
  return sites.map((site) => followedSiteOf(dependencies, site));
}

export function followedSiteOf({ settings }: FollowingDependencies, site: SiteConnectionRecord): FollowedSite {
  return { ...site, isOfSettings: isOfSettings(settings, site) };
}

const order = 'drive_followed_sites';

/**
 * A page of the followed sites. There are at most 100, so all are read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid size or cursor
 */
export async function pageOfSites(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: { first: number; after: string | null | undefined },
): Promise<SiteConnectionPage> {
  const sites = await listSites(dependencies, request);
  const size = pageSize(input.first);
  const after =
    input.after === null || input.after === undefined ? undefined : decodeCursor(input.after, { order, ids: 2 });
  const [hostname = '', path = ''] = after?.ids ?? [];
  // A site that was removed since has no position: its successors are those that were added later.
  const start =
    after === undefined
      ? 0
      : (nextIndexOf(sites, (site) => isSameSite(site, { hostname, path })) ??
        sites.filter(({ addedAtEpoch }) => (addedAtEpoch ?? 0) <= after.value).length);
  const edges = sites.slice(start, start + size + 1).map((node) => ({
    cursor: encodeCursor({ order, value: node.addedAtEpoch ?? 0, ids: [node.hostname, node.path] }),
    node,
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== undefined }), totalCount: sites.length };
}

function nextIndexOf<Item>(list: readonly Item[], isWanted: (item: Item) => boolean): number | undefined {
  const index = list.findIndex(isWanted);
  return index < 0 ? undefined : index + 1;
}

/** The path and the library of a followed site. */
export function addressOf(_: FollowingDependencies, key: SiteKey): { path: string; library: string | null } {
  const { sitePath, library } = siteAddress(key);
  return { path: sitePath, library };
}

/**
 * The followed site with this address.
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for an invalid address
 */
export async function findSite(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  address: { hostname: string; path: string; library?: string | null | undefined },
): Promise<FollowedSite> {
  authorize(request.caller, 'drive.read');
  return followedSiteOf(dependencies, await requireFollowed(dependencies, siteKey(parseSiteAddress(address))));
}
