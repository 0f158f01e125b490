import { DomainError } from '../../../../platform/domain-error.js';
import type { SyncDependencies } from '../dependencies.js';
import { noFigures, type SyncFigures, updateRun } from '../repository/runs.js';

/** A sync under way. */
export interface SyncRun {
  readonly id: number;
  readonly siteId: string;
  readonly figures: SyncFigures;
  readonly signal: AbortSignal;
  /** Tells whoever watches, and keeps the figures for those who look. */
  report(): Promise<void>;
}

const reportMilliseconds = 1000;

export function createRun(options: {
  dependencies: SyncDependencies;
  id: number;
  siteId: string;
  signal: AbortSignal;
  onProgress: (figures: Readonly<SyncFigures>) => void;
}): SyncRun {
  const { dependencies, id, siteId, signal, onProgress } = options;
  const figures = noFigures();
  const { engine } = dependencies.graph();
  const before = { ...engine.figures };
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    id,
    siteId,
    figures,
    signal,
    async report() {
      figures.throttled = engine.figures.throttled - before.throttled;
      figures.retries = engine.figures.retries - before.retries;
      onProgress(figures);
      if (dependencies.clock.now() - reportedAt < reportMilliseconds) return;
      reportedAt = dependencies.clock.now();
      await dependencies.database.guard((sql) => updateRun(sql, { id, figures }));
    },
  };
}

/** Another process has begun a sync of the site because this one's lock was lost. */
export function superseded(): DomainError {
  return new DomainError('CONFLICT', 'Another sync of this site has taken over', { reason: 'superseded' });
}
