import type { Executor } from '../../../../platform/database/index.js';
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
import { assertSelection } from '../rules/selection.js';

/** Alias for the id of the root folder of each site, as in Microsoft Graph. */
const rootAlias = 'root';
const maxDepth = 256;
/** The position before the first item of a folder. */
const start = { name: '', id: '' };

/**
 * Reads an item of the mirror by id; the id `root` means the root folder.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorItem(
  { database }: SiteDependencies,
  request: DriveRequest,
  key: { siteId: string; itemId: string } & Selection,
): Promise<MirrorItemRecord> {
  authorize(request.caller, 'mirror.read');
  assertSelection(key.select);
  return await database.guard(async (sql) => await itemById(sql, key));
}

/**
 * Reads an item of the mirror by its path relative to a folder. A trailing colon is ignored, because Microsoft Graph
 * terminates paths with it.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function readMirrorItemByPath(
  { database }: SiteDependencies,
  request: DriveRequest,
  key: PathKey & Selection,
): Promise<MirrorItemRecord> {
  authorize(request.caller, 'mirror.read');
  assertSelection(key.select);
  return await database.guard(async (sql) => await itemByPath(sql, key));
}

/** Options of requests for items. `select`: the properties to return; null: all. */
interface Selection {
  readonly select?: string | null | undefined;
}

/** Options of requests for a page of items. */
export interface PageQuery extends Selection {
  readonly token?: string | null | undefined;
  readonly top?: number | null | undefined;
}

/** Identifies an item by its path relative to a folder. `folderId`: id of the folder; default: the root folder. */
interface PathKey {
  readonly siteId: string;
  readonly folderId?: string | null | undefined;
  readonly path: string;
}

/** Identifies a folder by id or by path. */
export type FolderKey = PathKey | { readonly siteId: string; readonly itemId: string };

/**
 * A page of the items in a folder, sorted by name; empty for a file.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function listMirrorChildren(
  { database }: SiteDependencies,
  request: DriveRequest,
  query: FolderKey & PageQuery,
) {
  authorize(request.caller, 'mirror.read');
  assertSelection(query.select);
  const { siteId, token } = query;
  const limit = pageSize(query.top);
  const after = token ? readChildrenToken(token) : start;
  return await database.guard(async (sql) => {
    const folder = await ('path' in query ? itemByPath(sql, query) : itemById(sql, query));
    const found = await selectMirrorChildren(sql, {
      ...{ siteId, folderId: folder.id, afterName: after.name, afterId: after.id },
      limit: limit + 1,
    });
    return { ...itemPageOf(found, limit), folderId: folder.id, isRoot: folder.isRoot };
  });
}

/** Builds a page of up to `limit` items from `limit + 1` read items. `nextToken` is null on the last page. */
export function itemPageOf(found: readonly MirrorItemRecord[], limit: number) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextToken: found.length > limit && last !== undefined ? writeChildrenToken(last) : null };
}

async function itemByPath(sql: Executor, { siteId, folderId, path }: PathKey): Promise<MirrorItemRecord> {
  const names = path
    .replace(/:$/, '')
    .split('/')
    .filter((name) => name !== '');
  const parentId = folderId == null || folderId === rootAlias ? null : folderId;
  const isValid = names.length <= maxDepth && [siteId, parentId ?? '', ...names].every(isStorableText);
  const found = isValid ? await selectMirrorItemByPath(sql, { siteId, folderId: parentId, names }) : undefined;
  return found ?? notFound();
}

async function itemById(
  sql: Executor,
  { siteId, itemId }: { siteId: string; itemId: string },
): Promise<MirrorItemRecord> {
  if (!isStorableText(siteId) || !isStorableText(itemId)) return notFound();
  const found =
    itemId === rootAlias
      ? await selectMirrorItemByPath(sql, { siteId, folderId: null, names: [] })
      : await selectMirrorItem(sql, { siteId, itemId });
  return found ?? notFound();
}

function notFound(): never {
  throw new DomainError('NOT_FOUND', 'The resource could not be found');
}
