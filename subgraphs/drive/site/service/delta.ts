import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { type SiteRecord, selectSite, selectSiteByPath } from '../../items/index.js';
import type { SiteDependencies } from '../dependencies.js';
import { selectChange, selectChangedItems } from '../repository/items.js';
import {
  changeFingerprint,
  type DeltaPosition,
  expiredTokenError,
  newestChangeOf,
  readDeltaToken,
  writeDeltaToken,
} from '../rules/delta-token.js';
import { pageSize } from '../rules/page-size.js';
import { assertSelection } from '../rules/selection.js';
import type { PageQuery } from './browse.js';

/**
 * The site with a hostname and path, ignoring case.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site
 */
export async function findMirrorSite(
  { database }: SiteDependencies,
  request: DriveRequest,
  site: { hostname: string; path: string },
): Promise<SiteRecord> {
  authorize(request.caller, 'mirror.read');
  const isStorable = isStorableText(site.hostname) && isStorableText(site.path);
  const found = isStorable ? await database.guard((sql) => selectSiteByPath(sql, site)) : undefined;
  return found ?? notFound();
}

/**
 * Finds the site with this id.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site
 */
export async function findMirrorSiteById(
  { database }: SiteDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<SiteRecord> {
  authorize(request.caller, 'mirror.read');
  return await database.guard((sql) => requireSite(sql, siteId));
}

/**
 * Finds the site with this id.
 * @throws {DomainError} NOT_FOUND for an unknown site
 */
export async function requireSite(sql: Executor, siteId: string): Promise<SiteRecord> {
  return (isStorableText(siteId) ? await selectSite(sql, { siteId }) : undefined) ?? notFound();
}

function notFound(): never {
  throw new DomainError('NOT_FOUND', 'The requested site was not found');
}

/**
 * A page of the changes of a site since a delta token or, without a token, of all its items, from the local copy. The
 * result has either `nextToken` or, on the last page, `deltaToken`; the other one is null.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, GONE, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorDelta(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
  query: { siteId: string } & PageQuery,
) {
  authorize(request.caller, 'mirror.read');
  const { siteId, token } = query;
  assertSelection(query.select);
  const limit = pageSize(query.top);
  const now = clock.now() / 1000;
  return await database.guard(async (sql) => {
    const { lastChange } = await requireSite(sql, siteId);
    const startPosition = { after: 0, tombstonesAfter: lastChange, issuedAt: now };
    if (token === 'latest') {
      const latest = await tokenAt(sql, siteId, { ...startPosition, after: lastChange });
      return { items: [], nextToken: null, deltaToken: latest };
    }
    const position = token ? await positionOf(sql, { siteId, token, lastChange, now }) : startPosition;
    const found = await selectChangedItems(sql, { siteId, ...position, limit: limit + 1 });
    const items = found.slice(0, limit);
    const next = await tokenAt(sql, siteId, {
      tombstonesAfter: position.tombstonesAfter,
      after: items.at(-1)?.change ?? position.after,
      issuedAt: now,
    });
    const isMore = found.length > limit;
    return { items, nextToken: isMore ? next : null, deltaToken: isMore ? null : next };
  });
}

type PositionWithoutFingerprint = Omit<DeltaPosition, 'fingerprint'>;

async function tokenAt(sql: Executor, siteId: string, position: PositionWithoutFingerprint): Promise<string> {
  return writeDeltaToken(siteId, { ...position, fingerprint: await fingerprintOf(sql, siteId, position) });
}

async function fingerprintOf(sql: Executor, siteId: string, position: PositionWithoutFingerprint): Promise<string> {
  return changeFingerprint(await selectChange(sql, { siteId, number: newestChangeOf(position) }));
}

/**
 * The position of a token. A token is void if this database assigned its numbers to other changes, because it was
 * restored from a backup, or the site was removed and added again: the client would miss the changes before them.
 * @throws {DomainError} BAD_USER_INPUT, GONE
 */
async function positionOf(
  sql: Executor,
  { siteId, token, ...current }: { siteId: string; token: string; lastChange: number; now: number },
): Promise<DeltaPosition> {
  const position = readDeltaToken(siteId, token, current);
  if (position.fingerprint !== null && position.fingerprint !== (await fingerprintOf(sql, siteId, position)))
    throw expiredTokenError(siteId);
  return position;
}
