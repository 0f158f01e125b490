import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import type { ZoneRequest } from '../../dependencies.js';
import { countRunningJobs, endJob, insertJob, type JobRow, lockJobList, selectJob } from '../repository/jobs.js';
import { type BulkNames, type InvalidName, readBulkNames } from '../rules/bulk-names.js';
import { RdapJobState } from '../vocabulary.js';
import type { RdapDependencies } from './lookup.js';
import { type Owner, ownerOf, scopeOf } from './owners.js';
import { lookUpSoon } from './watches.js';

export type { JobRow } from '../repository/jobs.js';

/** Maximum number of running bulk lookups per account, per tenant, and of operators without a tenant. */
const maxRunningJobs = 5;

export interface StartedJob {
  /** The bulk lookup; null if no name is valid. */
  readonly job: JobRow | null;
  readonly invalid: readonly InvalidName[];
  readonly duplicateCount: number;
}

/**
 * Looks up a list of names in the background. Each counts as a lookup of the caller, unless its response is cached.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT, also for more names than `[zones] rdap_bulk_names`;
 *   CONFLICT while {@link maxRunningJobs} run
 */
export async function startBulkLookup(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  input: { domains: readonly string[]; tenantId?: string | null | undefined },
): Promise<StartedJob> {
  const owner = await ownerOf(dependencies, request, input.tenantId ?? null);
  const { rdapBulkNames: maxNames } = dependencies.settings;
  if (input.domains.length > maxNames) {
    const message = `A bulk lookup has at most ${maxNames} names ([zones] rdap_bulk_names), not ${input.domains.length}: split the list`;
    throw invalidArgument('domains', message);
  }
  const names = readBulkNames(input.domains, await dependencies.rdap.bootstrap.current());
  const job = names.domains.length === 0 ? null : await addJob(dependencies, request, { owner, names });
  return { job, invalid: names.invalid, duplicateCount: names.duplicates };
}

async function addJob(
  { database, clock }: RdapDependencies,
  request: ZoneRequest,
  { owner, names }: { owner: Owner; names: BulkNames },
): Promise<JobRow> {
  const id = randomUUID();
  const { domains, servers } = names;
  return await database.transaction(async (sql) => {
    await lockJobList(sql);
    const { count: running } = await countRunningJobs(sql, owner);
    if (running >= maxRunningJobs) {
      const message = `${maxRunningJobs} bulk lookups are already running: wait until one ends, or cancel one`;
      throw new DomainError('CONFLICT', message);
    }
    await insertJob(sql, { ...owner, id, createdAt: clock.now(), count: domains.length, domains, servers });
    await recordAudit(sql, request, {
      ...{ action: 'start.bulk-lookup', object: `bulk-lookup:${id}`, tenantId: owner.tenantId },
      after: { names: domains.length },
    });
    await lookUpSoon(sql);
    return await existing(sql, { id, accountId: owner.accountId, tenants: null });
  });
}

/**
 * Ends a bulk lookup after the current name; results remain. A bulk lookup that has already ended is returned
 * unchanged.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function cancelBulkLookup(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<JobRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.manage');
  if (!isUuid(id)) throw jobNotFound(id);
  return await dependencies.database.transaction(async (sql) => {
    const { tenantId } = await existing(sql, { id, ...scope });
    const end = { id, state: RdapJobState.CANCELLED, finishedAt: dependencies.clock.now(), error: null };
    if (await endJob(sql, end)) {
      await recordAudit(sql, request, { action: 'cancel.bulk-lookup', object: `bulk-lookup:${id}`, tenantId });
    }
    return await existing(sql, { id, ...scope });
  });
}

export function jobNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Bulk lookup ${id} does not exist, or belongs to another account or tenant`, {
    id,
  });
}

async function existing(sql: Executor, query: Parameters<typeof selectJob>[1]): Promise<JobRow> {
  const job = await selectJob(sql, query);
  if (job === undefined) throw jobNotFound(query.id);
  return job;
}
