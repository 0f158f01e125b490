import type { ConnectionRecord } from '../../../../platform/connection.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { type PageInput, pageOf, startOf } from '../../pages.js';
import { isSameSite, parseSiteAddress, siteKey } from '../../site-address.js';
import type { FollowingDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { requireFollowedSite } from './change-sites.js';
import { followedSites, isConfiguredSite } from './followed-sites.js';

/** The connection record of a followed site. */
export type FollowedSite = SiteConnectionRecord & {
  /** Whether this is the configured site. */
  readonly isOfSettings: boolean;
};

/** A page of the followed sites, with their total number. */
export type FollowedSiteConnectionRecord = ConnectionRecord<FollowedSite> & { readonly totalCount: number };

/**
 * All followed sites: the configured site first, then the others in the order in which they were added.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listSites(dependencies: FollowingDependencies, request: DriveRequest): Promise<FollowedSite[]> {
  authorize(request.caller, 'drive.read');
  const sites = await followedSites(dependencies);
  return sites.map((site) => followedSiteOf(dependencies, site));
}

export function followedSiteOf({ settings }: FollowingDependencies, site: SiteConnectionRecord): FollowedSite {
  return { ...site, isOfSettings: isConfiguredSite(settings, site) };
}

const order = 'drive_followed_sites';

/**
 * A page of the followed sites. All sites are read, because there are at most 100.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function pageOfSites(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  page: PageInput,
): Promise<FollowedSiteConnectionRecord> {
  const sites = await listSites(dependencies, request);
  const after = startOf(page, { order, ids: 2 });
  const [hostname = '', path = ''] = after?.ids ?? [];
  // A site that has since been removed has no position: its successors are those that were added later.
  const start =
    after === undefined
      ? 0
      : (nextIndexOf(sites, (site) => isSameSite(site, { hostname, path })) ??
        sites.filter(({ addedAtEpoch }) => (addedAtEpoch ?? 0) <= after.value).length);
  const found = sites.slice(start, start + page.first + 1);
  const positionOf = ({ addedAtEpoch, ...key }: FollowedSite) => ({
    ...{ order, value: addedAtEpoch ?? 0, ids: [key.hostname, key.path] },
  });
  return { ...pageOf(found, page, positionOf), totalCount: sites.length };
}

function nextIndexOf<Item>(list: readonly Item[], matches: (item: Item) => boolean): number | undefined {
  const index = list.findIndex(matches);
  return index < 0 ? undefined : index + 1;
}

/**
 * The followed site with this address.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; BAD_USER_INPUT for an invalid address
 */
export async function findSite(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  address: { hostname: string; path: string; library?: string | null | undefined },
): Promise<FollowedSite> {
  authorize(request.caller, 'drive.read');
  return followedSiteOf(dependencies, await requireFollowedSite(dependencies, siteKey(parseSiteAddress(address))));
}
