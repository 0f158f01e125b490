import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify, customFetch as keysFetch } from 'jose';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  discoveryRequest,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import type { Clock } from '../../platform/clock.js';
import type { OidcProvider } from '../../platform/configuration/index.js';
import { DomainError } from '../../platform/domain-error.js';
import type { ProviderFetch } from '../authentication/index.js';
import { signatureAlgorithms } from '../signature-algorithms.js';
import { isTokenError } from '../token-errors.js';
import { failureOf, isRejection, retryMs, unavailable } from './failures.js';
import type { Claims } from './person.js';
import type { SignInTransaction } from './transaction.js';

const clockToleranceSeconds = 30;
const metadataLifetimeMs = 600_000;
/** Minimum time in milliseconds between two reads of the provider's keys because of an unknown key. */
const keyCooldownMs = 10_000;
const maxLogoutTokenAgeSeconds = 300;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export interface ProviderClientOptions {
  readonly provider: OidcProvider;
  /** The redirect URI of this provider only, so responses of other providers never arrive there. */
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly fetch: ProviderFetch['fetch'];
}

/**
 * The claims of a logout token, by which a provider ends the sessions here that belong to one of its own sessions
 * (`sid`), or to a person (`sub`).
 */
export interface LogoutRequest {
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  readonly tokenId: string;
  /** Time in Unix epoch milliseconds from which the token is rejected. */
  readonly expiresAt: number;
}

export interface RefreshedTokens {
  /** Claims of the new ID token; absent if the provider sends none. */
  readonly claims?: Claims;
  readonly idToken?: string;
  /** The new refresh token; undefined if the previous one remains valid. */
  readonly refreshToken: string | undefined;
  /** Why the new ID token could not be verified: the provider's keys are unavailable. Its claims are then absent. */
  readonly failure?: DomainError;
}

interface ProviderMetadata {
  readonly server: AuthorizationServer;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly readAt: number;
}

/** This server as a client of an OpenID Connect provider. */
export class ProviderClient {
  readonly #options: ProviderClientOptions;
  readonly #isLocal: boolean;
  #cachedMetadata: ProviderMetadata | undefined;
  #reading: Promise<ProviderMetadata> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ProviderClientOptions) {
    this.#options = options;
    // The settings allow http only for issuers on this machine.
    this.#isLocal = options.provider.issuer.startsWith('http:');
  }

  /**
   * The URL at the provider where the person signs in.
   * @throws {DomainError} SERVICE_UNAVAILABLE when the provider cannot be reached
   */
  async authorizationUrl({ state, nonce, codeChallenge }: SignInTransaction): Promise<string> {
    const { provider, redirectUri } = this.#options;
    const { server } = await this.#readMetadata();
    const url = new URL(server.authorization_endpoint ?? '');
    const parameters = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      ...{ state, nonce },
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Verifies the provider's response to a sign-in, and exchanges the authorization code for tokens.
   * @throws {DomainError} FORBIDDEN `{ reason: 'sign_in_failed' }` for a response that is not valid;
   * SERVICE_UNAVAILABLE
   */
  async finish(
    parameters: URLSearchParams,
    transaction: SignInTransaction,
  ): Promise<{ claims: Claims; idToken: string; refreshToken: string | undefined }> {
    const { redirectUri } = this.#options;
    const { server, keys } = await this.#readMetadata();
    const client = this.#client();
    const { nonce, state, codeVerifier } = transaction;
    try {
      // Verifies state, and iss as in RFC 9207.
      const verified = validateAuthResponse(server, client, parameters, state);
      const authentication = this.#authentication(server);
      const response = await authorizationCodeGrantRequest(
        ...([server, client, authentication, verified, redirectUri, codeVerifier] as const),
        this.#requestOptions(),
      );
      const checks = { expectedNonce: nonce, requireIdToken: true } as const;
      const { id_token: idToken = '', refresh_token: refreshToken } = await processAuthorizationCodeResponse(
        server,
        client,
        response,
        checks,
      );
      const claims = await this.#verifyIdToken(idToken, keys); // The library requires `sub`.
      return { claims, idToken, refreshToken };
    } catch (error) {
      throw failureOf(error);
    }
  }

  /**
   * Refreshes the tokens of a person to check whether the person still has access (OpenID Connect Core 1.0, section
   * 12).
   * @returns the new tokens and claims; undefined if the provider rejects the refresh, or its response is not valid for
   * this person
   * @throws {DomainError} SERVICE_UNAVAILABLE if the provider does not issue new tokens
   */
  async refresh(refreshToken: string, subject: string): Promise<RefreshedTokens | undefined> {
    const { server, keys } = await this.#readMetadata();
    const client = this.#client();
    try {
      const request = [server, client, this.#authentication(server), refreshToken] as const;
      const response = await refreshTokenGrantRequest(...request, this.#requestOptions());
      const tokens = await processRefreshTokenResponse(server, client, response);
      const { id_token: idToken, refresh_token: renewed } = tokens;
      if (idToken === undefined) return { refreshToken: renewed };
      const claims = await this.#verifyIdToken(idToken, keys).catch((error: unknown) => {
        // The provider may accept only the new refresh token from now on.
        if (error instanceof DomainError) return error;
        throw error;
      });
      if (claims instanceof DomainError) return { refreshToken: renewed, failure: claims };
      return claims.sub === subject ? { claims, idToken, refreshToken: renewed } : undefined;
    } catch (error) {
      if (isRejection(error)) return undefined;
      throw unavailable(error);
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws {DomainError} BAD_USER_INPUT for a token that is not valid; SERVICE_UNAVAILABLE
   */
  async verifyLogoutToken(token: string): Promise<LogoutRequest> {
    const { keys } = await this.#readMetadata();
    try {
      const payload = await this.#verify(token, keys, { maxTokenAge: maxLogoutTokenAgeSeconds });
      const { sub, sid, jti, iat = 0, events, nonce } = payload;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
      const isNamed = typeof sub === 'string' || typeof sid === 'string';
      if (!isLogout || nonce !== undefined || !isNamed || typeof jti !== 'string')
        throw new Error('the token is not a logout token');
      return {
        ...{ subject: sub, providerSession: typeof sid === 'string' ? sid : undefined, tokenId: jti },
        expiresAt: (iat + maxLogoutTokenAgeSeconds + clockToleranceSeconds) * 1000,
      };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError('BAD_USER_INPUT', 'The logout token is not valid', undefined, { cause: error });
    }
  }

  /**
   * The URL at which the browser signs out at the provider; undefined if the provider has none or cannot be reached.
   */
  async endSessionUrl(options: {
    readonly idToken: string | undefined;
    readonly returnTo: string;
  }): Promise<string | undefined> {
    const metadata = await this.#readMetadata().catch(() => undefined);
    const endpoint = metadata?.server.end_session_endpoint;
    if (endpoint === undefined) return undefined;
    const url = new URL(endpoint);
    url.searchParams.set('client_id', this.#options.provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', options.returnTo);
    if (options.idToken !== undefined) url.searchParams.set('id_token_hint', options.idToken);
    return url.href;
  }

  /**
   * Verifies an ID token that the provider has just issued. If the token's key is unknown, reads the keys again,
   * because the key must be new. The callers ensure that the token has a subject.
   */
  async #verifyIdToken(token: string, keys: ProviderMetadata['keys']): Promise<Claims> {
    try {
      return (await this.#verify(token, keys)) as Claims;
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await keys.reload().catch((error: unknown) => {
        throw unavailable(error);
      });
      return (await this.#verify(token, keys)) as Claims;
    }
  }

  async #verify(token: string, keys: JWTVerifyGetKey, checks: { maxTokenAge?: number } = {}) {
    const { provider, clock } = this.#options;
    const { payload } = await jwtVerify(token, keys, {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: signatureAlgorithms,
      currentDate: new Date(clock.now()),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['iat'],
      ...checks,
    }).catch((error: unknown) => {
      throw isTokenError(error) ? error : unavailable(error);
    });
    return payload;
  }

  #client(): Client {
    const { provider, clock } = this.#options;
    const skew = Math.round((clock.now() - Date.now()) / 1000);
    return { client_id: provider.clientId, [clockTolerance]: clockToleranceSeconds, [clockSkew]: skew };
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) {
    const { clientSecret } = this.#options.provider;
    if (clientSecret === '') return None();
    const isPost = methods !== undefined && !methods.includes('client_secret_basic');
    return isPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
  }

  #requestOptions() {
    return { [customFetch]: this.#fetch, [allowInsecureRequests]: this.#isLocal };
  }

  readonly #fetch = (url: string, init?: RequestInit): Promise<Response> =>
    this.#options.fetch(url, init).catch((error: unknown) => {
      throw unavailable(error);
    });

  /** The provider's metadata. Cached metadata remains in use while the provider cannot be reached. */
  async #readMetadata(): Promise<ProviderMetadata> {
    const now = performance.now();
    const cached = this.#cachedMetadata;
    if (cached !== undefined && now - cached.readAt < metadataLifetimeMs) return cached;
    if (this.#reading === undefined && now - this.#failedAt < retryMs) {
      if (cached === undefined) throw unavailable();
      return cached;
    }
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return await this.#reading.catch((error: unknown) => {
      this.#failedAt = now;
      if (cached === undefined) throw unavailable(error);
      return cached;
    });
  }

  async #read(): Promise<ProviderMetadata> {
    const issuer = new URL(this.#options.provider.issuer);
    const response = await discoveryRequest(issuer, this.#requestOptions());
    const server = await processDiscoveryResponse(issuer, response);
    // The library checks the URL of token_endpoint.
    for (const address of [server.authorization_endpoint, server.jwks_uri]) this.#assertSecure(address);
    if (server.end_session_endpoint !== undefined) this.#assertSecure(server.end_session_endpoint);
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ''), {
      [keysFetch]: this.#fetch as typeof fetch,
      cooldownDuration: keyCooldownMs,
      cacheMaxAge: metadataLifetimeMs,
    });
    this.#cachedMetadata = { server, keys, readAt: performance.now() };
    return this.#cachedMetadata;
  }

  #assertSecure(address: string | undefined): void {
    const protocol = address !== undefined && URL.canParse(address) ? new URL(address).protocol : '';
    if (protocol !== 'https:' && !(protocol === 'http:' && this.#isLocal)) {
      throw new Error(`expected an https URL in the metadata of the provider; received ${address ?? 'none'}`);
    }
  }
}
