import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../platform/audit/index.js';
import { epochSeconds } from '../../../platform/clock.js';
import { daySeconds } from '../../../platform/durations.js';
import { type JobDefinition, runJobNow } from '../../../platform/jobs.js';
import type { Logger } from '../../../platform/log.js';
import { type RemovedAlerts, removeEvidenceJobName } from '../../../platform/removed-alerts.js';
import type { AlertDependencies } from '../dependencies.js';
import {
  countOutdatedAlerts,
  deleteAlerts,
  lockOutdatedAlerts,
  type OutdatedAlert,
  subtractFromEndpoints,
} from './repository.js';
import { type RetentionPeriod, retentionPeriods } from './rules.js';

/**
 * Maximum number of alerts deleted in one transaction. Imports and changes of the same endpoints wait for this
 * transaction.
 */
const alertsPerBatch = 500;

/** A retention period, and the number of alerts that are past it. */
export interface RetentionStatus extends RetentionPeriod {
  /** Number of alerts that are past the period; 0 for a period that never ends. */
  readonly outdated: number;
}

/** The configured retention periods, each with the number of alerts that the next run of the job deletes. */
export async function retentionStatus(dependencies: AlertDependencies): Promise<RetentionStatus[]> {
  const found: RetentionStatus[] = [];
  for (const period of retentionPeriods(dependencies.settings.retentionDays)) {
    const query = { ...period, before: cutoffOf(dependencies, period) };
    const outdated = period.days === 0 ? 0 : await dependencies.store.run((sql) => countOutdatedAlerts(sql, query));
    found.push({ ...period, outdated });
  }
  return found;
}

/**
 * Deletes alerts that are past retention, in transactions of at most {@link alertsPerBatch}. Each transaction records
 * its alerts in the audit log. Alerts that another transaction has locked are left to the next run.
 * @returns the number of deleted alerts
 */
export async function removeOutdatedAlerts(dependencies: AlertDependencies, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const period of retentionPeriods(dependencies.settings.retentionDays)) {
    if (period.days === 0) continue;
    const query = { ...period, before: cutoffOf(dependencies, period), limit: alertsPerBatch };
    for (let hasMore = true; hasMore && signal?.aborted !== true; ) {
      const { locked, removed } = await dependencies.store.transaction(async (sql) => {
        const { locked, alerts } = await lockOutdatedAlerts(sql, query);
        if (alerts.length > 0) await removeAlerts(sql, alerts, period);
        return { locked, removed: alerts.length };
      });
      total += removed;
      hasMore = locked === alertsPerBatch;
    }
  }
  return total;
}

/** The hourly job that deletes alerts that are past retention. */
export function retentionJob(dependencies: AlertDependencies, log: Logger): JobDefinition {
  return {
    name: 'alerts.remove-outdated',
    cron: '41 * * * *',
    deletesHistory: true,
    async run(_payload, signal) {
      const removed = await removeOutdatedAlerts(dependencies, signal);
      if (removed > 0) log.info({ removed }, 'expired alerts were deleted');
    },
  };
}

function cutoffOf({ clock }: AlertDependencies, { days }: RetentionPeriod): number {
  return epochSeconds(clock) - days * daySeconds;
}

async function removeAlerts(
  sql: TransactionSql,
  alerts: readonly OutdatedAlert[],
  period: RetentionPeriod,
): Promise<void> {
  const { status, days } = period;
  const alertIds = alerts.map(({ id }) => id);
  await deleteAlerts(sql, alertIds);
  for (const [tenantId, ofTenant] of Map.groupBy(alerts, (alert) => alert.tenantId)) {
    await recordAudit(sql, systemRequest, {
      action: 'remove.alerts',
      object: ofTenant.map(({ id }) => `alert:${id}` as const),
      tenantId,
      before: { status, retentionDays: days },
    });
  }
  await runJobNow(sql, { name: removeEvidenceJobName, payload: { alertIds } satisfies RemovedAlerts });
  const byEndpoint = Map.groupBy(alerts, ({ tenantId, endpointId }) => JSON.stringify([tenantId, endpointId]));
  const removed = [...byEndpoint.values()].flatMap((rowsOfEndpoint) => {
    const [first] = rowsOfEndpoint;
    if (first === undefined) return [];
    const open = rowsOfEndpoint.filter(({ isOpen }) => isOpen).length;
    return { tenantId: first.tenantId, hostname: first.endpointId, alerts: rowsOfEndpoint.length, open };
  });
  await subtractFromEndpoints(sql, removed);
}
