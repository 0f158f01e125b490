import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertBetween, isUuid } from '../../../../platform/input-limits.js';
import { runJobNow } from '../../../../platform/jobs.js';
import type { ZoneRequest } from '../../dependencies.js';
import { selectResponse } from '../repository/responses.js';
import {
  countWatches,
  deleteWatch,
  insertWatch,
  lockWatch,
  lockWatchList,
  selectWatches,
  updateInterval,
  type WatchRow,
} from '../repository/watches.js';
import { readLookupDomain } from '../rules/domain-names.js';
import { watchIntervalHours } from '../rules/watch-interval.js';
import type { WatchDomainInput } from '../types-watches.js';
import { storeInWatches } from './history.js';
import { type RdapDependencies, serverOf } from './lookup.js';
import { type Owner, ownerOf, scopeOf } from './owners.js';

/** Name of the job that looks up watched domains and the names of bulk lookups. */
export const lookupsJob = 'zones.look-up-registrations';

/**
 * Watches a domain: from now on, its history contains the responses of lookups by any caller and of scheduled lookups,
 * which are counted for the caller. If the watch exists, its interval is changed.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT, also for more watches than `[zones]
 * rdap_max_watches`
 */
export async function watchDomain(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  input: WatchDomainInput,
): Promise<WatchRow> {
  const owner = await ownerOf(dependencies, request, input.tenantId ?? null);
  const domain = readLookupDomain(input.domain);
  const intervalHours = input.intervalHours ?? watchIntervalHours.default;
  assertBetween({ name: 'intervalHours', value: intervalHours, min: 0, max: watchIntervalHours.max });
  const server = await serverOf(dependencies, domain);
  return await dependencies.database.transaction(async (sql) => {
    await lockWatchList(sql);
    const existing = await lockWatch(sql, { ...owner, domain });
    const id = existing?.id ?? randomUUID();
    if (existing === undefined) await addWatch(sql, dependencies, { id, domain, server, intervalHours, owner });
    else await updateInterval(sql, { id, intervalHours, nextAt: nextLookupAt(existing, intervalHours) });
    await recordAudit(sql, request, {
      ...{ action: 'watch.domain', object: `domain:${domain}`, tenantId: owner.tenantId },
      ...(existing !== undefined && { before: { intervalHours: existing.intervalHours } }),
      after: { intervalHours },
    });
    if (intervalHours > 0) await runLookupJobNow(sql);
    return await watchOf(sql, { id, owner });
  });
}

/**
 * Removes a watch with its history.
 * @returns the watch before its removal
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function unwatchDomain(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<WatchRow> {
  const scope = await scopeOf(dependencies, request, 'rdap.manage');
  return await dependencies.database.transaction(async (sql) => {
    const [watch] = isUuid(id) ? await selectWatches(sql, { ...scope, domains: null, ids: [id] }) : [];
    if (watch === undefined || !(await deleteWatch(sql, { id }))) throw watchNotFound(id);
    const { domain, tenantId, intervalHours } = watch;
    await recordAudit(sql, request, {
      ...{ action: 'unwatch.domain', object: `domain:${domain}`, tenantId },
      before: { intervalHours },
    });
    return watch;
  });
}

/** Runs the lookup job as soon as the transaction commits, in addition to its run every minute. */
export async function runLookupJobNow(sql: TransactionSql): Promise<void> {
  await runJobNow(sql, { name: lookupsJob, payload: {}, key: `${lookupsJob} now` });
}

export function watchNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Watch ${id} does not exist, or belongs to another account or tenant`, { id });
}

interface NewWatch {
  readonly id: string;
  readonly domain: string;
  readonly server: string;
  readonly intervalHours: number;
  readonly owner: Owner;
}

/** Adds a watch, whose history begins with the cached response. */
async function addWatch(sql: TransactionSql, { settings, clock }: RdapDependencies, watch: NewWatch): Promise<void> {
  const { id, domain, server, intervalHours, owner } = watch;
  const { count } = await countWatches(sql, owner);
  if (count >= settings.rdapMaxWatches) {
    const message = `An account or tenant can watch at most ${settings.rdapMaxWatches} domains ([zones] rdap_max_watches): unwatch one first`;
    throw new DomainError('BAD_USER_INPUT', message);
  }
  const now = clock.now();
  const next = intervalHours > 0 ? now : null;
  await insertWatch(sql, { ...owner, id, domain, server, intervalHours, createdAt: now, nextAt: next });
  const row = await selectResponse(sql, { domain, now });
  if (row !== undefined) await storeInWatches(sql, { ids: [id], row });
}

function nextLookupAt({ lookedUpAt, createdAt }: WatchRow, intervalHours: number): number | null {
  if (intervalHours === 0) return null;
  return lookedUpAt === null ? createdAt : lookedUpAt + intervalHours * 3_600_000;
}

async function watchOf(sql: TransactionSql, { id, owner }: { id: string; owner: Owner }): Promise<WatchRow> {
  const scope = { accountId: owner.accountId, tenants: null };
  const [watch] = await selectWatches(sql, { ...scope, domains: null, ids: [id] });
  if (watch === undefined) throw watchNotFound(id);
  return watch;
}
