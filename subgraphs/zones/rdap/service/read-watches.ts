import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, decodeIntegerCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  assertMaxCharacters,
  isStorableText,
  isUuid,
  maxCharacters,
  nilUuid,
} from '../../../../platform/input-limits.js';
import { accessOf } from '../../../../platform/permissions/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import {
  countVersions,
  selectOldestVersions,
  selectVersions,
  selectVersionsByIds,
  selectWatches,
  selectWatchPage,
  type VersionRow,
  type WatchRow,
} from '../repository/watches.js';
import { changesBetween, type DossierChange } from '../rules/changes.js';
import type { RdapDossier } from '../rules/dossier.js';
import { dossierOf, type RdapDependencies } from './lookup.js';
import { scopeOf } from './owners.js';
import { watchNotFound } from './watches.js';

export type { WatchRow } from '../repository/watches.js';

/** A version of a dossier. */
export interface DossierVersion {
  readonly id: string;
  readonly fetchedAt: Date;
  /** Dossier of the version; null if the registry had no such domain. */
  readonly dossier: RdapDossier | null;
  /** Differences from the previous version; null for the first one that is stored. */
  readonly changes: readonly DossierChange[] | null;
}

const [watchOrder, versionOrder] = ['rdap-watches', 'rdap-versions'];

/**
 * Watched domains of the caller, ordered by name.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function listWatches(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  input: PageInput & { search?: string | null | undefined },
): Promise<ConnectionRecord<WatchRow>> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const size = pageSize(input.first);
  const search = input.search?.toLowerCase() ?? null;
  assertMaxCharacters('search', search, maxCharacters.search);
  const isContinued = input.after !== null && input.after !== undefined;
  const [domain = '', id = nilUuid] = isContinued
    ? decodeCursor(input.after ?? '', { order: watchOrder, ids: 2 }).ids
    : [];
  if (!isUuid(id)) throw invalidCursor();
  const query = { ...scope, search, domain, id, limit: size + 1 };
  const isPossible = isStorableText(search ?? '');
  const found = isPossible ? await dependencies.database.read(request, (sql) => selectWatchPage(sql, query)) : [];
  const edges = found.map((node) => ({
    node,
    cursor: encodeCursor({ order: watchOrder, value: 0, ids: [node.domain, node.id] }),
  }));
  return connectionOf({ edges, size, isContinued });
}

/**
 * Returns the watch with this id.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND, also for a watch of another owner
 */
export async function readWatch(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<WatchRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const query = { ...scope, domains: null, ids: [id] };
  const [watch] = isUuid(id) ? await dependencies.database.read(request, (sql) => selectWatches(sql, query)) : [];
  if (watch === undefined) throw watchNotFound(id);
  return watch;
}

/**
 * The caller's watches of each domain.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function watchesOfDomains(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  domains: readonly string[],
): Promise<WatchRow[][]> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const query = { ...scope, domains: [...domains], ids: null };
  const found = await dependencies.database.read(request, (sql) => selectWatches(sql, query));
  const byDomain = Map.groupBy(found, ({ domain }) => domain);
  return domains.map((domain) => byDomain.get(domain) ?? []);
}

/** Number of versions of each watch. The caller must have access to the watches. */
export async function versionCountsOf(
  { database }: RdapDependencies,
  request: ZoneRequest,
  watchIds: readonly string[],
): Promise<number[]> {
  const found = await database.read(request, (sql) => countVersions(sql, { watchIds: [...watchIds] }));
  const counts = new Map(found.map(({ watchId, count }) => [watchId, count]));
  return watchIds.map((id) => counts.get(id) ?? 0);
}

/**
 * A page of the history of each watch, newest first. The caller must have access to the watches.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function historiesOfWatches(
  { database }: RdapDependencies,
  request: ZoneRequest,
  input: PageInput & {
    watchIds: readonly string[];
  },
): Promise<ConnectionRecord<DossierVersion>[]> {
  const { watchIds, after } = input;
  const size = pageSize(input.first);
  const before = decodeIntegerCursor(after, versionOrder);
  // One version beyond the page shows whether there is another page, and the changes of the last version of this page.
  const query = { watchIds: [...watchIds], before, until: null, limit: size + 1 };
  const byWatch = Map.groupBy(
    await database.read(request, (sql) => selectVersions(sql, query)),
    ({ watchId }) => watchId,
  );
  return watchIds.map((watchId) => {
    const versions = byWatch.get(watchId) ?? [];
    const edges = versions.map((version, index) => ({
      node: versionOf(version, versions[index + 1]),
      cursor: encodeCursor({ order: versionOrder, value: version.id, ids: [] }),
    }));
    return connectionOf({ edges, size, isContinued: before !== null });
  });
}

/** The ids of the caller's watches of a domain; none for callers without access to watches. */
export async function watchIdsOfDomain(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  domain: string,
): Promise<string[]> {
  if (accessOf(request.caller, 'rdap.read') === undefined) return [];
  const [watches = []] = await watchesOfDomains(dependencies, request, [domain]);
  return watches.map(({ id }) => id);
}

/**
 * Changes in the histories of watches up to a time, newest first; at most `limit` per watch. The caller must have
 * access to the watches.
 */
export async function changesOfWatches(
  { database }: RdapDependencies,
  request: ZoneRequest,
  { watchIds, until, limit }: { watchIds: readonly string[]; until: number; limit: number },
): Promise<(Omit<DossierVersion, 'dossier'> & { changes: readonly DossierChange[] })[]> {
  if (watchIds.length === 0) return [];
  // One more version, with which the oldest returned version is compared.
  const query = { watchIds, before: null, until, limit: limit + 1 };
  const found = await database.read(request, (sql) => selectVersions(sql, query));
  return [...Map.groupBy(found, ({ watchId }) => watchId).values()].flatMap((versions) =>
    versions.flatMap((version, index) => {
      const { changes, ...rest } = changeOf(version, versions[index + 1]);
      return changes === null ? [] : [{ ...rest, changes }];
    }),
  );
}

/** The oldest stored version of each of these watches. The caller must have access to the watches. */
export async function oldestVersionsOfWatches(
  { database }: RdapDependencies,
  request: ZoneRequest,
  watchIds: readonly string[],
): Promise<{ id: number; fetchedAt: number }[]> {
  if (watchIds.length === 0) return [];
  return await database.read(request, (sql) => selectOldestVersions(sql, { watchIds: [...watchIds] }));
}

/**
 * Returns the differences between two versions of a watch. The caller must have access to the watch.
 * @throws {DomainError} NOT_FOUND for a version that is not stored for the watch
 */
export async function compareVersions(
  { database }: RdapDependencies,
  request: ZoneRequest,
  input: { watchId: string; from: string; to: string },
): Promise<DossierChange[]> {
  const { watchId, from, to } = input;
  const ids = [from, to].filter((id) => /^\d{1,15}$/.test(id)).map(Number);
  const found = await database.read(request, (sql) => selectVersionsByIds(sql, { watchId, ids }));
  const [before, after] = [from, to].map((id) => found.find((version) => String(version.id) === id));
  if (before === undefined || after === undefined) {
    const id = before === undefined ? from : to;
    throw new DomainError(
      'NOT_FOUND',
      `Version ${id} does not exist in the history of the watch, or is no longer stored: choose one of the stored versions`,
    );
  }
  return changesBetween(before, after);
}

function versionOf(version: VersionRow, previous: VersionRow | undefined): DossierVersion {
  const dossier = version.body === null ? null : dossierOf({ row: version, cached: true });
  return { ...changeOf(version, previous), dossier };
}

function changeOf(version: VersionRow, previous: VersionRow | undefined): Omit<DossierVersion, 'dossier'> {
  const { id, fetchedAt } = version;
  const changes = previous === undefined ? null : changesBetween(previous, version);
  return { id: String(id), fetchedAt: new Date(fetchedAt), changes };
}
