import { Histogram } from 'prom-client';
import type { SubgraphFetch } from '../execution/index.js';
import { latencyBuckets } from './latency-buckets.js';

/** How fetches from subgraphs behind HTTP went. Made before the figures of the process, which tell them. */
export interface FetchFigures {
  observe(fetch: SubgraphFetch): void;
  readonly histogram: Histogram;
}

export function createFetchFigures(): FetchFigures {
  const histogram = new Histogram({
    name: 'rampart_subgraph_fetch_duration_seconds',
    help: 'Time of one fetch from a subgraph in another process, by how it ended: answered, failed, stopped.',
    labelNames: ['subgraph', 'outcome'],
    buckets: latencyBuckets,
    registers: [],
  });
  return {
    observe: ({ subgraph, outcome, seconds }) => histogram.observe({ subgraph, outcome }, seconds),
    histogram,
  };
}
