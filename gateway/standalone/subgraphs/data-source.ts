import type { RequestContext } from '../../../platform/caller.js';
import {
  BudgetedRetryPolicy,
  type DataSource,
  HttpDataSource,
  type HttpResponse,
  HttpSubscriptions,
  type RequestDeduplicator,
  type SubgraphFetch,
} from '../../execution/index.js';
import { tracedRequest } from '../../tracing/index.js';
import { headersToForward, recordResponse } from '../clients/clients.js';
import { type HttpSubgraph, parseSubgraphUrl } from '../graph/http-supergraph.js';
import { type AllSubgraphSettings, type SubgraphSettings, settingsOf } from './settings.js';
import type { SubgraphMetrics } from './subgraph-metrics.js';

export interface SubgraphConnections {
  readonly subgraphs: AllSubgraphSettings;
  readonly metrics: SubgraphMetrics;
  /** Whether clients receive cookies that subgraphs set. If so, queries are not deduplicated between clients. */
  readonly passesCookies: boolean;
  /** Whether to propagate traces to the subgraph. */
  readonly isTraced?: boolean;
  onFetch(fetch: SubgraphFetch): void;
}

interface ConnectOptions extends SubgraphConnections {
  /** The queries in progress of all subgraphs of the supergraph. */
  readonly reads: RequestDeduplicator<HttpResponse>;
}

export interface ConnectedSubgraph extends DataSource<RequestContext> {
  close(): Promise<void>;
}

/**
 * Connects to one subgraph with the subgraph's settings.
 * @throws {SupergraphError} if the URL for subscriptions is invalid
 */
export function connectSubgraph(subgraph: HttpSubgraph, options: ConnectOptions): ConnectedSubgraph {
  const settings = settingsOf(options.subgraphs, subgraph.name);
  const queries = connectQueries(subgraph, options, settings);
  if (settings.subscriptions === 'none') return queries;
  const { name, url } = subgraph;
  const { subscriptionUrl, timeoutMs, maxResponseBytes } = settings;
  const subscriptions = new HttpSubscriptions<RequestContext>({
    name,
    url: (subscriptionUrl === '' ? url : parseSubgraphUrl(name, subscriptionUrl)).href,
    headers: headersToForward,
    timeoutMs,
    maxEventBytes: maxResponseBytes,
  });
  return {
    execute: (request) => queries.execute(request),
    subscribe: (request) => subscriptions.subscribe(request),
    close: async () => void (await Promise.all([queries.close(), subscriptions.close()])),
  };
}

function connectQueries(
  { name, url }: HttpSubgraph,
  options: ConnectOptions,
  settings: SubgraphSettings,
): HttpDataSource<RequestContext> {
  const { metrics, onFetch } = options;
  return new HttpDataSource<RequestContext>({
    name,
    url: url.href,
    sign: ({ context }) => headersToForward(context),
    limits: { maxResponseBytes: settings.maxResponseBytes },
    timeoutMs: settings.timeoutMs,
    retryPolicy: new BudgetedRetryPolicy({
      maxRetries: settings.maxRetries,
      budgetRatio: settings.retryBudget,
      onDenied: () => metrics.countDeniedRetry(name),
    }),
    // A cookie belongs to one client; a shared response would disclose it to others.
    sharesReads: settings.deduplicates && !options.passesCookies,
    reads: options.reads,
    compression: { responses: settings.acceptsCompressed, requests: settings.compressesRequests },
    preservesRejections: true,
    wrapRequest: options.isTraced ? tracedRequest(url.href) : undefined,
    onFetch(fetch) {
      onFetch(fetch);
      metrics.observe(fetch);
    },
    onResponse: (response, context) => recordResponse(context, response),
  });
}
