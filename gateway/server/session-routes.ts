import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuditRequest, callerId } from '../../platform/audit/index.js';
import { anonymous, type Caller, type OperatorCaller } from '../../platform/caller.js';
import { DomainError, invalidArgument } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import { findProvider, type IdentityProvider } from '../openid/index.js';
import { type BrowserSessions, callerOf, type Session, sessionCookieName } from '../sessions/index.js';
import { sourceAddressOf } from './addresses.js';
import type { RequestLimit } from './caller-limits.js';
import { titleOf } from './openid-routes.js';
import { sendRejection } from './rejection.js';

export interface SessionRoutesOptions {
  /** Identity providers with which people can sign in instead of with a token. */
  readonly providers: readonly IdentityProvider[];
  /** Base URL of this server; empty if none is configured. */
  readonly publicUrl: string;
  readonly sessions: BrowserSessions;
  readonly authenticator: CallerAuthenticator;
  readonly requestLimit: RequestLimit;
  readonly log: Logger;
}

/** Maximum size of a request body in bytes. A body contains one token. */
const maxBodyBytes = 8192;
const tokenIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mounts `/session`: signing in with a token, reading the current session, and signing out. */
export function registerSessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): void {
  const { sessions } = options;
  const providers = options.providers.map((identity) => ({ title: titleOf(identity), path: identity.path }));
  /** Creates the body of an error response, which lists the providers with which the caller can sign in. */
  const errorBody = (detail: string): object => ({ detail, providers });
  function respond(work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      try {
        const body = await work(request, reply);
        await reply.send(body);
      } catch (error) {
        if (isEnded(error)) removeCookie(reply, request, sessions);
        await sendRejection({ request, reply, error, log: options.log, errorBody });
      }
    };
  }
  app.post(
    '/session',
    { bodyLimit: maxBodyBytes },
    respond((request, reply) => signIn({ request, reply, ...options })),
  );
  app.get(
    '/session',
    { exposeHeadRoute: false },
    respond(async (request, reply) => describeSession(await sessionOf({ request, reply, ...options }))),
  );
  app.delete(
    '/session',
    respond((request, reply) => signOut({ request, reply, ...options })),
  );
}

type Exchange = SessionRoutesOptions & { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Creates a session for an operator token, which is in the body as `{"token": "rpt_…"}` or in the `Authorization`
 * header.
 */
async function signIn(exchange: Exchange): Promise<object> {
  const { request, reply, sessions, authenticator } = exchange;
  const caller = await authenticator.authenticate(withToken(request));
  countRequest(exchange, caller);
  const sourceAddress = sourceAddressOf(request);
  assertOperatorToken(caller);
  const { credentialId = '' } = caller;
  const by: AuditRequest = { caller, via: 'rest', sourceAddress };
  const tokenId = tokenIdPattern.test(credentialId) ? { tokenId: credentialId } : {};
  const previous = sessions.cookies.read(request.headers, sessionCookieName);
  const { session, secret } = await sessions.sessions.create({ caller, sourceAddress, ...tokenId }, by);
  if (previous !== undefined) await sessions.sessions.end(previous, by);
  const cookie = sessions.cookies.set(request.headers, { name: sessionCookieName, value: secret });
  void reply.code(201).header('set-cookie', cookie);
  return describeSession(session);
}

/**
 * Requires an operator token, because a session that was created with other credentials, such as an access token, could
 * not be revoked with them.
 */
function assertOperatorToken(caller: Caller): asserts caller is OperatorCaller {
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Signing in requires an operator token');
  const id = caller.kind === 'operator' ? caller.credentialId : undefined;
  if (id !== undefined && (tokenIdPattern.test(id) || id.startsWith('settings:'))) return;
  throw new DomainError('FORBIDDEN', 'Signing in requires an operator token: these credentials are of another kind');
}

/** The request with the token of its body as the only credentials; its cookie is ignored. */
function withToken(request: FastifyRequest): FastifyRequest {
  const { cookie: _, ...headers } = request.headers;
  const token = (request.body as { token?: unknown } | null | undefined)?.token; // The parser returns any JSON value.
  if (token !== undefined && typeof token !== 'string') {
    throw invalidArgument('token', 'token must be a string');
  }
  const authorization = token === undefined ? headers.authorization : `Bearer ${token.trim()}`;
  return Object.create(request, { headers: { value: { ...headers, authorization } } });
}

/** Returns the session of the request. @throws {DomainError} UNAUTHENTICATED without an open session */
async function sessionOf(exchange: Exchange): Promise<Session> {
  const { request, sessions, authenticator } = exchange;
  // By its source address, before its cookie causes reads of the database.
  countRequest(exchange, anonymous);
  const current = await sessions.current(request);
  if (current === undefined) throw new DomainError('UNAUTHENTICATED', 'Not signed in');
  // A session also ends when its token is removed from the settings.
  await authenticator.authenticate(request, { isRecheck: true });
  return current.session;
}

/** Counts a request. @throws {DomainError} RATE_LIMITED */
function countRequest({ request, reply, requestLimit }: Exchange, caller: Caller): void {
  const rejection = requestLimit.check({ request, reply, caller, sourceAddress: sourceAddressOf(request) });
  if (rejection !== undefined) throw rejection;
}

async function signOut(exchange: Exchange): Promise<object | undefined> {
  const { request, reply, sessions, providers, publicUrl } = exchange;
  // By its source address, before its cookie causes reads and writes of the database.
  countRequest(exchange, anonymous);
  const secret = sessions.cookies.read(request.headers, sessionCookieName);
  if (secret !== undefined) {
    sessions.assertOwnPage(request);
    const sourceAddress = sourceAddressOf(request);
    const open = await sessions.sessions.find(secret, { isUse: false });
    const caller = open === undefined ? anonymous : callerOf(open);
    const ended = await sessions.sessions.end(secret, { caller, via: 'rest', sourceAddress });
    // Removes the data that pages of this origin stored, such as the queries of the explorer.
    void reply.header('clear-site-data', '"storage"');
    removeCookie(reply, request, sessions);
    const identity = ended && findProvider(providers, ended);
    const signOutUrl = await identity?.client.endSessionUrl({
      idToken: ended?.idToken,
      returnTo: `${publicUrl.replace(/\/$/, '')}/`,
    });
    if (signOutUrl !== undefined) return { signOutUrl };
  } else removeCookie(reply, request, sessions);
  void reply.code(204);
  return undefined;
}

function removeCookie(reply: FastifyReply, request: FastifyRequest, { cookies }: BrowserSessions): void {
  void reply.header('set-cookie', cookies.remove(request.headers, sessionCookieName));
}

function isEnded(error: unknown): boolean {
  return error instanceof DomainError && error.details?.reason === 'session_ended';
}

/** The properties of a session that its page may read, with times as ISO 8601. */
function describeSession(session: Session): object {
  const { id, name, role, tenants, expiresAt, idleExpiresAt } = session;
  return {
    ...{ id, viewerId: callerId(callerOf(session)), name, kind: 'operator', roles: [role], tenants },
    expiresAt: new Date(expiresAt).toISOString(),
    idleExpiresAt: new Date(idleExpiresAt).toISOString(),
  };
}
