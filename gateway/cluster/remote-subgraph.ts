import type { RequestContext } from '../../platform/caller.js';
import { HttpDataSource, type SubgraphFetch } from '../execution/index.js';
import { tracedRequest } from '../tracing/index.js';
import { CallConnections } from './call-connections.js';
import { gatewayContext, type SignCall } from './signed-call.js';

/** Path of a subgraph's endpoint, relative to the URL of its process. */
export function subgraphPath(name: string): string {
  return `/subgraphs/${name}`;
}

/** Path of a subgraph's WebSocket endpoint for calls, relative to the URL of its process. */
export function connectionPath(name: string): string {
  return `${subgraphPath(name)}/connection`;
}

/** URL of a subgraph's endpoint in a process. */
export function subgraphUrl(name: string, processUrl: string): string {
  return `${processUrl}${subgraphPath(name)}`;
}

/**
 * Share of the request timeout for all sequential fetches of a request together. If one domain hangs, the results of
 * the other domains and of earlier mutations are still returned.
 */
const fetchTimeoutRatio = 0.9;

/**
 * A Rampart subgraph in another process. Fetches fail with SERVICE_UNAVAILABLE if the process cannot be reached, and
 * with TIMEOUT if it does not respond in time.
 */
export function remoteSubgraph(options: {
  readonly name: string;
  /** URL of the subgraph's process, without a trailing slash. */
  readonly url: string;
  readonly sign: SignCall;
  /** Timeout of a whole request in seconds. */
  readonly timeoutSeconds: number;
  /** Whether to propagate the trace context to the subgraph. */
  readonly isTraced?: boolean;
  onFetch?(fetch: SubgraphFetch): void;
}): HttpDataSource<RequestContext> {
  const { name, url, sign, timeoutSeconds, isTraced, onFetch } = options;
  const to = subgraphPath(name);
  const signUpgrade = () => sign({ to: connectionPath(name), body: '', context: gatewayContext });
  return new HttpDataSource<RequestContext>({
    name,
    url: subgraphUrl(name, url),
    connections: new CallConnections(`${url}${connectionPath(name)}`, signUpgrade),
    sign: ({ body, context }) => sign({ to, body, context }),
    wrapRequest: isTraced ? tracedRequest(subgraphUrl(name, url)) : undefined,
    isTrusted: true,
    writesErrorsFirst: true,
    failures: { code: 'SERVICE_UNAVAILABLE', timeoutCode: 'TIMEOUT', subject: `The ${name} service` },
    timeoutMs: timeoutSeconds * fetchTimeoutRatio * 1000,
    sharesTimeOfRequest: true,
    ...(onFetch && { onFetch }),
  });
}
