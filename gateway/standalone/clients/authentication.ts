import type { Credentials } from '../../../platform/caller.js';
import { trustedProxyTest } from '../../server/index.js';
import { type Identify, type Identity, nobody } from './clients.js';
import { type JwtSettings, jwtVerifier } from './json-web-tokens.js';

/** Headers in which a proxy in front of the gateway names who it has authenticated. */
export interface ProxySettings {
  /** Whether a request comes from such a proxy, by the address of its connection. */
  isTrusted(address: string | undefined): boolean;
  /** Names the user; a client with it is authenticated. */
  readonly userHeader: string | undefined;
  /** Scopes, separated by blanks or commas. */
  readonly scopesHeader: string | undefined;
  /** Policies that hold, separated by blanks or commas. */
  readonly policiesHeader: string | undefined;
}

export interface AuthenticationSettings {
  readonly jwt: JwtSettings | undefined;
  readonly proxy: ProxySettings | undefined;
}

/**
 * How clients are identified: by a bearer token, by headers of a trusted proxy, or both together. Without settings nobody is authenticated, and
 * credentials are left to the subgraphs.
 */
export function createIdentify({ jwt, proxy }: AuthenticationSettings): Identify {
  const verify = jwt === undefined ? undefined : jwtVerifier(jwt);
  return (request) => {
    const named = proxy?.isTrusted(request.socket?.remoteAddress) ? namedBy(request, proxy) : nobody;
    const token = verify === undefined ? undefined : bearerToken(request);
    if (verify === undefined || token === undefined) return named;
    const verified = verify(token);
    return verified instanceof Promise ? verified.then((known) => joined(named, known)) : joined(named, verified);
  };
}

/** Whether an address is one of the proxies; ranges as the setting has them. */
export const proxyTest: (ranges: readonly string[]) => (address: string | undefined) => boolean = trustedProxyTest;

/** Whether a request may set a header that goes to the subgraphs: those that name users are the proxy's. */
export function mayHeaderBeSet({
  proxy,
}: AuthenticationSettings): ((request: Credentials, header: string) => boolean) | undefined {
  if (proxy === undefined) return undefined;
  const own = new Set([proxy.userHeader, proxy.scopesHeader, proxy.policiesHeader]);
  return (request, header) => !own.has(header) || proxy.isTrusted(request.socket?.remoteAddress);
}

function namedBy({ headers }: Credentials, proxy: ProxySettings): Identity {
  const valuesOf = (name: string | undefined): Set<string> => {
    const value = name === undefined ? undefined : headers[name];
    return new Set([value ?? ''].flat().flatMap((text) => text.split(/[\s,]+/).filter((one) => one !== '')));
  };
  return {
    isAuthenticated: valuesOf(proxy.userHeader).size > 0,
    scopes: valuesOf(proxy.scopesHeader),
    policies: valuesOf(proxy.policiesHeader),
  };
}

/** RFC 6750, section 2.1. Credentials of another kind are for the subgraphs. */
function bearerToken({ headers }: Credentials): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function joined(one: Identity, other: Identity): Identity {
  if (one === nobody) return other;
  return {
    isAuthenticated: one.isAuthenticated || other.isAuthenticated,
    scopes: new Set([...one.scopes, ...other.scopes]),
    policies: new Set([...one.policies, ...other.policies]),
  };
}
