import type { ConnectionRecord } from '../../../../platform/connection.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  assertMaxItems,
  assertStorableText,
  isStorableText,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../../dependencies.js';
import { normalizeExtension, normalizeFolder } from '../../items/index.js';
import { type PageInput, pageOf, startOf } from '../../pages.js';
import {
  selectPointInTime,
  selectSimilarFolders,
  selectTreeEntries,
  summarizeTree,
  type TreeEntryRow,
  type TreeSummary,
} from '../repository.js';
import type { DriveTreeFilter } from '../types.js';

/** A folder of a site and a point in its history: either a time or a change number, exactly one of which is set. */
export interface TreeInput {
  readonly siteId: string;
  readonly at?: Date | null | undefined;
  /** Number of the change after which the tree is read; 0: before the first change. Null or absent if `at` is set. */
  readonly change?: number | null | undefined;
  /** Path of the folder at that time, such as `/reports`; default: `/`. */
  readonly folder?: string | null | undefined;
}

/** A folder of a site as of a change. `folder`: its path; empty for the root. */
export interface TreeKey {
  readonly siteId: string;
  readonly change: number;
  readonly folder: string;
}

export type TreeRecord = TreeKey & Omit<TreeSummary, 'exists'>;

/**
 * The tree of a site as of a point in time; null if the folder did not exist then. Case and Unicode normalization of
 * the path of the folder matter only if several folders differ in nothing else.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site; BAD_USER_INPUT unless exactly one of
 * a time and an existing change number is given
 */
export async function readTree(
  dependencies: Pick<DriveDependencies, 'database'>,
  request: DriveRequest,
  input: TreeInput,
): Promise<TreeRecord | null> {
  authorize(request.caller, 'drive.read');
  const key = await treeKeyOf(dependencies, request, input);
  const read = (tree: TreeKey) => dependencies.database.read(request, (sql) => summarizeTree(sql, tree));
  const { exists, ...counts } = await read(key);
  if (exists) return { ...key, ...counts };
  const similar = await dependencies.database.read(request, (sql) =>
    selectSimilarFolders(sql, { ...key, folder: '', path: key.folder }),
  );
  const [found] = similar;
  if (found === undefined || similar.length > 1) return null;
  const foundKey = { ...key, folder: found.path };
  const { exists: _, ...foundCounts } = await read(foundKey);
  return { ...foundKey, ...foundCounts };
}

async function treeKeyOf(
  { database }: Pick<DriveDependencies, 'database'>,
  request: DriveRequest,
  { siteId, at, change, folder }: TreeInput,
): Promise<TreeKey> {
  if ((at == null) === (change == null)) {
    const problem = at == null ? 'Neither at nor change is specified' : 'at and change are mutually exclusive';
    throw new DomainError('BAD_USER_INPUT', `${problem}: specify one of them`);
  }
  const seconds = at == null ? 0 : at.getTime() / 1000;
  const point = isStorableText(siteId)
    ? await database.read(request, (sql) => selectPointInTime(sql, { siteId, at: seconds }))
    : undefined;
  if (point === undefined) throw new DomainError('NOT_FOUND', `Site ${siteId} not found`);
  const lastChange = change ?? point.change;
  if (!Number.isSafeInteger(lastChange) || lastChange < 0 || lastChange > point.lastChange) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `change must be from 0 to ${point.lastChange}, the last change of the site, but is ${lastChange}`,
    );
  }
  return { siteId, change: lastChange, folder: normalizeFolder(folder ?? '/') };
}

/**
 * A page of the entries in the folder of a tree, either directly in it or at all levels, sorted by path.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size, cursor or filter
 */
export async function entriesOfTree(
  dependencies: Pick<DriveDependencies, 'database'>,
  request: DriveRequest,
  input: {
    readonly tree: TreeKey;
    readonly page: PageInput;
    readonly filter: DriveTreeFilter;
    readonly allLevels: boolean;
  },
): Promise<ConnectionRecord<TreeEntryRow & { siteId: string }>> {
  authorize(request.caller, 'drive.read');
  const { tree, page, filter, allLevels } = input;
  const { siteId, change, folder } = tree;
  const order = 'tree';
  const [afterPath = '', afterId = ''] = startOf(page, { order, ids: 2 })?.ids ?? [];
  const depth = allLevels ? null : folder.split('/').length;
  const limit = page.first + 1;
  const query = { siteId, change, folder, depth, afterPath, afterId, limit, ...conditionsOf(filter) };
  const rows = await dependencies.database.read(request, (sql) => selectTreeEntries(sql, query));
  const entries = rows.map((row) => ({ ...row, siteId }));
  return pageOf(entries, page, ({ path, itemId }) => ({ order, value: change, ids: [path, itemId] }));
}

function conditionsOf({ name, extensions, isFolder }: DriveTreeFilter) {
  if (name != null) assertStorableText('name', name, maxCharacters.search);
  assertMaxItems('extensions', extensions, maxItems.driveFilter);
  return {
    name: name?.normalize('NFC') ?? '',
    extensions: extensions?.map(normalizeExtension) ?? null,
    isFolder: isFolder ?? null,
  };
}
