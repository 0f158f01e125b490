import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { assertBetween, isUuid } from '../../../../platform/input-limits.js';
import { requireAccess } from '../../accounts/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import {
  countNames,
  type JobRow,
  type ResultRow,
  selectJob,
  selectNewestJobs,
  selectPausedServers,
  selectResults,
} from '../repository/jobs.js';
import { remainingSeconds } from '../rules/bulk-names.js';
import type { RdapDossier } from '../rules/dossier.js';
import type { BulkRdapProgress } from '../types-bulk.js';
import { RdapJobState, RdapResultStatus } from '../vocabulary.js';
import { jobNotFound } from './jobs.js';
import { dossierOf, type RdapDependencies } from './lookup.js';
import { type LookupQuota, lookupQuotaOf } from './lookup-quota.js';
import { scopeOf } from './owners.js';

export type { ResultRow } from '../repository/jobs.js';

/**
 * A bulk lookup with its progress.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND, also for a bulk lookup of another owner
 */
export async function readBulkLookup(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<JobRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const query = { ...scope, id };
  const job = isUuid(id) ? await dependencies.database.read(request, (sql) => selectJob(sql, query)) : undefined;
  if (job === undefined) throw jobNotFound(id);
  return job;
}

/**
 * The newest bulk lookups of the caller.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a number outside of 1–100
 */
export async function listBulkLookups(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { first }: { first: number },
): Promise<JobRow[]> {
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  return await dependencies.database.read(request, (sql) => selectNewestJobs(sql, { ...scope, limit: first }));
}

/** The progress of each of these bulk lookups. The caller must have access to them. */
export async function progressOfJobs(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  jobs: readonly JobRow[],
): Promise<BulkRdapProgress[]> {
  const now = dependencies.clock.now();
  const jobIds = jobs.map(({ id }) => id);
  const { database, settings } = dependencies;
  const { tier } = await requireAccess(dependencies, request.caller);
  const nameCounts = await database.read(request, (sql) => countNames(sql, { jobIds }));
  const paused = await database.read(request, (sql) => selectPausedServers(sql, { jobIds, now }));
  return jobs.map((job) => {
    const counts = nameCounts.filter(({ jobId }) => jobId === job.id);
    const sum = (status: RdapResultStatus) =>
      counts.reduce((total, row) => total + (row.status === status ? row.count : 0), 0);
    const waitingCount = sum(RdapResultStatus.WAITING);
    const isSuspended = job.state === RdapJobState.RUNNING && job.resumeAt > now;
    return {
      ...{ foundCount: sum(RdapResultStatus.FOUND), notFoundCount: sum(RdapResultStatus.NOT_FOUND) },
      ...{ failedCount: sum(RdapResultStatus.FAILED), waitingCount },
      failures: counts.flatMap(({ reason, count }) => (reason === null ? [] : { reason, count })),
      waits: paused
        .filter(({ jobId }) => jobId === job.id)
        .map(({ server, until, message, count }) => ({ server, until: new Date(until), message, count })),
      resumesAt: isSuspended ? new Date(job.resumeAt) : null,
      estimatedEndAt: estimatedEnd(job, { waiting: waitingCount, now, quota: lookupQuotaOf(settings, tier) }),
    };
  });
}

function estimatedEnd(
  job: JobRow,
  { waiting, now, quota }: { waiting: number; now: number; quota: LookupQuota },
): Date | null {
  if (job.state !== RdapJobState.RUNNING) return null;
  const elapsedSeconds = (now - job.createdAt) / 1000;
  const seconds = remainingSeconds({ ...quota, waiting, done: job.count - waiting, elapsedSeconds });
  return seconds === null ? null : new Date(Math.max(now, job.resumeAt) + seconds * 1000);
}

const order = 'rdap-results';

export interface ResultListInput extends PageInput {
  readonly jobIds: readonly string[];
  readonly statuses?: readonly RdapResultStatus[] | null | undefined;
}

/**
 * A page of the results of each bulk lookup, in the order of the list. The caller must have access to the bulk lookups.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function resultsOfJobs(
  { database }: RdapDependencies,
  request: ZoneRequest,
  input: ResultListInput,
): Promise<ConnectionRecord<ResultRow>[]> {
  const { jobIds, after: cursor } = input;
  const size = pageSize(input.first);
  const isContinued = cursor !== null && cursor !== undefined;
  const after = isContinued ? decodeCursor(cursor, { order, ids: 0 }).value : 0;
  if (!Number.isInteger(after) || after < 0 || after > 2 ** 31 - 1) throw invalidCursor();
  const statuses = input.statuses ? [...input.statuses] : null;
  const query = { jobIds: [...jobIds], statuses, after, limit: size + 1 };
  const byJob = Map.groupBy(await database.read(request, (sql) => selectResults(sql, query)), ({ jobId }) => jobId);
  return jobIds.map((id) => {
    const edges = (byJob.get(id) ?? []).map((node) => ({
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
