import type { Credentials, OperatorCaller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { type SessionAuthenticator, sessionEnded } from '../authentication/index.js';
import type { AccessChecks } from './access-checks.js';
import { provesSameOrigin, sessionRequestHeader } from './same-origin.js';
import { type SessionCookies, sessionCookieName } from './session-cookie.js';
import { callerOf, type Session, type Sessions } from './sessions.js';

type ProviderOfSession = Pick<Session, 'provider' | 'issuer'>;
type HasProvider = (session: ProviderOfSession) => boolean;

/** Browser sessions for the HTTP server, which identifies a session by the cookie of a request. */
export interface BrowserSessions extends SessionAuthenticator {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /**
   * The session of the request's cookie and its secret; undefined without the cookie. Read from the database instead of
   * the cache, because another process may have ended the session just before.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, STORE_UNAVAILABLE
   */
  current(request: Credentials): Promise<{ session: Session; secret: string } | undefined>;
  /**
   * Requires that the request was not caused by a page of another site.
   * @throws {DomainError} FORBIDDEN if another site's page may have caused the request
   */
  assertOwnPage(request: Credentials): void;
}

/**
 * @param options.publicUrl base URL of this server; empty if none is configured
 * @param options.hasProvider whether the settings still contain the identity provider of a session, with the same
 * issuer; otherwise, the session is rejected
 */
export function browserSessions(options: {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly publicUrl: string;
  /** Access checks at identity providers; absent: access is not checked again. */
  readonly accessChecks?: AccessChecks;
  readonly hasProvider: HasProvider;
}): BrowserSessions {
  const { sessions, cookies, publicUrl, hasProvider } = options;
  /** Whether a session was created with a token, or its provider is still configured. */
  const isAccepted: HasProvider = (session) => session.provider === null || hasProvider(session);
  const checked = sessionCheck(options.accessChecks, isAccepted);
  const ownOrigin = publicUrl === '' ? undefined : new URL(publicUrl).origin;

  function assertOwnPage({ headers }: Credentials): void {
    if (!provesSameOrigin(headers, { ownOrigin })) throw crossSiteRejection();
  }

  return {
    sessions,
    cookies,
    assertOwnPage,
    isActive: async (credentialId) => (await sessions.providersOf(credentialId)).some(isAccepted),
    authenticate(request, { isUse }) {
      const secret = cookies.read(request.headers, sessionCookieName);
      if (secret === undefined) return undefined;
      assertOwnPage(request);
      const session = sessions.find(secret, { isUse });
      if (session instanceof Promise)
        return session.then((openSession) => checked(openSession, secret)).then(requireCaller);
      const open = checked(session, secret);
      return open instanceof Promise ? open.then(requireCaller) : requireCaller(open);
    },
    async current(request) {
      const secret = cookies.read(request.headers, sessionCookieName);
      if (secret === undefined) return undefined;
      assertOwnPage(request);
      const session = await checked(await sessions.findUncached(secret), secret);
      if (session === undefined) throw sessionEnded();
      return { session, secret };
    },
  };
}

/**
 * Returns a function that returns a session, confirmed by its identity provider if an access check is due; undefined if
 * its provider is no longer configured.
 */
function sessionCheck(accessChecks: AccessChecks | undefined, isAccepted: HasProvider) {
  return (session: Session | undefined, secret: string): Session | undefined | Promise<Session> => {
    if (session === undefined || !isAccepted(session)) return undefined;
    return accessChecks?.isDue(session) ? accessChecks.checkOnce(session, secret) : session;
  };
}

function requireCaller(session: Session | undefined): OperatorCaller {
  if (session === undefined) throw sessionEnded();
  return callerOf(session);
}

function crossSiteRejection(): DomainError {
  const message = `The session cookie is accepted from pages of this server only: send the header ${sessionRequestHeader}, or a token instead of the cookie`;
  return new DomainError('FORBIDDEN', message, { reason: 'cross_site' });
}
