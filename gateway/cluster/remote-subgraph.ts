import type { RequestContext } from '../../platform/caller.js';
import { HttpDataSource, type SubgraphFetch } from '../execution/index.js';
import { tracedRequest } from '../tracing/index.js';
import type { SignCall } from './signed-call.js';

/** Where a subgraph's process answers calls, below the address of the process. */
export function subgraphPath(name: string): string {
  return `/subgraphs/${name}`;
}

/** Where the gateway calls a subgraph, by the address of its process. */
export function subgraphUrl(name: string, processUrl: string): string {
  return `${processUrl}${subgraphPath(name)}`;
}

/**
 * Of the time of a request, so much is there for all its fetches, one after another: a domain that hangs does not take the answers of
 * the others with it, nor hide the changes that were made before.
 */
const shareOfFetches = 0.9;

/** A subgraph of ours that runs in another process. When it cannot be reached, the error is SERVICE_UNAVAILABLE or TIMEOUT with its name. */
export function remoteSubgraph(options: {
  readonly name: string;
  /** Address of its process, without a slash at the end. */
  readonly url: string;
  readonly sign: SignCall;
  /** Seconds that a whole request may take. */
  readonly timeoutSeconds: number;
  /** Continues traces in the subgraph. */
  readonly isTraced?: boolean;
  onFetch?(fetch: SubgraphFetch): void;
}): HttpDataSource<RequestContext> {
  const { name, url, sign, timeoutSeconds, isTraced, onFetch } = options;
  const to = subgraphPath(name);
  return new HttpDataSource<RequestContext>({
    name,
    url: subgraphUrl(name, url),
    sign: ({ body, context }) => sign({ to, body, context }),
    wrapRequest: isTraced ? tracedRequest(subgraphUrl(name, url)) : undefined,
    keepsTheSchema: true,
    absent: { code: 'SERVICE_UNAVAILABLE', late: 'TIMEOUT', what: `The ${name} service` },
    timeoutMilliseconds: timeoutSeconds * shareOfFetches * 1000,
    sharesTimeOfRequest: true,
    ...(onFetch && { onFetch }),
  });
}
