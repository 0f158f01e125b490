import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { assertBetween, isUuid } from '../../../../platform/input-limits.js';
import { requireAccess } from '../../accounts/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import {
  type BulkLookupRow,
  countNames,
  type ResultRow,
  selectBulkLookup,
  selectNewestBulkLookups,
  selectPausedServers,
  selectResults,
} from '../repository/bulk-lookups.js';
import { remainingSeconds } from '../rules/bulk-names.js';
import type { RdapDossier } from '../rules/dossier.js';
import type { BulkRdapProgress } from '../types-bulk.js';
import { BulkLookupState, RdapResultStatus } from '../vocabulary.js';
import { bulkLookupNotFound } from './bulk-lookups.js';
import { dossierOf, type RdapDependencies } from './lookup.js';
import { type LookupQuota, lookupQuotaOf } from './lookup-quota.js';
import { scopeOf } from './owners.js';

export type { ResultRow } from '../repository/bulk-lookups.js';

/**
 * A bulk lookup with its progress.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND, also for a bulk lookup of another owner
 */
export async function readBulkLookup(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<BulkLookupRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const query = { ...scope, id };
  const lookup = isUuid(id)
    ? await dependencies.database.read(request, (sql) => selectBulkLookup(sql, query))
    : undefined;
  if (lookup === undefined) throw bulkLookupNotFound(id);
  return lookup;
}

/**
 * The newest bulk lookups of the caller.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a number outside of 1–100
 */
export async function listBulkLookups(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { first }: { first: number },
): Promise<BulkLookupRow[]> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  return await dependencies.database.read(request, (sql) => selectNewestBulkLookups(sql, { ...scope, limit: first }));
}

/** The progress of each of these bulk lookups. The caller must have access to them. */
export async function progressOfBulkLookups(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  lookups: readonly BulkLookupRow[],
): Promise<BulkRdapProgress[]> {
  const now = dependencies.clock.now();
  const lookupIds = lookups.map(({ id }) => id);
  const { database, settings } = dependencies;
  const { tier } = await requireAccess(dependencies, request.caller);
  const nameCounts = await database.read(request, (sql) => countNames(sql, { lookupIds }));
  const paused = await database.read(request, (sql) => selectPausedServers(sql, { lookupIds, now }));
  return lookups.map((lookup) => {
    const counts = nameCounts.filter(({ lookupId }) => lookupId === lookup.id);
    const sum = (status: RdapResultStatus) =>
      counts.reduce((total, row) => total + (row.status === status ? row.count : 0), 0);
    const waitingCount = sum(RdapResultStatus.WAITING);
    const isSuspended = lookup.state === BulkLookupState.RUNNING && lookup.resumeAt > now;
    return {
      ...{ foundCount: sum(RdapResultStatus.FOUND), notFoundCount: sum(RdapResultStatus.NOT_FOUND) },
      ...{ failedCount: sum(RdapResultStatus.FAILED), waitingCount },
      failures: counts.flatMap(({ reason, count }) => (reason === null ? [] : { reason, count })),
      waits: paused
        .filter(({ lookupId }) => lookupId === lookup.id)
        .map(({ server, until, message, count }) => ({ server, until: new Date(until), message, count })),
      resumesAt: isSuspended ? new Date(lookup.resumeAt) : null,
      estimatedEndAt: estimatedEnd(lookup, { waiting: waitingCount, now, quota: lookupQuotaOf(settings, tier) }),
    };
  });
}

function estimatedEnd(
  lookup: BulkLookupRow,
  { waiting, now, quota }: { waiting: number; now: number; quota: LookupQuota },
): Date | null {
  if (lookup.state !== BulkLookupState.RUNNING) return null;
  const elapsedSeconds = (now - lookup.createdAt) / 1000;
  const seconds = remainingSeconds({ ...quota, waiting, done: lookup.count - waiting, elapsedSeconds });
  return seconds === null ? null : new Date(Math.max(now, lookup.resumeAt) + seconds * 1000);
}

const order = 'rdap-results';

export interface ResultListInput extends PageInput {
  readonly lookupIds: readonly string[];
  readonly statuses?: readonly RdapResultStatus[] | null | undefined;
}

/**
 * A page of the results of each bulk lookup, in the order of the list. The caller must have access to the bulk lookups.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function resultsOfBulkLookups(
  { database }: RdapDependencies,
  request: ZoneRequest,
  input: ResultListInput,
): Promise<ConnectionRecord<ResultRow>[]> {
  const { lookupIds, after: cursor } = input;
  const size = pageSize(input.first);
  const isContinued = cursor !== null && cursor !== undefined;
  const after = isContinued ? decodeCursor(cursor, { order, ids: 0 }).value : 0;
  if (!Number.isInteger(after) || after < 0 || after > 2 ** 31 - 1) throw invalidCursor();
  const statuses = input.statuses ? [...input.statuses] : null;
  const query = { lookupIds: [...lookupIds], statuses, after, limit: size + 1 };
  const byLookup = Map.groupBy(
    await database.read(request, (sql) => selectResults(sql, query)),
    ({ lookupId }) => lookupId,
  );
  return lookupIds.map((id) => {
    const edges = (byLookup.get(id) ?? []).map((node) => ({
      node,
      cursor: encodeCursor({ order, value: node.position, ids: [] }),
    }));
    return connectionOf({ edges, size, isContinued });
  });
}

/** The dossier of a result; null if the domain is not registered. */
export function dossierOfResult({ domain, source, body, referred, fetchedAt }: ResultRow): RdapDossier | null {
  if (body === null || source === null || fetchedAt === null) return null;
  return dossierOf({ row: { domain, source, body, referred, fetchedAt }, cached: true });
}
