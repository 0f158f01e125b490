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

/** Authenticates the callers of all interfaces. */
export interface Callers {
  /**
   * The caller; anonymous without credentials. Returns without a promise if no query is necessary.
   * @throws {DomainError} UNAUTHENTICATED for unknown, revoked or expired credentials, and for an ended session;
   * RATE_LIMITED `{ retryAfterSeconds }` instead for a source that fails too often; FORBIDDEN for the session cookie in
   * a request from another site, and for an access token without a role; STORE_UNAVAILABLE; SERVICE_UNAVAILABLE while
   * the keys of an identity provider cannot be read
   */
  authenticate(request: Credentials, options?: AuthenticateOptions): Caller | Promise<Caller>;
  /**
   * Whether the credentials with this id are still valid now: an operator token that is neither revoked nor expired, a
   * person with an open session, or a token that the settings still contain. Always true for access tokens, which
   * expire by themselves.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  isActive(credentialId: string): boolean | Promise<boolean>;
}

interface AuthenticateOptions {
  /**
   * Whether failures keep their error, because it is a documented response; default: RATE_LIMITED for a source that
   * fails too often.
   */
  readonly keepsFailure?: boolean;
  /** Whether an open stream authenticates its caller again, which does not extend the session. */
  readonly isRecheck?: boolean;
}

/** Browsers' sessions: a cookie instead of a token. */
export interface SessionCallers {
  /**
   * The caller of the session whose cookie a request has; undefined without the cookie.
   * @throws {DomainError} UNAUTHENTICATED `{ reason: 'session_ended' }`; FORBIDDEN for a request from another site;
   * STORE_UNAVAILABLE
   */
  authenticate(
    request: Credentials,
    options: { readonly isUse: boolean },
  ): OperatorCaller | undefined | Promise<OperatorCaller>;
  /** Whether the person with this id has an open session. */
  isActive(credentialId: string): Promise<boolean>;
}

export interface CallersOptions {
  readonly operatorTokens: Pick<OperatorTokens, 'find'> & Pick<Callers, 'isActive'>;
  /** Administrators with a token in the settings or in `data_dir`; absent: none. */
  readonly adminTokens?: readonly NamedToken[];
  /** Absent: cookies are ignored. */
  readonly sessions?: SessionCallers;
  /** Additional kinds of credentials, tried in this order after operator tokens unless their prefix identifies them. */
  readonly authenticators?: readonly Authenticator[];
}

/**
 * Prefixes of the credential ids of administrators in the settings and of people; other operators have the id of their
 * token.
 */
const settingsPrefix = 'settings:';
export const personPrefix = 'person:';

/** The error of a request whose session has ended. */
export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The session has ended: sign in again', { reason: 'session_ended' });
}
/**
 * Maximum length of the `Authorization` header. Access tokens with many groups are long; Node.js limits all headers to
 * 16 KiB.
 */
const maxAuthorization = 12_288;

export function createCallers(options: CallersOptions): Callers {
  const { sessions, adminTokens = [] } = options;
  const administrators = new Administrators(adminTokens);
  const authenticators = [operatorAuthenticator(options, administrators), ...(options.authenticators ?? [])];
  const identified = authenticators.filter(
    ({ tokenPrefix: prefix }) => prefix !== undefined && !adminTokens.some(({ token }) => token.startsWith(prefix)),
  );
  function authenticatorsOf(bearer: string | undefined): readonly Authenticator[] {
    const owner = bearer && identified.find(({ tokenPrefix = '' }) => bearer.startsWith(tokenPrefix));
    return owner ? [owner] : authenticators;
  }
  /**
   * Returns the caller of a session. A session of a token in the settings ends when the token is removed from them.
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
      const caller = sessions.authenticate(request, { isUse: !isRecheck });
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
  if ((request.headers.authorization?.length ?? 0) > maxAuthorization) throw invalidCredentials();
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

/** The bearer token of a request (RFC 6750, section 2.1); undefined without one. */
export function bearerToken({ headers }: Pick<Credentials, 'headers'>): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** `Authorization: Bearer <token>`; and Basic with the token as the password, which is how a browser can send one. */
function operatorAuthenticator({ operatorTokens }: CallersOptions, administrators: Administrators): Authenticator {
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

/** The configured administrators, identified by their tokens. Their ids are computed when they are first needed. */
class Administrators {
  readonly #callers: KnownSecrets<() => OperatorCaller>;
  readonly #ids: () => ReadonlySet<string | undefined>;

  constructor(tokens: readonly NamedToken[]) {
    // Empty tokens are ignored.
    const known = tokens
      .filter(({ token }) => token !== '')
      .map((namedToken) => [namedToken.token, once(() => administratorCaller(namedToken))] as const);
    this.#callers = new KnownSecrets(known);
    this.#ids = once(() => new Set(known.map(([, callerOf]) => callerOf().credentialId)));
  }

  /** The administrator with this token; compares in constant time. */
  find(token: string): OperatorCaller | undefined {
    return this.#callers.find(token)?.();
  }

  /** Whether the settings still contain the token with this id. */
  has(id: string): boolean {
    return this.#ids().has(id);
  }
}

function administratorCaller({ name, token }: NamedToken): OperatorCaller {
  return { kind: 'operator', name, role: 'admin', tenantId: null, credentialId: credentialId(name, token) };
}

/**
 * An id that changes with the token. Download URLs contain it, so a slow hash protects short tokens from being guessed.
 */
function credentialId(name: string, token: string): string {
  return `${settingsPrefix}${name}:${scryptSync(token, `rampart credential ${name}`, 12, { N: 4096 }).toString('base64url')}`;
}
