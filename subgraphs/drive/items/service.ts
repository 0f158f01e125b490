import type { ConnectionRecord } from '../../../platform/connection.js';
import { fieldSet } from '../../../platform/field-set.js';
import { assertBetween, assertMaxCharacters, isStorableText, maxCharacters } from '../../../platform/input-limits.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { type PageInput, pageByNumber, pageOf, startOf } from '../pages.js';
import type {
  ItemField,
  ItemFields,
  ItemKey,
  ItemList,
  ItemRecord,
  ItemRow,
  StoredContent,
  VersionKey,
  VersionRecord,
} from './repository/items.js';
import * as items from './repository/items.js';
import { countItems, type ItemCounts, type SiteRecord, selectSites, selectSitesByIds } from './repository/sites.js';
import type { ContentState } from './vocabulary.js';

/** A page of items, with the list to which it belongs. */
export type ItemConnectionRecord = ConnectionRecord<ItemRow> & ItemList;

/**
 * All sites, sorted by hostname and path.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listSites(dependencies: DriveDependencies, request: DriveRequest): Promise<SiteRecord[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, selectSites);
}

/**
 * The sites with these ids, in this order; null for an unknown id.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function sitesByIds(
  dependencies: DriveDependencies,
  request: DriveRequest,
  ids: readonly string[],
): Promise<(SiteRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const rows = await dependencies.database.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectSitesByIds(sql, { ids: ids.filter(isStorableText) }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * The items with these keys, in this order, including deleted ones; null for an unknown key.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function itemsByKeys(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, fields }: { keys: readonly ItemKey[]; fields: ItemFields },
): Promise<(ItemRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const validKeys = keys.filter((key) => isStorableText(key.siteId) && isStorableText(key.id));
  const rows = await dependencies.database.read({ signal: request.signal, rows: validKeys.length }, (sql) =>
    items.selectItems(sql, { keys: validKeys, fields }),
  );
  const byKey = new Map(rows.map((row) => [items.keyOf(row), row]));
  return keys.map((key) => byKey.get(items.keyOf(key)) ?? null);
}

/**
 * The root folder of each site; null before its first sync.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function rootsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  siteIds: readonly string[],
): Promise<(ItemRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const rows = await dependencies.database.read({ signal: request.signal, rows: siteIds.length }, (sql) =>
    items.selectRoots(sql, { siteIds }),
  );
  const bySite = new Map(rows.map((row) => [row.siteId, row]));
  return siteIds.map((id) => bySite.get(id) ?? null);
}

const pathField = fieldSet<ItemField>(['path']);

/**
 * The path of each item, such as `/reports/june.pdf`; null if a parent folder is unknown.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function pathsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly ItemKey[],
): Promise<(string | null)[]> {
  const items = await itemsByKeys(dependencies, request, { keys, fields: pathField });
  return items.map((item) => item?.path ?? null);
}

/** Maximum number of versions that are returned at a time. */
const maxVersions = 1000;

/**
 * The newest stored versions of each item, at most 1000, newest first. `before`: only versions that were stored before
 * the change with this number.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function versionsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, before = Number.MAX_SAFE_INTEGER }: { keys: readonly ItemKey[]; before?: number | undefined },
): Promise<VersionRecord[][]> {
  authorize(request.caller, 'drive.read');
  const query = { keys, before, limit: maxVersions };
  const rows = await dependencies.database.read(request, (sql) => items.selectVersions(sql, query));
  const byKey = Map.groupBy(rows, (row) => items.keyOf({ siteId: row.siteId, id: row.itemId }));
  return keys.map((key) => byKey.get(items.keyOf(key)) ?? []);
}

/**
 * The versions with these keys, in this order; null for an unknown key.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function versionsByKeys(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly VersionKey[],
): Promise<(VersionRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const keyOf = (key: VersionKey) => `${items.keyOf(key)}\0${key.change}`;
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  const rows = await dependencies.database.read({ signal: request.signal, rows: unique.length }, (sql) =>
    items.selectVersionsByKeys(sql, unique),
  );
  const byKey = new Map(rows.map((row) => [keyOf({ ...row, id: row.itemId }), row]));
  return keys.map((key) => byKey.get(keyOf(key)) ?? null);
}

/**
 * The stored contents with these SHA-256 hashes, in this order; null for content that is not stored.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function contentsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  sha256s: readonly string[],
): Promise<(StoredContent | null)[]> {
  authorize(request.caller, 'drive.read');
  const rows = await dependencies.database.read({ signal: request.signal, rows: sha256s.length }, (sql) =>
    items.selectContents(sql, { sha256s }),
  );
  const byName = new Map(rows.map((row) => [row.sha256, row]));
  return sha256s.map((sha256) => byName.get(sha256) ?? null);
}

/**
 * A page of the items in each folder, sorted by name.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function childrenOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: { folders: readonly ItemKey[]; page: PageInput },
): Promise<ItemConnectionRecord[]> {
  authorize(request.caller, 'drive.read');
  const { folders, page } = input;
  const order = 'children';
  const [name, id] = startOf(page, { order, ids: 2 })?.ids ?? [];
  const after = name === undefined || id === undefined ? null : { name, id };
  const limit = page.first + 1;
  const rows = await dependencies.database.read(request, (sql) => items.selectChildren(sql, { folders, after, limit }));
  const byFolder = Map.groupBy(rows, (row) => items.keyOf({ siteId: row.siteId, id: row.parentId ?? '' }));
  return folders.map((folder) => ({
    ...pageOf(byFolder.get(items.keyOf(folder)) ?? [], page, (item) => ({
      order,
      value: 0,
      ids: [item.name, item.id],
    })),
    ...{ siteId: folder.siteId, folderId: folder.id },
  }));
}

/**
 * The number of items in each list.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countsOfLists(
  dependencies: DriveDependencies,
  request: DriveRequest,
  lists: readonly ItemList[],
): Promise<number[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, (sql) => items.countItemsOfLists(sql, lists));
}

export interface SiteList {
  siteId: string;
  page: PageInput;
}

/**
 * A page of the items of a site, most recently changed first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listItems(
  { database }: DriveDependencies,
  request: DriveRequest,
  { siteId, page }: SiteList,
): Promise<ItemConnectionRecord> {
  authorize(request.caller, 'drive.read');
  const found = await pageByNumber(page, {
    order: 'items',
    select: (query) => database.read(request, (sql) => items.selectNewestItems(sql, { siteId, ...query })),
    numberOf: (item) => item.change,
  });
  return { ...found, siteId, folderId: null };
}

/**
 * Items of a site that are not deleted, contain a string in their name, and meet the other conditions (null: any); most
 * recently changed first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a string that is too long, or a `first` outside
 * of 1–100
 */
export async function findItems(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: {
    siteId: string;
    name: string;
    contentState: ContentState | null;
    hasMalware: boolean | null;
    isExcluded: boolean | null;
    first: number;
  },
): Promise<ItemRow[]> {
  authorize(request.caller, 'drive.read');
  const { first, ...found } = input;
  const { name } = found;
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  assertMaxCharacters('name', name, maxCharacters.search);
  if (!isStorableText(name)) return [];
  return await dependencies.database.read(request, (sql) => items.selectItemsByName(sql, { ...found, limit: first }));
}

/**
 * A page of the changes of a site, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listChanges({ database }: DriveDependencies, request: DriveRequest, { siteId, page }: SiteList) {
  authorize(request.caller, 'drive.read');
  return await pageByNumber(page, {
    order: 'changes',
    select: (query) => database.read(request, (sql) => items.selectChanges(sql, { siteId, ...query })),
    numberOf: (change) => change.number,
  });
}

/**
 * Counts of the items of each site, without deleted ones.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  siteIds: readonly string[],
): Promise<ItemCounts[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, (sql) => countItems(sql, siteIds));
}
