import { DomainError } from '../../../../platform/domain-error.js';
import type { SyncDependencies } from '../dependencies.js';
import { type SyncMetrics, updateRun, zeroMetrics } from '../repository/runs.js';

/** A sync run in progress. */
export interface SyncRun {
  readonly id: number;
  readonly siteId: string;
  readonly metrics: SyncMetrics;
  readonly signal: AbortSignal;
  /** Ids of the files whose content was not found since the last delta query. */
  readonly missingIds: Set<string>;
  /** Reports progress; stores the metrics at most once per second. */
  report(): Promise<void>;
}

const reportMs = 1000;

export function createRun(options: {
  dependencies: SyncDependencies;
  id: number;
  siteId: string;
  signal: AbortSignal;
  onProgress: (metrics: Readonly<SyncMetrics>) => void;
}): SyncRun {
  const { dependencies, id, siteId, signal, onProgress } = options;
  const metrics = zeroMetrics();
  const { httpClient } = dependencies.graph();
  const before = { ...httpClient.metrics };
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    id,
    siteId,
    metrics,
    signal,
    missingIds: new Set(),
    async report() {
      metrics.throttled = httpClient.metrics.throttled - before.throttled;
      metrics.retries = httpClient.metrics.retries - before.retries;
      onProgress(metrics);
      if (dependencies.clock.now() - reportedAt < reportMs) return;
      reportedAt = dependencies.clock.now();
      await dependencies.database.guard((sql) => updateRun(sql, { id, ...metrics }));
    },
  };
}

/** The error of a sync that may no longer write, because it lost its lock and another sync of the site has started. */
export function supersededError(): DomainError {
  const message = 'The sync was stopped because another sync of the site has started';
  return new DomainError('CONFLICT', message, { reason: 'superseded' });
}
