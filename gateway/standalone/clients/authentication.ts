import type { Credentials } from '../../../platform/caller.js';
import { bearerToken } from '../../authentication/caller-authenticator.js';
import { trustedProxyTest } from '../../server/index.js';
import { type Identify, type Identity, unauthenticated } from './clients.js';
import { type JwtSettings, jwtVerifier } from './json-web-tokens.js';

/** Configuration of the headers with which an authenticating proxy in front of the gateway identifies users. */
export interface ProxySettings {
  /** Whether a connection with this address comes from an authenticating proxy. */
  isTrusted(address: string | undefined): boolean;
  /** Name of the header with the user. A client is authenticated if the proxy sends this header. */
  readonly userHeader: string | undefined;
  /** Name of the header with scopes, separated by spaces or commas. */
  readonly scopesHeader: string | undefined;
  /** Name of the header with satisfied policies, separated by spaces or commas. */
  readonly policiesHeader: string | undefined;
}

export interface AuthenticationSettings {
  readonly jwt: JwtSettings | undefined;
  readonly proxy: ProxySettings | undefined;
}

/**
 * Creates a function that identifies clients by a bearer token, headers of a trusted proxy, or both. Without settings,
 * no client is authenticated, and credentials are left to the subgraphs.
 */
export function createIdentify({ jwt, proxy }: AuthenticationSettings): Identify {
  const verify = jwt === undefined ? undefined : jwtVerifier(jwt);
  return (request) => {
    const headerIdentity = proxy?.isTrusted(request.socket?.remoteAddress)
      ? identityFromHeaders(request, proxy)
      : unauthenticated;
    // Credentials of another kind are for the subgraphs.
    const token = verify === undefined ? undefined : bearerToken(request);
    if (verify === undefined || token === undefined) return headerIdentity;
    const verified = verify(token);
    return verified instanceof Promise
      ? verified.then((tokenIdentity) => mergeIdentities(headerIdentity, tokenIdentity))
      : mergeIdentities(headerIdentity, verified);
  };
}

/**
 * Returns a function that tests whether an address belongs to an authenticating proxy.
 * @param ranges addresses and CIDR ranges of the setting
 */
export const proxyTest: (ranges: readonly string[]) => (address: string | undefined) => boolean = trustedProxyTest;

/** Names of the headers with which an authenticating proxy identifies users; empty if no proxy is configured. */
export function identityHeaders({ proxy }: AuthenticationSettings): readonly string[] {
  const names = [proxy?.userHeader, proxy?.scopesHeader, proxy?.policiesHeader];
  return names.filter((name) => name !== undefined);
}

/**
 * Returns a function that tests whether a request may set a header that is forwarded to subgraphs: only the proxy may
 * set the headers that identify users. Undefined if no proxy is configured.
 */
export function createHeaderGuard(
  settings: AuthenticationSettings,
): ((request: Credentials, header: string) => boolean) | undefined {
  const { proxy } = settings;
  if (proxy === undefined) return undefined;
  const names = new Set(identityHeaders(settings));
  return (request, header) => !names.has(header) || proxy.isTrusted(request.socket?.remoteAddress);
}

function identityFromHeaders({ headers }: Credentials, proxy: ProxySettings): Identity {
  const valuesOf = (name: string | undefined): Set<string> => {
    const value = name === undefined ? undefined : headers[name];
    return new Set([value ?? ''].flat().flatMap((text) => text.split(/[\s,]+/).filter((word) => word !== '')));
  };
  return {
    isAuthenticated: valuesOf(proxy.userHeader).size > 0,
    scopes: valuesOf(proxy.scopesHeader),
    policies: valuesOf(proxy.policiesHeader),
  };
}

function mergeIdentities(a: Identity, b: Identity): Identity {
  if (a === unauthenticated) return b;
  return {
    isAuthenticated: a.isAuthenticated || b.isAuthenticated,
    scopes: new Set([...a.scopes, ...b.scopes]),
    policies: new Set([...a.policies, ...b.policies]),
  };
}
