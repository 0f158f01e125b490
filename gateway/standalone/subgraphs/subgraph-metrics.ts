import { Counter, Gauge, type Metric } from 'prom-client';
import type { SubgraphFetch } from '../../execution/index.js';

/** Number of consecutive failed fetches after which a subgraph is reported as unavailable. */
const failuresUntilUnavailable = 5;

/** Metrics of subgraphs, in addition to the durations of fetches. */
export interface SubgraphMetrics {
  observe(fetch: SubgraphFetch): void;
  /** Counts a retry that the budget did not allow. */
  countDeniedRetry(subgraph: string): void;
  readonly metrics: readonly Metric[];
}

export function createSubgraphMetrics(): SubgraphMetrics {
  const { retries, denied, shared, failures, available } = createCollectors();
  const failed = new Map<string, number>();
  return {
    observe({ subgraph, outcome, retries: count, isShared }) {
      if (isShared) shared.inc({ subgraph });
      else if (count > 0) retries.inc({ subgraph }, count);
      // A disconnected client is not a failure of the subgraph.
      if (outcome === 'stopped') return;
      const consecutiveFailures = outcome === 'failed' ? (failed.get(subgraph) ?? 0) + 1 : 0;
      if (consecutiveFailures === failed.get(subgraph)) return;
      failed.set(subgraph, consecutiveFailures);
      failures.set({ subgraph }, consecutiveFailures);
      available.set({ subgraph }, consecutiveFailures < failuresUntilUnavailable ? 1 : 0);
    },
    countDeniedRetry: (subgraph) => denied.inc({ subgraph }),
    metrics: [retries, denied, shared, failures, available],
  };
}

function createCollectors() {
  const commonOptions = { labelNames: ['subgraph'] as const, registers: [] };
  const retries = new Counter({
    name: 'rampart_subgraph_retries_total',
    help: 'Number of retries of queries to a subgraph.',
    ...commonOptions,
  });
  const denied = new Counter({
    name: 'rampart_subgraph_retries_denied_total',
    help: 'Number of retries that were not sent, because the retry budget was used up.',
    ...commonOptions,
  });
  const shared = new Counter({
    name: 'rampart_subgraph_fetches_shared_total',
    help: 'Number of fetches that used the response of an identical concurrent fetch.',
    ...commonOptions,
  });
  const failures = new Gauge({
    name: 'rampart_subgraph_consecutive_failures',
    help: 'Number of consecutive failed fetches from a subgraph.',
    aggregator: 'max',
    ...commonOptions,
  });
  const available = new Gauge({
    name: 'rampart_subgraph_available',
    help: `Availability of a subgraph: 0 after ${failuresUntilUnavailable} consecutive failed fetches, otherwise 1.`,
    aggregator: 'min',
    ...commonOptions,
  });
  return { retries, denied, shared, failures, available };
}
