import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { DomainError } from '../../../platform/domain-error.js';
import { fieldSet } from '../../../platform/field-set.js';
import { assertBetween, assertMaxCharacters, isStorableText, maxCharacters } from '../../../platform/input-limits.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { siteAddress } from '../site-address.js';
import type {
  ChangeRecord,
  ItemField,
  ItemFields,
  ItemKey,
  ItemList,
  ItemRecord,
  ItemRow,
  StoredContent,
  VersionRecord,
} from './repository/items.js';
import * as items from './repository/items.js';
import { countItems, type ItemCounts, type SiteRecord, selectSites, selectSitesByIds } from './repository/sites.js';
import type { ContentState } from './vocabulary.js';

/** A page of a list of items. */
export type ItemConnectionRecord = ConnectionRecord<ItemRow> & ItemList;

export interface PageInput {
  first: number;
  after: string | null | undefined;
}

/** All sites, by hostname and path. */
export async function listSites(dependencies: DriveDependencies, request: DriveRequest): Promise<SiteRecord[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, selectSites);
}

/** The path of a site without the name of its library. */
export function pathOfSite(site: Pick<SiteRecord, 'hostname' | 'path'>): { path: string; library: string | null } {
  const { sitePath, library } = siteAddress(site);
  return { path: sitePath, library };
}

/** The sites with these ids, in this order; null for an unknown id. */
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

/** The items with these keys, in this order, deleted ones included; null for an unknown key. */
export async function itemsByKeys(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, fields }: { keys: readonly ItemKey[]; fields: ItemFields },
): Promise<(ItemRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const possible = keys.filter((key) => isStorableText(key.siteId) && isStorableText(key.id));
  const rows = await dependencies.database.read({ signal: request.signal, rows: possible.length }, (sql) =>
    items.selectItems(sql, { keys: possible, fields }),
  );
  const byKey = new Map(rows.map((row) => [items.keyOf(row), row]));
  return keys.map((key) => byKey.get(items.keyOf(key)) ?? null);
}

/** The root folder of each site; null before its first sync. */
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

/** The path of each item, such as `/reports/june.pdf`; null if a parent folder is unknown. */
export async function pathsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly ItemKey[],
): Promise<(string | null)[]> {
  const items = await itemsByKeys(dependencies, request, { keys, fields: pathField });
  return items.map((item) => item?.path ?? null);
}

/** The stored versions of each item, newest first. */
export async function versionsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly ItemKey[],
): Promise<VersionRecord[][]> {
  authorize(request.caller, 'drive.read');
  const rows = await dependencies.database.read(request, (sql) => items.selectVersions(sql, keys));
  const byKey = Map.groupBy(rows, (row) => items.keyOf({ siteId: row.siteId, id: row.itemId }));
  return keys.map((key) => byKey.get(items.keyOf(key)) ?? []);
}

/** The stored contents with these hashes, in this order; null for one that is not stored. */
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

/** A page of the items in each folder, by name. */
export async function childrenOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: { folders: readonly ItemKey[]; page: PageInput },
): Promise<ItemConnectionRecord[]> {
  authorize(request.caller, 'drive.read');
  const { folders, page } = input;
  const position = decodePosition('children', 2, page);
  const [name, id] = position?.ids ?? [];
  const after = name === undefined || id === undefined ? null : { name, id };
  const limit = page.first + 1;
  const rows = await dependencies.database.read(request, (sql) => items.selectChildren(sql, { folders, after, limit }));
  const byFolder = Map.groupBy(rows, (row) => items.keyOf({ siteId: row.siteId, id: row.parentId ?? '' }));
  return folders.map((folder) => ({
    ...pageOf(byFolder.get(items.keyOf(folder)) ?? [], page, (item) =>
      encodeCursor({ order: 'children', value: 0, ids: [item.name, item.id] }),
    ),
    ...{ siteId: folder.siteId, folderId: folder.id },
  }));
}

/** The number of items in each list. */
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

/** A page of the items of a site, most recently changed first. */
export async function listItems(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: SiteList,
): Promise<ItemConnectionRecord> {
  const list = { dependencies, request, input, order: 'items', select: items.selectNewestItems };
  const page = await listByNumber<ItemRow>({ ...list, numberOf: (item) => item.change });
  return { ...page, siteId: input.siteId, folderId: null };
}

/**
 * Items of a site that are not deleted, whose name contains a text, and which meet the other conditions (null: any);
 * most recently changed first.
 * @throws {DomainError} BAD_USER_INPUT for a text that is too long, or a `first` outside of 1–100
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

/** A page of the changes of a site, newest first. */
export async function listChanges(dependencies: DriveDependencies, request: DriveRequest, input: SiteList) {
  const select = items.selectChanges;
  return await listByNumber<ChangeRecord>({
    ...{ dependencies, request, input, order: 'changes', select },
    numberOf: (change) => change.number,
  });
}

/** Counts of the items of each site that are not deleted. */
export async function countsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  siteIds: readonly string[],
): Promise<ItemCounts[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, (sql) => countItems(sql, siteIds));
}

type SelectByNumber<Node> = (
  sql: Parameters<typeof items.selectChanges>[0],
  query: { siteId: string; before: number; limit: number },
) => Promise<Node[]>;

/**
 * A page of a list of a site whose rows have unique numbers, highest number first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid size or cursor
 */
export async function listByNumber<Node>(options: {
  dependencies: DriveDependencies;
  request: DriveRequest;
  input: SiteList;
  order: string;
  select: SelectByNumber<Node>;
  numberOf: (node: Node) => number;
}): Promise<ConnectionRecord<Node>> {
  const { dependencies, request, input, order, select, numberOf } = options;
  authorize(request.caller, 'drive.read');
  const { siteId, page } = input;
  const before = decodePosition(order, 0, page)?.value ?? Number.MAX_SAFE_INTEGER;
  const rows = await dependencies.database.read(request, (sql) =>
    select(sql, { siteId, before, limit: page.first + 1 }),
  );
  return pageOf(rows, page, (node) => encodeCursor({ order, value: numberOf(node), ids: [] }));
}

function decodePosition(order: string, ids: number, { first, after }: PageInput) {
  pageSize(first);
  if (after === null || after === undefined) return undefined;
  const position = decodeCursor(after, { order, ids });
  if (!Number.isSafeInteger(position.value))
    throw new DomainError('BAD_USER_INPUT', 'The cursor is invalid: pass a cursor of this list');
  return position;
}

/** A page of rows, of which the statement reads one more than the page size. */
function pageOf<Node>(
  rows: readonly Node[],
  { first, after }: PageInput,
  cursorOf: (node: Node) => string,
): ConnectionRecord<Node> {
  const edges = rows.map((node) => ({ cursor: cursorOf(node), node }));
  return connectionOf({ edges, size: first, isContinued: after !== null && after !== undefined });
}
