import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { callerId, recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { dateOf, epochSeconds } from '../../../../platform/clock.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import {
  assertBetween,
  assertStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { quoted } from '../../../../platform/quoted.js';
import { canAccess, canAccessAll, type Scope, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { type Person, requireAssignee } from '../../people/index.js';
import { SuppressionState, suppressionsJobName } from '../../vocabulary.js';
import { lockRules } from '../repository/active-rules.js';
import {
  countScheduledOrActive,
  countSuppressed,
  insertSuppression,
  type SuppressionRow,
  selectNewestSuppressions,
  selectSuppressions,
  updateEnd,
} from '../repository/suppressions.js';
import type { AddAlertSuppressionInput } from '../types.js';
import { parseSuppressionFilter } from './suppression-input.js';

export type { SuppressionRow } from '../repository/suppressions.js';

/**
 * Adds a suppression, which suppresses matching alerts that are opened while it is active, and ends the suppression
 * that it replaces.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid input or too many suppressions;
 * NOT_FOUND for an unknown suppression to replace; CONFLICT if the suppression to replace has ended
 */
export async function addSuppression(request: AlertRequest, input: AddAlertSuppressionInput): Promise<SuppressionRow> {
  const scope = scopeOf(request, 'alerts.suppress');
  const { tenantId, criteria } = parseSuppressionFilter(request, scope, input.filter);
  const reason = input.reason.trim();
  if (reason === '') throw invalidArgument('reason', 'reason is empty: specify why these alerts need no attention');
  assertStorableText('reason', reason, maxCharacters.suppressionReason);
  const at = epochSeconds(request.clock);
  const { startsAt, endsAt } = periodOf(input, at);
  const owner = await ownerOf(request, input.ownerId, tenantId);
  const [id, replacesId] = [randomUUID(), input.replacesId ?? null];
  return await request.store.transaction(async (sql) => {
    await lockRules(sql);
    if (replacesId !== null) await endReplaced(sql, request, { id: replacesId, scope, at });
    const { count } = await countScheduledOrActive(sql, { tenantId });
    if (count >= maxItems.suppressions) {
      const audience = tenantId === null ? 'for all tenants' : `of the tenant ${tenantId}`;
      throw invalidArgument(
        'filter',
        `There are already ${count} rules ${audience}, the maximum: end a rule first, or combine several rules into one`,
      );
    }
    await insertSuppression(sql, {
      ...{ id, tenantId, filter: input.filter, criteria, reason, ownerId: owner.id, ownerName: owner.name },
      ...{ creatorName: callerName(request.caller), via: request.via, at, startsAt, endsAt, replacesId },
    });
    await recordAudit(sql, request, {
      ...{ action: 'add.suppression', object: `suppression:${id}`, tenantId },
      after: { filter: input.filter, reason, owner: owner.name, startsAt, endsAt, ...(replacesId && { replacesId }) },
    });
    return await requireSuppression(sql, id);
  });
}

/**
 * Ends a suppression. Its alerts are restored in the background. A suppression that has already ended is returned
 * unchanged.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function endSuppression(request: AlertRequest, id: string): Promise<SuppressionRow> {
  const scope = scopeOf(request, 'alerts.suppress');
  return await request.store.transaction(async (sql) => {
    await lockRules(sql);
    const row = await readWithin(sql, id, scope);
    if (row.endedAtEpoch !== null) return row;
    await endNow(sql, request, { row, at: epochSeconds(request.clock) });
    return await requireSuppression(sql, row.id);
  });
}

/** The suppression with this id; null if it does not exist or the caller may not read it. */
export async function readSuppression(request: AlertRequest, id: string): Promise<SuppressionRow | null> {
  const [row = null] = await suppressionsByIds(request, [id]);
  return row;
}

/**
 * The suppressions with the given ids, in the same order; null for each that does not exist or that the caller may not
 * read.
 */
export async function suppressionsByIds(
  request: AlertRequest,
  ids: readonly string[],
): Promise<(SuppressionRow | null)[]> {
  const scope = scopeOf(request);
  const rows = await request.store.run((sql) => selectSuppressions(sql, { ids: ids.filter(isUuid) }));
  const byId = new Map(rows.filter((row) => isWithin(row, scope)).map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/**
 * The newest suppressions that the caller may read.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–1000
 */
export async function listSuppressions(
  request: AlertRequest,
  { isEnded = null, first }: { isEnded?: boolean | null | undefined; first: number },
): Promise<SuppressionRow[]> {
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: first, min: 1, max: 1000 });
  return await request.store.run((sql) => selectNewestSuppressions(sql, { tenants, isEnded, first }));
}

/** The number of alerts that each suppression currently suppresses. */
export async function suppressedCounts(request: AlertRequest, ids: readonly string[]): Promise<number[]> {
  scopeOf(request);
  const rows = await request.store.aggregate(request, (sql) => countSuppressed(sql, { ids: [...ids] }));
  const byId = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => byId.get(id) ?? 0);
}

/** The state of a suppression at `now`, in Unix epoch seconds. */
export function stateOf(row: SuppressionRow, now: number): SuppressionState {
  if (row.finishedAtEpoch !== null) return SuppressionState.ENDED;
  if (row.endedAtEpoch !== null || (row.endsAtEpoch !== null && row.endsAtEpoch <= now))
    return SuppressionState.RESTORING;
  return now < row.startsAtEpoch ? SuppressionState.SCHEDULED : SuppressionState.ACTIVE;
}

function periodOf(
  { startsAt, endsAt }: AddAlertSuppressionInput,
  at: number,
): { startsAt: number; endsAt: number | null } {
  const start = Math.max(at, (startsAt?.getTime() ?? 0) / 1000);
  if (endsAt === null || endsAt === undefined) return { startsAt: start, endsAt: null };
  const end = endsAt.getTime() / 1000;
  if (end <= start) {
    const message = `endsAt must be later than the start of the rule, ${dateOf(start).toISOString()}, not ${endsAt.toISOString()}`;
    throw invalidArgument('endsAt', message);
  }
  return { startsAt: start, endsAt: end };
}

async function ownerOf(request: AlertRequest, id: string | null | undefined, tenantId: string | null): Promise<Person> {
  if (id === null || id === undefined) return { id: callerId(request.caller), name: callerName(request.caller) };
  const scope = { tenants: tenantId === null ? null : [tenantId] };
  const { name, tenants } = await requireAssignee(request, { argument: 'ownerId', id, scope });
  if (canAccessAll({ tenants }, scope.tenants)) return { id, name };
  throw invalidArgument(
    'ownerId',
    `${quoted(name)} may change alerts of some tenants only, but the rule applies to all tenants: choose another person`,
  );
}

async function endReplaced(
  sql: TransactionSql,
  request: AlertRequest,
  { id, scope, at }: { id: string; scope: Scope; at: number },
): Promise<void> {
  const row = await readWithin(sql, id, scope);
  if (row.endedAtEpoch !== null) {
    throw new DomainError('CONFLICT', `The rule ${id} has already ended: omit replacesId`);
  }
  await endNow(sql, request, { row, at });
}

async function endNow(
  sql: TransactionSql,
  request: AlertRequest,
  { row, at }: { row: SuppressionRow; at: number },
): Promise<void> {
  const { id, tenantId, reason, openedCount } = row;
  await updateEnd(sql, { id, endedAt: at, endedBy: callerName(request.caller) });
  await recordAudit(sql, request, {
    ...{ action: 'end.suppression', object: `suppression:${id}`, tenantId },
    after: { reason, opened: openedCount },
  });
  await runJobNow(sql, { name: suppressionsJobName, payload: {}, key: suppressionsJobName });
}

async function readWithin(sql: TransactionSql, id: string, scope: Scope): Promise<SuppressionRow> {
  const [row] = isUuid(id) ? await selectSuppressions(sql, { ids: [id] }) : [];
  if (row === undefined || !isWithin(row, scope)) throw notFound(id);
  return row;
}

async function requireSuppression(sql: TransactionSql, id: string): Promise<SuppressionRow> {
  const [row] = await selectSuppressions(sql, { ids: [id] });
  if (row === undefined) throw notFound(id);
  return row;
}

/**
 * Whether a scope includes a suppression. A suppression that applies to all tenants is included only in the scope of
 * all tenants.
 */
function isWithin({ tenantId }: SuppressionRow, scope: Scope): boolean {
  return tenantId === null ? scope.tenants === null : canAccess(scope, tenantId);
}

function notFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `You have no suppression rule ${id}: use an id from alertSuppressions`);
}
