import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import type { ZoneRequest } from '../../dependencies.js';
import {
  type BulkLookupRow,
  countRunningBulkLookups,
  endBulkLookup,
  insertBulkLookup,
  lockBulkLookups,
  selectBulkLookup,
} from '../repository/bulk-lookups.js';
import { type BulkNames, type InvalidName, readBulkNames } from '../rules/bulk-names.js';
import { BulkLookupState } from '../vocabulary.js';
import type { RdapDependencies } from './lookup.js';
import { type Owner, ownerOf, scopeOf } from './owners.js';
import { runLookupJobNow } from './watches.js';

export type { BulkLookupRow } from '../repository/bulk-lookups.js';

/** Maximum number of running bulk lookups per account, per tenant, and of operators without a tenant. */
const maxRunningBulkLookups = 5;

export interface StartedBulkLookup {
  /** The bulk lookup; null if no name is valid. */
  readonly lookup: BulkLookupRow | null;
  readonly invalid: readonly InvalidName[];
  readonly duplicateCount: number;
}

/**
 * Looks up a list of names in the background. Each counts as a lookup of the caller, unless its response is cached.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT, also for more names than `[zones] rdap_bulk_names`;
 *   CONFLICT while {@link maxRunningBulkLookups} run
 */
export async function startBulkLookup(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  input: { domains: readonly string[]; tenantId?: string | null | undefined },
): Promise<StartedBulkLookup> {
  const owner = await ownerOf(dependencies, request, input.tenantId ?? null);
  const { rdapBulkNames: maxNames } = dependencies.settings;
  if (input.domains.length > maxNames) {
    const message = `A bulk lookup has at most ${maxNames} names ([zones] rdap_bulk_names), not ${input.domains.length}: split the list`;
    throw invalidArgument('domains', message);
  }
  const names = readBulkNames(input.domains, await dependencies.rdap.bootstrap.current());
  const lookup = names.domains.length === 0 ? null : await addBulkLookup(dependencies, request, { owner, names });
  return { lookup, invalid: names.invalid, duplicateCount: names.duplicates };
}

async function addBulkLookup(
  { database, clock }: RdapDependencies,
  request: ZoneRequest,
  { owner, names }: { owner: Owner; names: BulkNames },
): Promise<BulkLookupRow> {
  const id = randomUUID();
  const { domains, servers } = names;
  return await database.transaction(async (sql) => {
    await lockBulkLookups(sql);
    const { count: running } = await countRunningBulkLookups(sql, owner);
    if (running >= maxRunningBulkLookups) {
      const message = `${maxRunningBulkLookups} bulk lookups are already running: wait until one ends, or cancel one`;
      throw new DomainError('CONFLICT', message);
    }
    await insertBulkLookup(sql, { ...owner, id, createdAt: clock.now(), count: domains.length, domains, servers });
    await recordAudit(sql, request, {
      ...{ action: 'start.bulk-lookup', object: `bulk-lookup:${id}`, tenantId: owner.tenantId },
      after: { names: domains.length },
    });
    await runLookupJobNow(sql);
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
): Promise<BulkLookupRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.manage');
  if (!isUuid(id)) throw bulkLookupNotFound(id);
  return await dependencies.database.transaction(async (sql) => {
    const { tenantId } = await existing(sql, { id, ...scope });
    const end = { id, state: BulkLookupState.CANCELLED, finishedAt: dependencies.clock.now(), error: null };
    if (await endBulkLookup(sql, end)) {
      await recordAudit(sql, request, { action: 'cancel.bulk-lookup', object: `bulk-lookup:${id}`, tenantId });
    }
    return await existing(sql, { id, ...scope });
  });
}

export function bulkLookupNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Bulk lookup ${id} does not exist, or belongs to another account or tenant`, {
    id,
  });
}

async function existing(sql: Executor, query: Parameters<typeof selectBulkLookup>[1]): Promise<BulkLookupRow> {
  const lookup = await selectBulkLookup(sql, query);
  if (lookup === undefined) throw bulkLookupNotFound(query.id);
  return lookup;
}
