import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import type { Clock } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { DriveSettings } from '../../dependencies.js';
import { rolesInToken } from '../rules/permissions.js';
import { certificateAuth } from './client-assertion.js';
import type { HttpClient } from './http-client.js';
import { type Redactor, readJson } from './responses.js';

/**
 * Number of seconds before its expiration at which a token is renewed, as in Microsoft's own libraries. A short-lived
 * token is renewed after nine tenths of its lifetime.
 */
const renewalMarginSeconds = 300;
/** Number of seconds after which a failed renewal is retried while the current token is still valid. */
const retrySeconds = 30;
/**
 * Minimum difference in seconds between the local clock and that of the identity provider that may explain why an
 * assertion was rejected.
 */
const significantSkewSeconds = 60;
/** Assumed lifetime in seconds of a token without `expires_in`. */
const defaultLifetimeSeconds = 300;
const maxTokenBytes = 1_048_576;

/** The properties of an access token that the status of a site reports. */
export interface TokenState {
  /** Application roles in the token, empty if it contains none; null if the token is not a readable JWT. */
  readonly roles: string[] | null;
  /** Expiration time in Unix epoch seconds. */
  readonly expiresAt: number;
}

export interface AccessToken extends TokenState {
  readonly text: string;
}

export interface TokenSource {
  /** Returns the current token, renewing it shortly before it expires. Concurrent callers share one request. */
  get(): Promise<AccessToken>;
  /** Discards a token that Microsoft Graph rejected, so `get` requests a new one. */
  reject(token: AccessToken): void;
}

/**
 * Creates a source of access tokens by OAuth 2.0 client credentials, with the default scope of Microsoft Graph
 * (specification, part B, sections 4 and 5). The lifetime of a token is counted from its request, so it does not depend
 * on the clock of the identity provider.
 */
export function createTokenSource(options: {
  settings: DriveSettings;
  authUrl: URL;
  httpClient: HttpClient;
  clock: Clock;
  redact: Redactor;
  onToken: (token: AccessToken) => Promise<void>;
}): TokenSource {
  const { clock, redact, onToken } = options;
  const requestToken = createTokenRequester(options);
  let current: { token: AccessToken; renewAt: number } | undefined;
  let pending: Promise<AccessToken> | undefined;

  async function renew(): Promise<AccessToken> {
    const requestedAt = clock.now() / 1000;
    const received = await requestToken();
    const lifetimeSeconds = received.expires_in ?? defaultLifetimeSeconds;
    const roles = rolesInToken(received.access_token);
    const token = { text: received.access_token, roles, expiresAt: requestedAt + lifetimeSeconds };
    current = { token, renewAt: token.expiresAt - Math.min(renewalMarginSeconds, lifetimeSeconds / 10) };
    await onToken(token);
    return token;
  }

  /** Returns the current token after a failed renewal; throws `error` if the token has expired. */
  function useCurrentToken(error: unknown): AccessToken {
    const now = clock.now() / 1000;
    if (current === undefined || current.token.expiresAt <= now) throw readableError(error, redact);
    current = { token: current.token, renewAt: now + retrySeconds };
    return current.token;
  }

  return {
    async get() {
      if (current !== undefined && clock.now() / 1000 < current.renewAt) return current.token;
      pending ??= renew()
        .catch(useCurrentToken)
        .finally(() => {
          pending = undefined;
        });
      return await pending;
    },
    reject(token) {
      if (current?.token === token) current = undefined;
    },
  };
}

/** Creates a function that requests tokens. Client assertions use the time of the identity provider's clock. */
function createTokenRequester(options: {
  settings: DriveSettings;
  authUrl: URL;
  httpClient: HttpClient;
  clock: Clock;
}): () => Promise<TokenEndpointResponse> {
  const { settings, authUrl, httpClient, clock } = options;
  const usesSecret = settings.clientCertificateFile === '';
  const endpoint = `${settings.authUrl}/${encodeURIComponent(settings.tenantId)}/oauth2/v2.0/token`;
  const server = { issuer: authUrl.origin, token_endpoint: endpoint };
  const client = { client_id: settings.clientId };
  const scope = { scope: `${settings.graphUrl}/.default` };
  /** Number of seconds by which the identity provider's clock is ahead, according to its last response. */
  let aheadSeconds = 0;
  const transport = {
    // baseUrl() allows plain http on loopback addresses only.
    [allowInsecureRequests]: authUrl.protocol === 'http:',
    [customFetch]: async (
      url: string,
      { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
    ) => {
      const received = await sendForm({ httpClient, url: new URL(url), headers, body });
      if (received.date !== null) aheadSeconds = received.date - clock.now() / 1000;
      return received.response;
    },
  };

  async function clientAuth(): Promise<ClientAuth> {
    if (usesSecret) return ClientSecretPost(settings.clientSecret);
    return await certificateAuth(settings, { audience: endpoint, now: clock.now() / 1000 + aheadSeconds });
  }

  async function requestOnce(): Promise<TokenEndpointResponse> {
    const response = await clientCredentialsGrantRequest(server, client, await clientAuth(), scope, transport);
    return await processClientCredentialsResponse(server, client, response);
  }

  return async () => {
    const assumedAheadSeconds = aheadSeconds;
    return await requestOnce().catch(async (error: unknown) => {
      // An assertion that was rejected while the clocks differ is repeated with the time of the identity provider.
      const isSignificant = Math.abs(aheadSeconds - assumedAheadSeconds) >= significantSkewSeconds;
      if (usesSecret || !isSignificant || !(error instanceof ResponseBodyError)) throw error;
      return await requestOnce();
    });
  };
}

/**
 * Sends a request of the OAuth library with the HTTP client, which retries failures. `date`: time of the server's clock
 * in Unix epoch seconds; null if not reported.
 */
async function sendForm(options: {
  httpClient: HttpClient;
  url: URL;
  headers: Record<string, string>;
  body: URLSearchParams;
}): Promise<{ response: Response; date: number | null }> {
  const { httpClient, url, headers, body } = options;
  const received = await httpClient.send({ method: 'POST', url, headers, body: body.toString() });
  const content = await readJson(received, maxTokenBytes);
  const date = Date.parse(String(received.headers.date)) / 1000;
  const response = Response.json(addTokenType(content), { status: received.statusCode });
  return { response, date: Number.isNaN(date) ? null : date };
}

/** Adds `token_type` to a token response, which the OAuth library requires and the specification omits. */
function addTokenType(content: unknown): unknown {
  const isToken = typeof content === 'object' && content !== null && 'access_token' in content;
  return isToken ? { token_type: 'Bearer', ...content } : content;
}

/**
 * Converts an error of a token request to one with the full message of the identity provider, such as `invalid_client`
 * with its AADSTS code and description, but without secrets.
 */
function readableError(error: unknown, redact: Redactor): unknown {
  if (error instanceof ResponseBodyError) {
    const reported = redact(
      `${error.error}${error.error_description === undefined ? '' : `: ${error.error_description}`}`,
    );
    return new DomainError(
      'UPSTREAM_FAILED',
      `The identity provider issued no access token: ${reported}`.slice(0, 2000),
      {
        reason: 'token_rejected',
        upstreamCode: redact(error.error).slice(0, 100),
        status: error.status,
      },
    );
  }
  if (error instanceof DomainError) {
    return new DomainError(
      error.code,
      `The identity provider issued no access token: ${redact(error.message)}`,
      error.details,
      { cause: error },
    );
  }
  const reason = redact(messageOf(error));
  return new DomainError('UPSTREAM_FAILED', `The identity provider issued no access token: ${reason}`, {
    reason: 'token_rejected',
  });
}
