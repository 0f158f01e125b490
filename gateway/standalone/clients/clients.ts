import type { IncomingHttpHeaders } from 'node:http';
import type { AnonymousCaller, Caller, Credentials, RequestContext } from '../../../platform/caller.js';
import type { Callers } from '../../authentication/index.js';
import type { CollectedHeaders, ResponseHeaderRules } from './response-headers.js';

/** What a client may read, by its credentials. */
export interface Identity {
  readonly isAuthenticated: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
}

/** Of a client without credentials. */
export const nobody: Identity = { isAuthenticated: false, scopes: new Set(), policies: new Set() };

/** Establishes what a client may read. Throws DomainError UNAUTHENTICATED for credentials that are not valid. */
export type Identify = (request: Credentials) => Identity | Promise<Identity>;

/** A client of the gateway, for one request. It is nobody of Rampart: it may read neither metrics nor a schema that is not public. */
export interface Client extends AnonymousCaller {
  /** The headers that go to the subgraphs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: Identity;
  /** Headers of the subgraphs' responses. */
  readonly responseHeaders: CollectedHeaders | undefined;
  /** Whether a subgraph has answered 401 or 403. */
  wasRefused: boolean;
  /** The `WWW-Authenticate` header of a subgraph that has answered 401. */
  challenge: string | undefined;
}

export interface ClientsOptions {
  /** Names of request headers that are forwarded. */
  readonly forwardedHeaders: readonly string[];
  readonly responseHeaders: ResponseHeaderRules;
  readonly identify: Identify;
  /** Whether a request may set this header; a client could name itself in one that a proxy sets. */
  maySet?(request: Credentials, header: string): boolean;
}

/** Clients, and what is known of each request under way. */
export interface Clients extends Callers {
  /** The client of a request that was authenticated. */
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
      wasRefused: false,
      challenge: undefined,
    };
    clients.set(request, client);
    return client;
  }
  return {
    authenticate(request) {
      const identity = identify(request);
      return identity instanceof Promise ? identity.then((known) => add(request, known)) : add(request, identity);
    },
    // It issues no tokens.
    isInForce: () => false,
    of: (request) => clients.get(request),
  };
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return picked;
}

/** The client who sends a request; undefined for a caller of another kind. */
export function clientOf({ caller }: Pick<RequestContext, 'caller'>): Client | undefined {
  return isClient(caller) ? caller : undefined;
}

/** The headers that go with a request to a subgraph. */
export function headersToForward(context: RequestContext): Readonly<Record<string, string>> {
  return clientOf(context)?.headers ?? {};
}

/** Keeps of a subgraph's response what the client is to hear of. */
export function noteResponse(
  context: RequestContext,
  { status, headers }: { readonly status: number; readonly headers: IncomingHttpHeaders },
): void {
  const client = clientOf(context);
  if (client === undefined) return;
  client.responseHeaders?.add(headers);
  if (status !== 401 && status !== 403) return;
  client.wasRefused = true;
  if (status === 401) client.challenge ??= headers['www-authenticate'];
}

function isClient(caller: Caller): caller is Client {
  return caller.kind === 'anonymous' && 'identity' in caller;
}
