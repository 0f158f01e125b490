import { type AuditRequest, recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { AlertDependencies } from '../../dependencies.js';
import { BulkChangeState, bulkChangesJob } from '../../vocabulary.js';
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
import { onlyTenant, previewSeconds, progressOf } from './bulk-changes.js';

/** Time for which changes that have ended can be read; the audit log retains them longer. */
const retentionSeconds = 90 * 86_400;

/** Runs started changes, and removes expired previews. The job of the next minute continues after a failure. */
export function bulkChangeJobs(dependencies: AlertDependencies): JobDefinition[] {
  return [
    { name: bulkChangesJob, cron: '* * * * *', run: (_payload, signal) => runBulkChanges(dependencies, signal) },
    { name: 'alerts.sweep-bulk-changes', cron: '*/5 * * * *', run: () => sweepBulkChanges(dependencies) },
  ];
}

type Runner = Pick<AlertDependencies, 'store' | 'clock'>;

/** Runs all changes that were started, oldest first, except those that another process runs. */
export async function runBulkChanges(runner: Runner, signal?: AbortSignal): Promise<void> {
  for (const id of await runner.store.run((sql) => selectRunningBulkChanges(sql))) {
    await runBulkChange(runner, id, { ...(signal && { signal }) });
  }
}

interface RunOptions {
  readonly signal?: AbortSignal;
  onStep?(row: BulkChangeRow): void;
  /** The request that completes the change, for the audit log; default: Rampart itself. */
  readonly request?: AuditRequest;
}

/** Runs the steps of one change until it ends, or another process has taken over. */
export async function runBulkChange(
  runner: Runner,
  id: string,
  { signal, onStep, request = systemRequest }: RunOptions = {},
): Promise<void> {
  try {
    for (;;) {
      if (signal?.aborted) return;
      const row = await nextStep(runner, id, request);
      if (row === undefined) return;
      onStep?.(row);
    }
  } catch (error) {
    const message = messageOf(error);
    await runner.store.run((sql) => updateBulkError(sql, { id, error: message.slice(0, 1000) }));
    throw error;
  }
}

/**
 * Runs one step, or ends the change after the last one. A step and its count commit together, so a process that is
 * killed repeats nothing.
 * @returns the change before the step; undefined if there is nothing to do
 */
async function nextStep(
  { store, clock }: Runner,
  id: string,
  request: AuditRequest,
): Promise<BulkChangeRow | undefined> {
  return await store.transaction(async (sql) => {
    if (!(await tryLockRun(sql, id))) return undefined;
    const row = await lockBulkChange(sql, id);
    if (row?.state !== BulkChangeState.RUNNING) return undefined;
    if (row.nextChunk * alertsPerChunk < row.count) {
      await runStep(sql, row, epochSeconds(clock));
      return row;
    }
    const finishedAt = epochSeconds(clock);
    await updateBulkState(sql, { id, state: BulkChangeState.DONE, startedAt: null, finishedAt });
    await deleteChunks(sql, { id });
    await recordAudit(sql, request, {
      ...{ action: 'finish.bulk-change', object: `bulk-change:${id}`, tenantId: onlyTenant(row) },
      after: { startedBy: row.creatorName, filter: row.filter, ...progressOf(row) },
    });
    return undefined;
  });
}

/** Deletes previews that can no longer be started, and changes that ended long ago. */
export async function sweepBulkChanges({ store, clock }: Runner): Promise<void> {
  const now = epochSeconds(clock);
  const times = { previewsBefore: now - previewSeconds, endedBefore: now - retentionSeconds };
  await store.run((sql) => deleteOldBulkChanges(sql, times));
}
