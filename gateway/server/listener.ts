import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Configuration } from '../../platform/configuration/index.js';
import { hostName, isLoopback } from './addresses.js';
import { isSafeMethod, type OriginPolicy } from './forgery.js';

/** A client that takes longer to send its headers or its request is cut off. */
const headersMilliseconds = 20_000;
const requestMilliseconds = 120_000;
/** Longer than what balancers in front usually keep, so that they do not send on a connection that is closing. */
const keepAliveMilliseconds = 72_000;
/** Of the request line and all headers together; no path is longer. */
export const maximumHeaderBytes = 16_384;
const closingSweepMilliseconds = 20;
/** Requests that are not done by then are cut off when the server stops. */
const longestFarewellMilliseconds = 30_000;

export interface ListenerOptions {
  readonly configuration: Configuration;
  readonly origins: OriginPolicy;
}

/** The node server below the framework; what is decided here costs a look at a header or two. */
export function createListener(handler: RequestListener, options: ListenerOptions): Server {
  const isOurHost = hostCheck(options.configuration);
  function guarded(request: IncomingMessage, response: ServerResponse): void {
    if (!isOurHost(request.headers.host)) {
      refuse(
        response,
        421,
        'This server is not known under that host name. Set [server] public_url to the name that clients use.',
      );
    } else if (!isSafeMethod(request.method) && !options.origins.mayChange(request.headers)) {
      refuse(response, 403, 'Pages of other sites may not change anything here.');
    } else {
      handler(request, response);
    }
  }
  const server = createServer({ maxHeaderSize: maximumHeaderBytes, headersTimeout: headersMilliseconds }, guarded);
  server.requestTimeout = requestMilliseconds;
  server.keepAliveTimeout = keepAliveMilliseconds;
  return server;
}

/** Closes connections as their requests end. Returns a function that stops it. */
export function closeConnectionsWhenIdle(server: Server): () => void {
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), closingSweepMilliseconds);
  const end = setTimeout(() => server.closeAllConnections(), longestFarewellMilliseconds);
  end.unref();
  return () => {
    clearInterval(sweep);
    clearTimeout(end);
  };
}

/**
 * A server on a loopback address that trusts whoever reaches it must not be reached by a page of a foreign site whose name
 * was made to point here (DNS rebinding): it answers to local names, to addresses, and to the public URL's name.
 */
function hostCheck({ server }: Configuration): (host: string | undefined) => boolean {
  if (!isLoopback(server.host)) return () => true;
  const publicHost = server.publicUrl === '' ? undefined : new URL(server.publicUrl).hostname.toLowerCase();
  let last: string | undefined;
  return function isOurHost(host) {
    if (host === undefined || host === last) return true;
    const name = hostName(host);
    const known = name === publicHost || isLoopback(name) || /^(\[[0-9a-f:.]+\]|[0-9.]+)$/.test(name);
    if (known) last = host;
    return known;
  };
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ detail }));
}
