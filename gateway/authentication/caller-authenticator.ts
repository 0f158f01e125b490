import { scryptSync } from 'node:crypto';
import {
  type Authenticator,
  anonymous,
  type Caller,
  type Credentials,
  type OperatorCaller,
} from '../../platform/caller.js';
import type { NamedToken } from '../../platform/configuration/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { once } from '../../platform/once.js';
import { KnownSecrets } from './known-secrets.js';
import type { OperatorTokens } from './operator-tokens.js';
import { accessTokenPrefix } from './providers/index.js';

/** Authenticates the callers of all interfaces (GraphQL, REST, events and subscriptions). */
export interface CallerAuthenticator {
  /**
   * The caller that the credentials identify; an anonymous caller without credentials. Returns a value instead of a
   * promise if no query is necessary.
   * @throws {DomainError} UNAUTHENTICATED for unknown, revoked or expired credentials, and for an ended session;
   * RATE_LIMITED `{ retryAfterSeconds }` instead of UNAUTHENTICATED if the source address has failed too often;
   * FORBIDDEN for the session cookie in a request from another site, and for an access token without a role;
   * STORE_UNAVAILABLE; SERVICE_UNAVAILABLE while the keys of an identity provider cannot be read
   */
  authenticate(request: Credentials, options?: AuthenticateOptions): Caller | Promise<Caller>;
  /**
   * Whether the credentials with this id are still valid: an operator token that is neither revoked nor expired, a
   * person with an open session, or a token that is still in the settings. Always true for access tokens, which remain
   * valid until they expire.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  isActive(credentialId: string): boolean | Promise<boolean>;
}

interface AuthenticateOptions {
  /**
   * Whether a source address that fails too often still receives the original error, because that error is a documented
   * response. By default, it receives RATE_LIMITED, unless `isRecheck` is set.
   */
  readonly preservesError?: boolean;
  /** Whether this repeats the authentication of an open stream, which does not extend the session. */
  readonly isRecheck?: boolean;
}

/** A header of requests that a page sends on its own, which do not extend the session. */
const backgroundHeader = 'x-rampart-background';

/** Authenticates browser sessions, by a cookie instead of a token. */
export interface SessionAuthenticator {
  /**
   * The caller of the session in the request's cookie; undefined without the cookie.
   * @param options.isUse whether the request counts as a use, which postpones the end of an idle session
   * @throws {DomainError} UNAUTHENTICATED `{ reason: 'session_ended' }`; FORBIDDEN for a request from another site;
   * STORE_UNAVAILABLE
   */
  authenticate(
    request: Credentials,
    options: { readonly isUse: boolean },
  ): OperatorCaller | undefined | Promise<OperatorCaller>;
  /** Whether the person with this credential id has an open session. */
  isActive(credentialId: string): Promise<boolean>;
}

export interface CallerAuthenticatorOptions {
  readonly operatorTokens: Pick<OperatorTokens, 'find'> & Pick<CallerAuthenticator, 'isActive'>;
  /** Administrator tokens in the settings or in `data_dir`; absent: none. */
  readonly adminTokens?: readonly NamedToken[];
  /** Authenticates session cookies; absent: cookies are ignored. */
  readonly sessions?: SessionAuthenticator;
  /**
   * Authenticators of additional kinds of credentials, tried in this order after the one for operator tokens. A bearer
   * token with an authenticator's prefix is passed only to that authenticator.
   */
  readonly authenticators?: readonly Authenticator[];
}

/**
 * Prefixes of credential ids: `settings:` for administrators in the settings, `person:` for people. The credential id
 * of an operator token is the id of the token.
 */
const settingsPrefix = 'settings:';
export const personPrefix = 'person:';

/** The error for a request whose session has ended. */
export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The session has ended: sign in again', { reason: 'session_ended' });
}
/**
 * Maximum length of the `Authorization` header in characters. Access tokens with many groups are long, and Node.js
 * limits all headers together to 16 KiB.
 */
const maxAuthorizationLength = 12_288;

export function createCallerAuthenticator(options: CallerAuthenticatorOptions): CallerAuthenticator {
  const { sessions, adminTokens = [] } = options;
  const administrators = new Administrators(adminTokens);
  const authenticators = [operatorAuthenticator(options, administrators), ...(options.authenticators ?? [])];
  const prefixedAuthenticators = authenticators.filter(
    ({ tokenPrefix: prefix }) => prefix !== undefined && !adminTokens.some(({ token }) => token.startsWith(prefix)),
  );
  function authenticatorsOf(bearer: string | undefined): readonly Authenticator[] {
    const owner = bearer && prefixedAuthenticators.find(({ tokenPrefix = '' }) => bearer.startsWith(tokenPrefix));
    return owner ? [owner] : authenticators;
  }
  /**
   * Returns the caller of a session, unless the session was created with a token that has since been removed from the
   * settings.
   * @throws {DomainError} UNAUTHENTICATED if the session has ended
   */
  function requireInSettings(caller: OperatorCaller): OperatorCaller {
    const { credentialId = '' } = caller;
    if (!credentialId.startsWith(settingsPrefix) || administrators.has(credentialId)) return caller;
    throw sessionEnded();
  }
  return {
    authenticate(request, { isRecheck = false } = {}) {
      const { authorization, cookie } = request.headers;
      if (authorization !== undefined) {
        const bearer = bearerToken(request);
        return tryAuthenticators(request, { bearer, authenticators: authenticatorsOf(bearer) });
      }
      if (cookie === undefined || sessions === undefined) return anonymous;
      const isBackground = request.headers[backgroundHeader] !== undefined;
      const caller = sessions.authenticate(request, { isUse: !isRecheck && !isBackground });
      if (caller instanceof Promise) return caller.then(requireInSettings);
      return caller === undefined ? anonymous : requireInSettings(caller);
    },
    isActive(id) {
      // Credentials that were issued for an access token expire with it.
      if (id.startsWith(accessTokenPrefix)) return true;
      if (id.startsWith(settingsPrefix)) return administrators.has(id);
      return sessions !== undefined && id.startsWith(personPrefix)
        ? sessions.isActive(id)
        : options.operatorTokens.isActive(id);
    },
  };
}

function tryAuthenticators(
  request: Credentials,
  { bearer, authenticators }: { bearer: string | undefined; authenticators: readonly Authenticator[] },
): Caller | Promise<Caller> {
  if ((request.headers.authorization?.length ?? 0) > maxAuthorizationLength) throw invalidCredentials();
  for (const [index, authenticator] of authenticators.entries()) {
    const recognized = authenticator(request, bearer);
    if (recognized instanceof Promise) {
      const others = authenticators.slice(index + 1);
      return recognized.then((caller) => caller ?? tryAuthenticators(request, { bearer, authenticators: others }));
    }
    if (recognized !== undefined) return recognized;
  }
  throw invalidCredentials();
}

/** The bearer token of a request (RFC 6750, section 2.1); undefined if the request has none. */
export function bearerToken({ headers }: Pick<Credentials, 'headers'>): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Authenticates operator tokens in `Authorization: Bearer <token>`, or as the password of Basic credentials, which
 * browsers can send.
 */
function operatorAuthenticator(
  { operatorTokens }: CallerAuthenticatorOptions,
  administrators: Administrators,
): Authenticator {
  return function authenticateOperator(request, bearer) {
    const token = bearer ?? basicPassword(request);
    if (token === undefined) return undefined;
    return administrators.find(token) ?? operatorTokens.find(token);
  };
}

function basicPassword({ headers }: Credentials): string | undefined {
  const encoded = /^basic +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : decoded.slice(colon + 1);
}

function invalidCredentials(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The credentials are not valid: the token is unknown, expired or revoked');
}

/** The administrators in the settings, identified by their tokens. Their credential ids are computed on first use. */
class Administrators {
  readonly #callers: KnownSecrets<() => OperatorCaller>;
  readonly #ids: () => ReadonlySet<string | undefined>;

  constructor(tokens: readonly NamedToken[]) {
    // Empty tokens are ignored.
    const credentials = tokens
      .filter(({ token }) => token !== '')
      .map((namedToken) => [namedToken.token, once(() => administratorCaller(namedToken))] as const);
    this.#callers = new KnownSecrets(credentials);
    this.#ids = once(() => new Set(credentials.map(([, callerOf]) => callerOf().credentialId)));
  }

  /** The administrator with this token. Tokens are compared in constant time. */
  find(token: string): OperatorCaller | undefined {
    return this.#callers.find(token)?.();
  }

  /** Whether the settings still contain a token with this credential id. */
  has(id: string): boolean {
    return this.#ids().has(id);
  }
}

function administratorCaller({ name, token }: NamedToken): OperatorCaller {
  return { kind: 'operator', name, role: 'admin', tenantId: null, credentialId: credentialId(name, token) };
}

/**
 * The credential id of a token in the settings; changes with the token. Download URLs contain the id, so a slow hash
 * protects short tokens from being guessed.
 */
function credentialId(name: string, token: string): string {
  return `${settingsPrefix}${name}:${scryptSync(token, `rampart credential ${name}`, 12, { N: 4096 }).toString('base64url')}`;
}
