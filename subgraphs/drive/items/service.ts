import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { DomainError } from '../../../platform/domain-error.js';
import { fieldSet } from '../../../platform/field-set.js';
import { assertOperator } from '../authorisation.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { isStorable } from '../network.js';
import {
  type ChangeRecord,
  countItemsOfLists,
  type ItemField,
  type ItemFields,
  type ItemKey,
  type ItemList,
  type ItemRecord,
  type ItemRow,
  keyOf,
  type StoredContent,
  selectChanges,
  selectChildren,
  selectContents,
  selectItems,
  selectNewestItems,
  selectRoots,
  selectVersions,
  type VersionRecord,
} from './repository/items.js';
import { countItems, type ItemCounts, type SiteRecord, selectSites, selectSitesByIds } from './repository/sites.js';

/** A page of a list of items. */
export type ItemConnectionRecord = ConnectionRecord<ItemRow> & ItemList;

export interface PageInput {
  first: number;
  after: string | null | undefined;
}

/** Every site that is or was synced, by host and path. */
export async function listSites(dependencies: DriveDependencies, request: DriveRequest): Promise<SiteRecord[]> {
  assertOperator(request);
  return await dependencies.database.read(request, selectSites);
}

/** These sites in this order; null for one that is not known. */
export async function sitesByIds(
  dependencies: DriveDependencies,
  request: DriveRequest,
  ids: readonly string[],
): Promise<(SiteRecord | null)[]> {
  assertOperator(request);
  const rows = await dependencies.database.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectSitesByIds(sql, ids.filter(isStorable)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** These items in this order; null for one that is not known. Deleted ones are known. */
export async function itemsByKeys(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, fields }: { keys: readonly ItemKey[]; fields: ItemFields },
): Promise<(ItemRecord | null)[]> {
  assertOperator(request);
  const possible = keys.filter((key) => isStorable(key.siteId) && isStorable(key.id));
  const rows = await dependencies.database.read({ signal: request.signal, rows: possible.length }, (sql) =>
    selectItems(sql, { keys: possible, fields }),
  );
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(keyOf(key)) ?? null);
}

/** The root folder of each site; null before its first sync. */
export async function rootsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  siteIds: readonly string[],
): Promise<(ItemRecord | null)[]> {
  assertOperator(request);
  const rows = await dependencies.database.read({ signal: request.signal, rows: siteIds.length }, (sql) =>
    selectRoots(sql, siteIds),
  );
  const bySite = new Map(rows.map((row) => [row.siteId, row]));
  return siteIds.map((id) => bySite.get(id) ?? null);
}

const pathOnly = fieldSet<ItemField>(['path']);

/** The path of each item, such as `/reports/june.pdf`; null when folders above it are not known. */
export async function pathsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly ItemKey[],
): Promise<(string | null)[]> {
  const items = await itemsByKeys(dependencies, request, { keys, fields: pathOnly });
  return items.map((item) => item?.path ?? null);
}

/** Every content that each item has had here, the newest first. */
export async function versionsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  keys: readonly ItemKey[],
): Promise<VersionRecord[][]> {
  assertOperator(request);
  const rows = await dependencies.database.read(request, (sql) => selectVersions(sql, keys));
  const byKey = Map.groupBy(rows, (row) => keyOf({ siteId: row.siteId, id: row.itemId }));
  return keys.map((key) => byKey.get(keyOf(key)) ?? []);
}

/** What is stored of each of these contents. */
export async function contentsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  sha256s: readonly string[],
): Promise<(StoredContent | null)[]> {
  assertOperator(request);
  const rows = await dependencies.database.read({ signal: request.signal, rows: sha256s.length }, (sql) =>
    selectContents(sql, sha256s),
  );
  const byName = new Map(rows.map((row) => [row.sha256, row]));
  return sha256s.map((sha256) => byName.get(sha256) ?? null);
}

/** What lies in each folder, by name. */
export async function childrenOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: { folders: readonly ItemKey[]; page: PageInput },
): Promise<ItemConnectionRecord[]> {
  assertOperator(request);
  const { folders, page } = input;
  const place = placeIn('children', 2, page);
  const [name, id] = place?.ids ?? [];
  const behind = name === undefined || id === undefined ? null : { name, id };
  const limit = page.first + 1;
  const rows = await dependencies.database.read(request, (sql) => selectChildren(sql, { folders, behind, limit }));
  const byFolder = Map.groupBy(rows, (row) => keyOf({ siteId: row.siteId, id: row.parentId ?? '' }));
  return folders.map((folder) => ({
    ...pageOf(byFolder.get(keyOf(folder)) ?? [], page, (item) =>
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
  assertOperator(request);
  return await dependencies.database.read(request, (sql) => countItemsOfLists(sql, lists));
}

export interface SiteList {
  siteId: string;
  page: PageInput;
}

/** The items of a site, the last changed first. */
export async function listItems(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: SiteList,
): Promise<ItemConnectionRecord> {
  const list = { dependencies, request, input, order: 'items', select: selectNewestItems };
  const page = await listByNumber<ItemRow>({ ...list, numberOf: (item) => item.change });
  return { ...page, siteId: input.siteId, folderId: null };
}

/** The changes of a site, the newest first. */
export async function listChanges(dependencies: DriveDependencies, request: DriveRequest, input: SiteList) {
  const select = selectChanges;
  return await listByNumber<ChangeRecord>({
    ...{ dependencies, request, input, order: 'changes', select },
    numberOf: (change) => change.number,
  });
}

/** How many items a site has here. */
export async function countsOf(
  dependencies: DriveDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<ItemCounts> {
  assertOperator(request);
  return await dependencies.database.read(request, (sql) => countItems(sql, siteId));
}

type SelectByNumber<Node> = (
  sql: Parameters<typeof selectChanges>[0],
  query: { siteId: string; before: number | null; limit: number },
) => Promise<Node[]>;

export async function listByNumber<Node>(options: {
  dependencies: DriveDependencies;
  request: DriveRequest;
  input: SiteList;
  order: string;
  select: SelectByNumber<Node>;
  numberOf: (node: Node) => number;
}): Promise<ConnectionRecord<Node>> {
  const { dependencies, request, input, order, select, numberOf } = options;
  assertOperator(request);
  const { siteId, page } = input;
  const before = placeIn(order, 0, page)?.value ?? null;
  const rows = await dependencies.database.read(request, (sql) =>
    select(sql, { siteId, before, limit: page.first + 1 }),
  );
  return pageOf(rows, page, (node) => encodeCursor({ order, value: numberOf(node), ids: [] }));
}

function placeIn(order: string, ids: number, { first, after }: PageInput) {
  pageSize(first);
  if (after === null || after === undefined) return undefined;
  const place = decodeCursor(after, { order, ids });
  if (!Number.isSafeInteger(place.value)) throw new DomainError('BAD_USER_INPUT', 'The cursor names no place');
  return place;
}

/** One row more than the page was read. */
function pageOf<Node>(
  rows: readonly Node[],
  { first, after }: PageInput,
  cursorOf: (node: Node) => string,
): ConnectionRecord<Node> {
  const edges = rows.map((node) => ({ cursor: cursorOf(node), node }));
  return connectionOf({ edges, size: first, isContinued: after !== null && after !== undefined });
}
