import type { IncomingHttpHeaders } from 'node:http';
import type { AnonymousCaller, Caller, Credentials, RequestContext } from '../../../platform/caller.js';
import type { CallerAuthenticator } from '../../authentication/index.js';
import type { CollectedHeaders, ResponseHeaderRules } from './response-headers.js';

/** The permissions of a client: whether it is authenticated, its scopes and its policies. */
export interface Identity {
  readonly isAuthenticated: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
}

/** The identity of a client without credentials. */
export const unauthenticated: Identity = { isAuthenticated: false, scopes: new Set(), policies: new Set() };

/**
 * Determines the identity of the client that sends a request.
 * @throws {DomainError} UNAUTHENTICATED for invalid credentials
 */
export type Identify = (request: Credentials) => Identity | Promise<Identity>;

/**
 * A client of the standalone gateway, for one request. Clients have no access to protected endpoints of the gateway
 * itself, such as the metrics or a private schema.
 */
export interface Client extends AnonymousCaller {
  /** Headers to forward to the subgraphs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: Identity;
  /** Collects headers of the subgraphs' responses; undefined if there are no rules for response headers. */
  readonly responseHeaders: CollectedHeaders | undefined;
  /** Whether a subgraph has responded with 401 or 403. */
  wasRejected: boolean;
  /** The `WWW-Authenticate` header of a subgraph's response with status 401. */
  challenge: string | undefined;
}

export interface ClientsOptions {
  /** Names of the request headers to forward. */
  readonly forwardedHeaders: readonly string[];
  readonly responseHeaders: ResponseHeaderRules;
  readonly identify: Identify;
  /** Whether a request may set this header; prevents clients from setting the headers of an authenticating proxy. */
  maySet?(request: Credentials, header: string): boolean;
}

/** Identifies clients, and provides the client of each request in progress. */
export interface Clients extends CallerAuthenticator {
  /** The client of an authenticated request; undefined for other requests. */
  of(request: Credentials): Client | undefined;
}

export function createClients({ forwardedHeaders, responseHeaders, identify, maySet }: ClientsOptions): Clients {
  const names = forwardedHeaders.map((name) => name.toLowerCase());
  const clients = new WeakMap<Credentials, Client>();
  function add(request: Credentials, identity: Identity): Client {
    const client: Client = {
      kind: 'anonymous',
      headers: pick(request.headers, maySet === undefined ? names : names.filter((name) => maySet(request, name))),
      identity,
      responseHeaders: responseHeaders.collect(),
      wasRejected: false,
      challenge: undefined,
    };
    clients.set(request, client);
    return client;
  }
  return {
    authenticate(request) {
      const identity = identify(request);
      return identity instanceof Promise
        ? identity.then((resolvedIdentity) => add(request, resolvedIdentity))
        : add(request, identity);
    },
    // The gateway issues no tokens.
    isActive: () => false,
    of: (request) => clients.get(request),
  };
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const forwardedHeaders: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) forwardedHeaders[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return forwardedHeaders;
}

/** The client of a request; undefined if its caller is not a client of the standalone gateway. */
export function clientOf({ caller }: Pick<RequestContext, 'caller'>): Client | undefined {
  return isClient(caller) ? caller : undefined;
}

/** Headers to forward to a subgraph, by name. */
export function headersToForward(context: RequestContext): Readonly<Record<string, string>> {
  return clientOf(context)?.headers ?? {};
}

/** Records the parts of a subgraph's response that are passed on to the client. */
export function recordResponse(
  context: RequestContext,
  { status, headers }: { readonly status: number; readonly headers: IncomingHttpHeaders },
): void {
  const client = clientOf(context);
  if (client === undefined) return;
  client.responseHeaders?.add(headers);
  if (status !== 401 && status !== 403) return;
  client.wasRejected = true;
  if (status === 401) client.challenge ??= headers['www-authenticate'];
}

function isClient(caller: Caller): caller is Client {
  return caller.kind === 'anonymous' && 'identity' in caller;
}
