import { DomainError } from '../../../../platform/domain-error.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import type { SiteDependencies } from '../dependencies.js';
import {
  type MirrorItemRecord,
  selectMirrorChildren,
  selectMirrorItem,
  selectMirrorItemByPath,
} from '../repository/items.js';
import { readChildrenToken, writeChildrenToken } from '../rules/children-token.js';
import { pageSize } from '../rules/page-size.js';

/** Id that names the root folder of each site, as in Microsoft Graph. */
const rootAlias = 'root';
const maxDepth = 256;
/** Before all names. */
const start = { name: '', id: '' };

type Executor = Parameters<typeof selectMirrorItem>[0];

/**
 * An item of the mirror by id; `root` is the root folder.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorItem(
  { database }: SiteDependencies,
  request: DriveRequest,
  key: { siteId: string; itemId: string },
): Promise<MirrorItemRecord> {
  authorize(request.caller, 'mirror.read');
  return await database.guard(async (sql) => await itemById(sql, key));
}

/**
 * An item of the mirror by its path below the root folder; a colon at the end is the end of the path, as in Microsoft
 * Graph.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorItemByPath(
  { database }: SiteDependencies,
  request: DriveRequest,
  { siteId, path }: { siteId: string; path: string },
): Promise<MirrorItemRecord> {
  authorize(request.caller, 'mirror.read');
  const names = path
    .replace(/:$/, '')
    .split('/')
    .filter((name) => name !== '');
  const isPossible = isStorableText(siteId) && names.length <= maxDepth && names.every(isStorableText);
  const found = isPossible
    ? await database.guard(async (sql) => await selectMirrorItemByPath(sql, { siteId, names }))
    : undefined;
  return found ?? notFound();
}

/** A page of a folder; `nextToken` is null on the last page. */
export interface MirrorChildrenRecord {
  readonly items: MirrorItemRecord[];
  readonly nextToken: string | null;
}

/**
 * A page of the items of a folder, by name; of a file, none.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function listMirrorChildren(
  { database }: SiteDependencies,
  request: DriveRequest,
  query: { siteId: string; itemId: string; token?: string | null | undefined; top?: number | null | undefined },
): Promise<MirrorChildrenRecord> {
  authorize(request.caller, 'mirror.read');
  const { siteId, token } = query;
  const limit = pageSize(query.top);
  const after = token ? readChildrenToken(token) : start;
  return await database.guard(async (sql) => {
    const folder = await itemById(sql, query);
    const found = await selectMirrorChildren(sql, {
      ...{ siteId, folderId: folder.id, afterName: after.name, afterId: after.id },
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, nextToken: found.length > limit && last !== undefined ? writeChildrenToken(last) : null };
  });
}

async function itemById(
  sql: Executor,
  { siteId, itemId }: { siteId: string; itemId: string },
): Promise<MirrorItemRecord> {
  if (!isStorableText(siteId) || !isStorableText(itemId)) return notFound();
  const found =
    itemId === rootAlias
      ? await selectMirrorItemByPath(sql, { siteId, names: [] })
      : await selectMirrorItem(sql, { siteId, itemId });
  return found ?? notFound();
}

function notFound(): never {
  throw new DomainError('NOT_FOUND', 'The resource could not be found');
}
