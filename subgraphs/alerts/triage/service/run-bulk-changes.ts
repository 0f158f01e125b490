import { type AuditRequest, recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { inOneSlot, type JobDefinition, takeTurns } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { AlertDependencies } from '../../dependencies.js';
import { onlyTenant } from '../../tenants.js';
import { BulkChangeState, bulkChangesJobName } from '../../vocabulary.js';
import {
  alertsPerChunk,
  type BulkChangeRow,
  deleteChunks,
  deleteOldBulkChanges,
  lockBulkChange,
  selectRunningBulkChanges,
  updateBulkError,
  updateBulkState,
} from '../repository/bulk-changes.js';
import { runStep, tryLockRun } from '../repository/bulk-steps.js';
import { previewSeconds, progressOf } from './bulk-changes.js';

/** Number of seconds after its preview for which an ended bulk change is stored. The audit log retains it longer. */
const retentionSeconds = 90 * 86_400;

/** The jobs that run started bulk changes, and delete expired previews and old bulk changes. */
export function bulkChangeJobs(dependencies: AlertDependencies): JobDefinition[] {
  return [
    { name: bulkChangesJobName, cron: '* * * * *', run: inOneSlot((signal) => runBulkChanges(dependencies, signal)) },
    { name: 'alerts.sweep-bulk-changes', cron: '*/5 * * * *', run: () => sweepBulkChanges(dependencies) },
  ];
}

type Runner = Pick<AlertDependencies, 'store' | 'clock'>;

/** Runs all started bulk changes in turns, except those that another process is running. */
export async function runBulkChanges(runner: Runner, signal?: AbortSignal): Promise<void> {
  await takeTurns({
    select: () => runner.store.run((sql) => selectRunningBulkChanges(sql)),
    step: async (id) => (await nextStep(runner, id, systemRequest)) !== undefined,
    signal,
  });
}

interface RunOptions {
  readonly signal?: AbortSignal;
  onStep?(row: BulkChangeRow): void;
  /** The request that completes the bulk change, for the audit log; default: Rampart itself. */
  readonly request?: AuditRequest;
}

/** Runs the steps of one bulk change until it ends, the signal is aborted, or another process runs it. */
export async function runBulkChange(
  runner: Runner,
  id: string,
  { signal, onStep, request = systemRequest }: RunOptions = {},
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const row = await nextStep(runner, id, request);
    if (row === undefined) return;
    onStep?.(row);
  }
}

/**
 * Runs the next step of a bulk change, or ends it after the last step. A failure is recorded.
 * @returns the bulk change before the step; undefined if it has ended, or if another process is running it
 */
async function nextStep(runner: Runner, id: string, request: AuditRequest): Promise<BulkChangeRow | undefined> {
  try {
    return await stepOrEnd(runner, id, request);
  } catch (error) {
    const message = messageOf(error);
    await runner.store.run((sql) => updateBulkError(sql, { id, error: message.slice(0, 1000) }));
    throw error;
  }
}

/** A step and its counts are one transaction, so no step is repeated if the process is killed. */
async function stepOrEnd(
  { store, clock }: Runner,
  id: string,
  request: AuditRequest,
): Promise<BulkChangeRow | undefined> {
  return await store.transaction(async (sql) => {
    if (!(await tryLockRun(sql, id))) return undefined;
    const row = await lockBulkChange(sql, { id });
    if (row?.state !== BulkChangeState.RUNNING) return undefined;
    if (row.nextChunk * alertsPerChunk < row.count) {
      await runStep(sql, row, epochSeconds(clock));
      return row;
    }
    const finishedAt = epochSeconds(clock);
    await updateBulkState(sql, { id, state: BulkChangeState.DONE, startedAt: null, finishedAt });
    await deleteChunks(sql, { id });
    await recordAudit(sql, request, {
      ...{ action: 'finish.bulk-change', object: `bulk-change:${id}`, tenantId: onlyTenant(row.tenants) },
      after: { startedBy: row.creatorName, filter: row.filter, ...progressOf(row) },
    });
    return undefined;
  });
}

/** Deletes expired previews, and ended bulk changes whose preview is older than 90 days. */
export async function sweepBulkChanges({ store, clock }: Runner): Promise<void> {
  const now = epochSeconds(clock);
  const cutoffs = { previewsBefore: now - previewSeconds, endedBefore: now - retentionSeconds };
  await store.run((sql) => deleteOldBulkChanges(sql, cutoffs));
}
