import { DomainError } from '../../../../platform/domain-error.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { selectSite, selectSiteByPath } from '../../items/index.js';
import type { SiteDependencies } from '../dependencies.js';
import { type MirrorItemRecord, selectChangedItems } from '../repository/items.js';
import { readDeltaToken, writeDeltaToken } from '../rules/delta-token.js';
import { pageSize } from '../rules/page-size.js';
import { assertSelection } from '../rules/selection.js';
import type { PageQuery } from './browse.js';

export interface MirrorSiteRecord {
  id: string;
  name: string;
  webUrl: string;
  path: string;
  createdAtEpoch: number;
}

/** A page of a delta query; exactly one of the tokens is not null. */
export interface MirrorDeltaRecord {
  siteId: string;
  items: MirrorItemRecord[];
  nextToken: string | null;
  deltaToken: string | null;
}

/**
 * The site with a hostname and path, ignoring case.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site
 */
export async function findMirrorSite(
  { database }: SiteDependencies,
  request: DriveRequest,
  site: { hostname: string; path: string },
): Promise<MirrorSiteRecord> {
  authorize(request.caller, 'mirror.read');
  const isPossible = isStorableText(site.hostname) && isStorableText(site.path);
  const found = isPossible ? await database.guard((sql) => selectSiteByPath(sql, site)) : undefined;
  if (found === undefined) throw new DomainError('NOT_FOUND', 'The requested site was not found');
  return found;
}

/**
 * The site with an id.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site
 */
export async function findMirrorSiteById(
  { database }: SiteDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<MirrorSiteRecord> {
  authorize(request.caller, 'mirror.read');
  const found = isStorableText(siteId) ? await database.guard((sql) => selectSite(sql, { siteId })) : undefined;
  if (found === undefined) throw new DomainError('NOT_FOUND', 'The requested site was not found');
  return found;
}

/**
 * Changes of a site since a delta token, or all its items, from the local copy.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, GONE, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorDelta(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
  query: { siteId: string } & PageQuery,
): Promise<MirrorDeltaRecord> {
  authorize(request.caller, 'mirror.read');
  const { siteId, token } = query;
  assertSelection(query.select);
  const limit = pageSize(query.top);
  const now = clock.now() / 1000;
  return await database.guard(async (sql) => {
    const site = isStorableText(siteId) ? await selectSite(sql, { siteId }) : undefined;
    if (site === undefined) throw new DomainError('NOT_FOUND', 'The requested site was not found');
    const { lastChange } = site;
    const fresh = { after: 0, tombstonesAfter: lastChange, issuedAt: now };
    if (token === 'latest') return latestDelta(siteId, { ...fresh, after: lastChange });
    const position = token ? readDeltaToken(siteId, token, { lastChange, now }) : fresh;
    const found = await selectChangedItems(sql, { siteId, ...position, limit: limit + 1 });
    const items = found.slice(0, limit);
    const { tombstonesAfter } = position;
    const next = writeDeltaToken(siteId, {
      after: items.at(-1)?.change ?? position.after,
      tombstonesAfter,
      issuedAt: now,
    });
    const isMore = found.length > limit;
    return { siteId, items, nextToken: isMore ? next : null, deltaToken: isMore ? null : next };
  });
}

function latestDelta(siteId: string, position: Parameters<typeof writeDeltaToken>[1]): MirrorDeltaRecord {
  return { siteId, items: [], nextToken: null, deltaToken: writeDeltaToken(siteId, position) };
}
