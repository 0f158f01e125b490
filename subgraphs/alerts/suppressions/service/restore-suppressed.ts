import { type AuditRequest, recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { epochSeconds } from '../../../../platform/clock.js';
import { inOneSlot, type JobDefinition, takeTurns } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { AlertDependencies } from '../../dependencies.js';
import { suppressionsJobName } from '../../vocabulary.js';
import { foldEffects, lockRules } from '../repository/active-rules.js';
import {
  restoreNext,
  selectRestoring,
  tryLockRestoring,
  updateError,
  updateFinished,
} from '../repository/restoring.js';
import { selectExpired, selectSuppressions, updateEnd } from '../repository/suppressions.js';

type Runner = Pick<AlertDependencies, 'store' | 'clock' | 'settings'>;

/** The job that ends suppressions whose end time has passed, and restores the alerts of ended suppressions. */
export function suppressionsJobOf(runner: Runner): JobDefinition {
  const restore = inOneSlot((signal) => restoreEnded(runner, { ...(signal && { signal }) }));
  return {
    name: suppressionsJobName,
    cron: '* * * * *',
    // Restorations in progress do not delay the end of other suppressions.
    async run(payload, signal) {
      await endExpired(runner);
      await restore(payload, signal);
    },
  };
}

interface RestoreOptions {
  readonly signal?: AbortSignal;
  /** The request that restores the alerts, for the audit log; default: Rampart itself. */
  readonly request?: AuditRequest;
}

/**
 * Ends the suppressions whose end time has passed, and restores the alerts of all ended suppressions in turns, except
 * those that another process is restoring.
 * @throws the first failure of a restoration, after the other restorations have ended
 */
export async function restoreSuppressed(runner: Runner, options: RestoreOptions = {}): Promise<void> {
  await endExpired(runner);
  await restoreEnded(runner, options);
}

async function endExpired(runner: Runner): Promise<void> {
  const { store, clock } = runner;
  await store.run((sql) => foldEffects(sql));
  for (const { id } of await store.run((sql) => selectExpired(sql, { now: epochSeconds(clock) })))
    await endOverdue(runner, id);
}

async function restoreEnded(runner: Runner, { signal, request = systemRequest }: RestoreOptions): Promise<void> {
  const { store } = runner;
  await takeTurns({
    select: () => store.run((sql) => selectRestoring(sql, {})),
    async step(id) {
      try {
        return await restoreStep(runner, id, request);
      } catch (error) {
        const message = messageOf(error);
        await store.run((sql) => updateError(sql, { id, error: message.slice(0, 1000) }));
        throw error;
      }
    },
    signal,
  });
}

async function endOverdue({ store }: Runner, id: string): Promise<void> {
  await store.transaction(async (sql) => {
    await lockRules(sql);
    const [row] = await selectSuppressions(sql, { ids: [id] });
    if (row === undefined || row.endedAtEpoch !== null || row.endsAtEpoch === null) return;
    await updateEnd(sql, { id, endedAt: row.endsAtEpoch, endedBy: null });
    await recordAudit(sql, systemRequest, {
      ...{ action: 'end.suppression', object: `suppression:${id}`, tenantId: row.tenantId },
      after: { reason: row.reason, opened: row.openedCount },
    });
  });
}

/**
 * Restores the next alerts of a suppression and counts them, in one transaction, so a step is not repeated if the
 * process is killed. The last step marks the suppression as finished.
 * @returns whether more alerts may remain
 */
async function restoreStep({ store, clock, settings }: Runner, id: string, request: AuditRequest): Promise<boolean> {
  return await store.transaction(async (sql) => {
    const row = await tryLockRestoring(sql, { id });
    if (row === undefined) return false;
    const at = epochSeconds(clock);
    const { positionId } = row;
    if (await restoreNext(sql, { rule: id, positionId, at, becomeCandidates: settings.incidentMinAlerts > 0 }))
      return true;
    await updateFinished(sql, { id, at });
    const [finished] = await selectSuppressions(sql, { ids: [id] });
    await recordAudit(sql, request, {
      ...{ action: 'restore.alerts', object: `suppression:${id}`, tenantId: row.tenantId },
      after: {
        restored: finished?.restoredCount,
        stillSuppressed: finished?.stillSuppressedCount,
        endedBy: row.endedBy,
      },
    });
    return false;
  });
}
