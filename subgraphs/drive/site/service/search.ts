import { assertMaxCharacters, isStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import type { SiteDependencies } from '../dependencies.js';
import { selectMirrorItemsByName } from '../repository/items.js';
import { readChildrenToken } from '../rules/children-token.js';
import { pageSize } from '../rules/page-size.js';
import { assertSelection } from '../rules/selection.js';
import { itemPageOf, type PageQuery } from './browse.js';
import { requireSite } from './delta.js';

/**
 * A page of the items of a site that have each word of the query in their name, ignoring case, sorted by id; all items
 * for an empty query. `nextToken` is null on the last page.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function searchMirrorItems(
  { database }: SiteDependencies,
  request: DriveRequest,
  query: { siteId: string; query: string } & PageQuery,
) {
  authorize(request.caller, 'mirror.read');
  const { siteId, token } = query;
  assertMaxCharacters('q', query.query, maxCharacters.search);
  assertSelection(query.select);
  const limit = pageSize(query.top);
  const afterId = token ? readChildrenToken(token).id : '';
  const words = query.query.split(/\s+/).filter((word) => word !== '');
  return await database.guard(async (sql) => {
    await requireSite(sql, siteId);
    if (!words.every(isStorableText)) return { items: [], nextToken: null };
    const found = await selectMirrorItemsByName(sql, { siteId, words, afterId, limit: limit + 1 });
    return itemPageOf(found, limit);
  });
}
