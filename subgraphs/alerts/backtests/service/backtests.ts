import { randomUUID } from 'node:crypto';
import { callerId, recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { epochSeconds } from '../../../../platform/clock.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import {
  assertBetween,
  assertMaxItems,
  assertStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { quoted } from '../../../../platform/quoted.js';
import { canAccess, canAccessAll, permittedTenants, type Scope, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { parseSuppressionFilter, type SuppressionRule } from '../../suppressions/index.js';
import { onlyTenant, type Tenants } from '../../tenants.js';
import type { AlertFilter } from '../../triage/types-list.js';
import { BacktestState, backtestsJobName } from '../../vocabulary.js';
import {
  type BacktestRow,
  countRunning,
  deleteOlderBacktests,
  endBacktest,
  insertBacktest,
  lockCreator,
  selectBacktest,
  selectNewestBacktests,
} from '../repository.js';
import type { StartPolicyBacktestInput } from '../types.js';

/** Maximum number of backtests of one caller that run at the same time. */
const maxRunningPerCaller = 2;
/** Maximum number of ended backtests that are stored per caller. */
const maxBacktestsPerCaller = 100;
const maxWindowSeconds = 31_536_000;
/**
 * Maximum number of suppression filters of a backtest, not counting those of other tenants: the maximum number of rules
 * of a tenant, and of rules for all tenants.
 */
const maxSuppressions = 2 * maxItems.suppressions;
/** Maximum number of suppression filters of a request, with those of other tenants. */
const maxRequestedSuppressions = 10_000;

/** A suppression filter of a backtest and the rule that was created from it, as stored with the backtest. */
export interface BacktestSuppression extends SuppressionRule {
  readonly filter: AlertFilter;
}

/**
 * Starts a backtest in the background.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid input, for more days than inferences are
 * stored, or if the caller already has two running backtests
 */
export async function startBacktest(request: AlertRequest, input: StartPolicyBacktestInput): Promise<BacktestRow> {
  const scope = scopeOf(request, 'alerts.triage');
  const { settings } = request;
  assertDays(input.days, settings.inferenceRetentionDays);
  const tenants = permittedTenants(scope, input.tenantId);
  if (tenants === undefined)
    throw invalidArgument(
      'tenantId',
      `You have no access to the tenant ${quoted(input.tenantId ?? '')}: use one of your tenants, or omit tenantId`,
    );
  const { modelName = null } = input;
  assertStorableText('modelName', modelName, maxCharacters.modelName);
  const id = randomUUID();
  const creatorId = callerId(request.caller);
  const backtest = {
    ...{ id, tenants, modelName, days: input.days, creatorId },
    minThreshold: requireInRange('minThreshold', input.minThreshold ?? settings.minThreshold, 1),
    dedupWindowSeconds: requireInRange(
      'dedupWindowSeconds',
      input.dedupWindowSeconds ?? settings.dedupWindowSeconds,
      maxWindowSeconds,
    ),
    suppressions: suppressionsOf(request, { scope, tenants, filters: input.suppressions ?? [] }),
    ...{ currentMinThreshold: settings.minThreshold, currentDedupWindowSeconds: settings.dedupWindowSeconds },
    ...{ creatorName: callerName(request.caller), via: request.via, at: epochSeconds(request.clock) },
  };
  return await request.store.transaction(async (sql) => {
    await lockCreator(sql, { creatorId });
    if ((await countRunning(sql, { creatorId })).count >= maxRunningPerCaller) {
      const message = `${maxRunningPerCaller} of your backtests are running, the maximum: wait until one ends, or cancel one`;
      throw new DomainError('BAD_USER_INPUT', message);
    }
    await insertBacktest(sql, backtest);
    await deleteOlderBacktests(sql, { creatorId, maxCount: maxBacktestsPerCaller });
    const { modelName, days, minThreshold, dedupWindowSeconds } = backtest;
    await recordAudit(sql, request, {
      ...{ action: 'start.policy-backtest', object: `policy-backtest:${id}`, tenantId: onlyTenant(tenants) },
      after: { modelName, days, minThreshold, dedupWindowSeconds },
    });
    await runJobNow(sql, { name: backtestsJobName, payload: {}, key: `${backtestsJobName} ${id}` });
    return await requireBacktest(sql, id);
  });
}

/**
 * Stops a running backtest. A backtest that has already ended is returned unchanged.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function cancelBacktest(request: AlertRequest, id: string): Promise<BacktestRow> {
  const scope = scopeOf(request, 'alerts.triage');
  return await request.store.transaction(async (sql) => {
    const row = isUuid(id) ? await selectBacktest(sql, { id }) : undefined;
    if (row === undefined || !canAccessAll(scope, row.tenants)) throw notFound(id);
    const end = { id, state: BacktestState.CANCELLED, finishedAt: epochSeconds(request.clock), error: null };
    if (!(await endBacktest(sql, end))) return await requireBacktest(sql, id);
    const tenantId = onlyTenant(row.tenants);
    await recordAudit(sql, request, { action: 'cancel.policy-backtest', object: `policy-backtest:${id}`, tenantId });
    return await requireBacktest(sql, id);
  });
}

/** A backtest; null if it does not exist or the caller may not read all of its alerts. */
export async function readBacktest(request: AlertRequest, id: string): Promise<BacktestRow | null> {
  const scope = scopeOf(request);
  if (!isUuid(id)) return null;
  const row = await request.store.run((sql) => selectBacktest(sql, { id }));
  return row !== undefined && canAccessAll(scope, row.tenants) ? row : null;
}

/**
 * The newest backtests for which the caller may read all alerts.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–100
 */
export async function listBacktests(request: AlertRequest, first: number): Promise<BacktestRow[]> {
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  return await request.store.run((sql) => selectNewestBacktests(sql, { tenants, first }));
}

function assertDays(days: number, retentionDays: number): void {
  if (retentionDays === 0) {
    throw invalidArgument(
      'days',
      'No inferences are stored for backtests: set [alerts] inference_retention_days to at least 1',
    );
  }
  if (Number.isInteger(days) && days >= 1 && days <= retentionDays) return;
  throw invalidArgument(
    'days',
    `days must be an integer from 1 to ${retentionDays}, not ${days}: inferences are stored for ${retentionDays} days ([alerts] inference_retention_days)`,
  );
}

/**
 * Converts suppression filters to rules, encoded as JSON; null if there are none. Omits the rules of tenants whose
 * alerts the backtest does not read: they have no effect, and the readers of the backtest may not read them.
 */
function suppressionsOf(
  request: AlertRequest,
  { scope, tenants, filters }: { scope: Scope; tenants: Tenants; filters: readonly AlertFilter[] },
): string | null {
  assertMaxItems('suppressions', filters, maxRequestedSuppressions);
  const rules = filters.flatMap((filter, index): BacktestSuppression[] => {
    const suppressed = parseSuppressionFilter(request, scope, filter);
    const { tenantId } = suppressed;
    if (tenantId !== null && !canAccess({ tenants }, tenantId)) return [];
    return [{ id: String(index), filter: tenantId === null ? filter : { ...filter, tenantId }, ...suppressed }];
  });
  if (rules.length > maxSuppressions) {
    throw invalidArgument(
      'suppressions',
      `suppressions must contain at most ${maxSuppressions} filters, not ${rules.length}`,
    );
  }
  return rules.length === 0 ? null : JSON.stringify(rules);
}

function requireInRange(name: string, value: number, max: number): number {
  if (value >= 0 && value <= max) return value;
  throw invalidArgument(name, `${name} must be a number from 0 to ${max}, not ${value}`);
}

function notFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Backtest ${id} not found`);
}

async function requireBacktest(sql: Executor, id: string): Promise<BacktestRow> {
  const row = await selectBacktest(sql, { id });
  if (row === undefined) throw notFound(id);
  return row;
}
