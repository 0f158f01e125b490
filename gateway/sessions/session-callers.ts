import type { Credentials, OperatorCaller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { type SessionCallers, sessionEnded } from '../authentication/index.js';
import type { Confirmations } from './confirmations.js';
import { provesSameOrigin, sessionRequestHeader } from './same-origin.js';
import { type SessionCookies, sessionCookieName } from './session-cookie.js';
import { callerOf, type Session, type Sessions } from './sessions.js';

/** Browsers' sessions as the server uses them: the cookie of a request, and the session behind it. */
export interface BrowserSessions extends SessionCallers {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /**
   * The session and its secret, read from the database instead of the cache, because another process may have rejected
   * the session just before; undefined without the cookie.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, STORE_UNAVAILABLE
   */
  current(request: Credentials): Promise<{ session: Session; secret: string } | undefined>;
  /** @throws {DomainError} FORBIDDEN for a request that another site's page may have caused */
  assertOwnPage(request: Credentials): void;
}

/** @param options.publicUrl empty: the server has none */
export function browserSessions(options: {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly publicUrl: string;
  /** Absent: access is not checked again. */
  readonly confirmations?: Confirmations;
}): BrowserSessions {
  const { sessions, cookies, publicUrl } = options;
  const confirmed = sessionConfirmation(options.confirmations);
  const ownOrigin = publicUrl === '' ? undefined : new URL(publicUrl).origin;

  function assertOwnPage({ headers }: Credentials): void {
    if (!provesSameOrigin(headers, { ownOrigin })) throw crossSiteRejection();
  }

  return {
    sessions,
    cookies,
    assertOwnPage,
    isActive: (credentialId) => sessions.hasOpenSession(credentialId),
    authenticate(request, { isUse }) {
      const secret = cookies.read(request.headers, sessionCookieName);
      if (secret === undefined) return undefined;
      assertOwnPage(request);
      const session = sessions.find(secret, { isUse });
      if (session instanceof Promise) return session.then((found) => confirmed(found, secret)).then(requireCaller);
      const open = confirmed(session, secret);
      return open instanceof Promise ? open.then(requireCaller) : requireCaller(open);
    },
    async current(request) {
      const secret = cookies.read(request.headers, sessionCookieName);
      if (secret === undefined) return undefined;
      assertOwnPage(request);
      const session = await confirmed(await sessions.findUncached(secret), secret);
      if (session === undefined) throw sessionEnded();
      return { session, secret };
    },
  };
}

/** Returns a function that queries the provider of the person if a check is due. */
function sessionConfirmation(confirmations: Confirmations | undefined) {
  return (session: Session | undefined, secret: string): Session | undefined | Promise<Session> =>
    session !== undefined && confirmations?.isDue(session) ? confirmations.confirmOnce(session, secret) : session;
}

function requireCaller(session: Session | undefined): OperatorCaller {
  if (session === undefined) throw sessionEnded();
  return callerOf(session);
}

function crossSiteRejection(): DomainError {
  const message = `The session cookie is accepted from pages of this server only: send the header ${sessionRequestHeader}, or a token instead of the cookie`;
  return new DomainError('FORBIDDEN', message, { reason: 'cross_site' });
}
