import type { RequestContext } from '../../../platform/caller.js';
import { BudgetedRetries, HttpDataSource, type SubgraphFetch } from '../../execution/index.js';
import { tracedRequest } from '../../tracing/index.js';
import { headersToForward, noteResponse } from '../clients/clients.js';
import type { HttpSubgraph } from '../graph/http-supergraph.js';
import { type SubgraphsSettings, settingsOf } from './settings.js';
import type { SubgraphMetrics } from './subgraph-metrics.js';

export interface SubgraphConnections {
  readonly subgraphs: SubgraphsSettings;
  readonly metrics: SubgraphMetrics;
  /** Whether clients receive cookies of subgraphs: then each client sends its own requests. */
  readonly passesCookies: boolean;
  /** Whether traces are continued in the subgraph. */
  readonly isTraced?: boolean;
  onFetch(fetch: SubgraphFetch): void;
}

/** Connections to one subgraph, by its settings. */
export function connectSubgraph(
  { name, url }: HttpSubgraph,
  options: SubgraphConnections,
): HttpDataSource<RequestContext> {
  const { metrics, onFetch } = options;
  const settings = settingsOf(options.subgraphs, name);
  return new HttpDataSource<RequestContext>({
    name,
    url: url.href,
    sign: ({ context }) => headersToForward(context),
    limits: { maxResponseBytes: settings.maxResponseBytes },
    timeoutMilliseconds: settings.timeoutMilliseconds,
    retries: new BudgetedRetries({
      maxRetries: settings.maxRetries,
      budgetRatio: settings.retryBudget,
      onRefused: () => metrics.countRefusedRetry(name),
    }),
    // A cookie is of one client; equal queries of two would get the same one.
    sharesReads: settings.deduplicates && !options.passesCookies,
    compression: { responses: settings.acceptsCompressed, requests: settings.compressesRequests },
    keepsRefusals: true,
    wrapRequest: options.isTraced ? tracedRequest(url.href) : undefined,
    onFetch(fetch) {
      onFetch(fetch);
      metrics.observe(fetch);
    },
    onResponse: (response, context) => noteResponse(context, response),
  });
}
