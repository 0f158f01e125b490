import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditRequest } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import type { SecurityEvents } from '../../platform/security-events.js';
import { findDistributedClaims, personPrefix } from '../authentication/index.js';
import {
  beginTransaction,
  type IdentityProvider,
  personOf,
  readTransaction,
  toLocalPath,
  transactionCookieName,
  transactionMaxAgeSeconds,
} from '../openid/index.js';
import { type BrowserSessions, sessionCookieName } from '../sessions/index.js';
import { isLocal, sourceAddressOf } from './addresses.js';
import { RateLimiter } from './rate-limiter.js';
import { sendRejection, setRetryAfter } from './rejection.js';
import { identityWithoutRole } from './rejection-reports.js';
import type { SharedCounts } from './shared-counts.js';
import { type SignInPage, sendSignInPage } from './sign-in-pages.js';

export interface OpenidRoutesOptions {
  readonly providers: readonly IdentityProvider[];
  readonly sessions: BrowserSessions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly securityEvents: SecurityEvents;
  readonly sharedCounts?: SharedCounts | undefined;
}

/** Counts a request. @throws {DomainError} RATE_LIMITED if the source has reached the limit */
type Limit = (request: FastifyRequest) => void;

interface Limits {
  readonly begin: Limit;
  /** For responses that belong to a sign-in of the browser. */
  readonly response: Limit;
  readonly rejection: Limit;
}

interface Exchange extends OpenidRoutesOptions {
  readonly limits: Limits;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identity: IdentityProvider;
}

/**
 * Maximum number of sign-ins per source and minute, and of responses to them, each of which can cause a request to the
 * provider. It is high, because many people can share an address.
 */
const signInsPerMinute = 300;
/** Maximum number of rejected responses and logout tokens per source and minute; further ones result in status 429. */
const rejectionsPerMinute = 60;
const windowMs = 60_000;
const maxUrl = 16_384;
const maxLogoutBytes = 32_768;

/**
 * Mounts for each provider: `/session/oidc/NAME` to sign in, `…/callback` for its redirects, and `…/logout` for its
 * logout tokens.
 */
export function registerOpenidRoutes(app: FastifyInstance, options: OpenidRoutesOptions): void {
  const limits = {
    begin: createLimit(options, 'sign-ins', signInsPerMinute),
    response: createLimit(options, 'sign-in responses', signInsPerMinute),
    rejection: createLimit(options, 'rejected sign-ins', rejectionsPerMinute),
  };
  function route(handle: (exchange: Exchange) => Promise<unknown>, identity: IdentityProvider) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const exchange = { ...options, limits, request, reply, identity };
      try {
        await handle(exchange);
      } catch (error) {
        if (request.method === 'POST') await sendRejection({ request, reply, error, log: options.log });
        else await sendFailure(exchange, error);
      }
    };
  }
  for (const identity of options.providers) {
    app.get(identity.path, { exposeHeadRoute: false }, route(begin, identity));
    app.get(`${identity.path}/callback`, { exposeHeadRoute: false }, route(finish, identity));
    void app.register(async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: maxLogoutBytes },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      );
      scope.post(`${identity.path}/logout`, { bodyLimit: maxLogoutBytes }, route(logOut, identity));
    });
  }
}

/** Creates a limit on the requests per source and minute. Local requests are not counted. */
function createLimit({ sharedCounts }: OpenidRoutesOptions, name: string, perMinute: number): Limit {
  const limiter = new RateLimiter({ limit: perMinute, windowMs, now: () => performance.now() });
  sharedCounts?.register(name, limiter, { isHeld: false });
  return (request) => {
    if (isLocal(request)) return;
    const { isAllowed, retryInMs } = limiter.count(rateSubject(sourceAddressOf(request)));
    if (!isAllowed) throw tooManySignIns(perMinute, retryInMs);
  };
}

/** Redirects the browser to the provider to sign in. */
async function begin({ request, reply, identity, sessions, clock, limits }: Exchange): Promise<void> {
  limits.begin(request);
  // A page of another site must not start the sign-in of its visitors.
  if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined)) {
    await reply.redirect('/', 303);
    return;
  }
  const returnTo = toLocalPath((request.query as { returnTo?: unknown }).returnTo); // The parser returns an object.
  const { transaction, cookie } = beginTransaction({ provider: identity.provider.name, returnTo, clock });
  const url = await identity.client.authorizationUrl(transaction);
  const settings = { name: transactionCookieName, sameSite: 'Lax', maxAgeSeconds: transactionMaxAgeSeconds } as const;
  void reply.header('set-cookie', sessions.cookies.set(request.headers, { ...settings, value: cookie }));
  await reply.redirect(url, 303);
}

/** Creates a session for a person whom the provider has redirected back. */
async function finish({ request, reply, identity, sessions, clock, securityEvents, limits }: Exchange): Promise<void> {
  const { headers } = request;
  const transaction = readTransaction(sessions.cookies.read(headers, transactionCookieName), clock);
  const parameters = new URLSearchParams((request.raw.url ?? '').split('?')[1]);
  // Anyone can cause a response without the state, so it neither ends a sign-in under way nor counts as one.
  if (transaction?.provider !== identity.provider.name || parameters.getAll('state').join() !== transaction.state) {
    limits.rejection(request);
    throw signInNotStarted();
  }
  limits.response(request);
  // A transaction is valid for one response.
  void reply.header('set-cookie', sessions.cookies.remove(headers, transactionCookieName));
  if ((request.raw.url?.length ?? 0) > maxUrl) throw signInNotStarted();
  const { claims, idToken, refreshToken } = await identity.client.finish(parameters, transaction);
  const person = personOf(claims, identity.provider);
  if (person === undefined) {
    const distributedClaims = findDistributedClaims(claims, identity.provider.roles);
    const facts = {
      ...{ source: rateSubject(sourceAddressOf(request)), scheme: 'oidc' },
      ...(distributedClaims.length > 0 && { distributedClaims: distributedClaims.join(', ') }),
    };
    const { name: provider } = identity.provider;
    const event = identityWithoutRole(`${personPrefix}${provider}:${claims.sub}`, facts);
    securityEvents.report({ ...event, isLogged: true });
    return await sendSignInPage(reply, noRolePage(identity, distributedClaims));
  }
  const { caller, email } = person;
  const sourceAddress = sourceAddressOf(request);
  const providerSignIn = {
    ...{ provider: identity.provider.name, issuer: identity.provider.issuer, subject: claims.sub, email, idToken },
    refresh: refreshOf(identity, refreshToken),
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
  };
  const by: AuditRequest = { caller, via: 'rest', sourceAddress };
  const previous = sessions.cookies.read(headers, sessionCookieName);
  const { secret } = await sessions.sessions.create({ caller, sourceAddress, providerSignIn }, by);
  if (previous !== undefined) await sessions.sessions.end(previous, by);
  const cookies = [
    sessions.cookies.remove(headers, transactionCookieName),
    sessions.cookies.set(headers, { name: sessionCookieName, value: secret }),
  ];
  void reply.removeHeader('set-cookie').header('set-cookie', cookies);
  // After a redirect from another site, browsers send no strict cookie, so a page of this server opens the next URL.
  const link = { path: transaction.returnTo, text: 'Continue' };
  await sendSignInPage(reply, { status: 200, title: 'Signed in', paragraphs: [], link, opensLink: true });
}

/**
 * The refresh token and the time in milliseconds until the next access check; undefined if the provider issued no
 * token, or the settings require no check.
 */
function refreshOf({ provider: { recheckMinutes } }: IdentityProvider, token: string | undefined) {
  return token === undefined || recheckMinutes === 0 ? undefined : { token, checkInMs: recheckMinutes * 60_000 };
}

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0). Only rejected tokens are
 * limited, because a provider that ends many sessions sends a token for each of them.
 */
async function logOut(exchange: Exchange): Promise<void> {
  const { request, reply } = exchange;
  try {
    await endSessions(exchange);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_USER_INPUT') exchange.limits.rejection(request);
    throw error;
  }
  await reply.code(200).send();
}

async function endSessions({ request, identity, sessions, log }: Exchange): Promise<void> {
  const { name: provider, issuer } = identity.provider;
  const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
  if (token === null) throw new DomainError('BAD_USER_INPUT', 'logout_token is required');
  const logout = await identity.client.verifyLogoutToken(token);
  const by: AuditRequest = { caller: { kind: 'system' }, via: 'rest', sourceAddress: sourceAddressOf(request) };
  const ended = await sessions.sessions.endByProvider({ provider, issuer, ...logout }, by);
  if (ended === undefined) throw new DomainError('BAD_USER_INPUT', 'The logout token has already been used');
  log.info({ provider, sessions: ended }, 'an identity provider ended sessions');
}

async function sendFailure({ request, reply, identity, log, securityEvents }: Exchange, error: unknown): Promise<void> {
  const code = error instanceof DomainError ? error.code : 'INTERNAL';
  const { name: provider } = identity.provider;
  if (code === 'SERVICE_UNAVAILABLE' || code === 'STORE_UNAVAILABLE' || code === 'RATE_LIMITED') {
    log.warn(
      { err: error, provider },
      'a sign-in failed: a service is unavailable, or the source sends too many requests',
    );
    setRetryAfter(reply, error instanceof DomainError ? error.extensions : undefined);
    return await sendSignInPage(reply, unavailable(identity, code));
  }
  if (code === 'INTERNAL') log.error({ err: error, requestId: request.id }, 'a sign-in failed');
  const facts = { source: rateSubject(sourceAddressOf(request)), scheme: 'oidc', provider, reason: reasonOf(error) };
  securityEvents.report({ name: 'authentication_failed', message: 'a sign-in was rejected', facts });
  await sendSignInPage(reply, {
    status: code === 'INTERNAL' ? 500 : 403,
    title: 'Sign-in failed',
    paragraphs: [
      `${titleOf(identity)} did not confirm this sign-in, it was started too long ago or in another browser, or an internal error occurred.`,
      'You are not signed in. Try again; if the sign-in fails again, ask an administrator to check the server log.',
    ],
    link: { path: '/', text: 'Back to the console' },
  });
}

function noRolePage(identity: IdentityProvider, distributedClaims: readonly string[]): SignInPage {
  const { contact } = identity.provider;
  return {
    status: 403,
    title: 'No access',
    paragraphs: [
      distributedClaims.length > 0
        ? `${titleOf(identity)} confirmed your identity, but omitted claims that determine your access (${distributedClaims.join(', ')}), because they are too long.`
        : `${titleOf(identity)} confirmed your identity, but no configured rule grants you a role in Rampart.`,
      contact === '' ? 'Ask an administrator of Rampart for access.' : `For access, ask ${contact}.`,
    ],
    link: { path: '/', text: 'Back to the console' },
  };
}

function unavailable(
  identity: IdentityProvider,
  code: 'SERVICE_UNAVAILABLE' | 'STORE_UNAVAILABLE' | 'RATE_LIMITED',
): SignInPage {
  const problem = {
    SERVICE_UNAVAILABLE: `${titleOf(identity)} cannot be reached.`,
    STORE_UNAVAILABLE: 'The database is not available.',
    RATE_LIMITED: 'Too many sign-in requests came from your address within a minute.',
  }[code];
  return {
    status: code === 'RATE_LIMITED' ? 429 : 503,
    title: 'Sign-in is not available',
    paragraphs: [`${problem} Try again in a moment.`, 'Operators with a token can sign in with it in the console.'],
    link: { path: '/', text: 'Back to the console' },
  };
}

/** The display name of an identity provider. */
export function titleOf({ provider }: IdentityProvider): string {
  return provider.title === '' ? provider.name : provider.title;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message.slice(0, 200) : '';
}

function signInNotStarted(): DomainError {
  const message = 'The sign-in was not started in this browser, or was started too long ago';
  return new DomainError('FORBIDDEN', message, { reason: 'sign_in_failed' });
}

function tooManySignIns(perMinute: number, milliseconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const message = `Too many sign-ins from this address: at most ${perMinute} per minute`;
  return new DomainError('RATE_LIMITED', message, { retryAfterSeconds });
}
