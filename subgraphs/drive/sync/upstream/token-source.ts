import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import type { Clock } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { DriveSettings } from '../../dependencies.js';
import { rolesInToken } from '../rules/permissions.js';
import type { HttpClient } from './http-client.js';
import { readJson, type Scrub } from './responses.js';

/** Tokens are renewed this long before they expire; short-lived ones after nine tenths of their lifetime. */
const marginSeconds = 120;
/** Lifetime of a token without `expires_in`. */
const assumedSeconds = 300;
const maxTokenBytes = 1_048_576;

export interface AccessToken {
  readonly text: string;
  /** Null when the token does not list them. */
  readonly roles: string[] | null;
  /** Unix epoch seconds. */
  readonly expiresAt: number;
}

export interface TokenSource {
  /** The current token, renewed shortly before it expires; concurrent callers share one request. */
  get(): Promise<AccessToken>;
  /** Marks a token as rejected by the graph API; the next one is new. */
  refuse(token: AccessToken): void;
}

/** Specification, part B, sections 4 and 5: OAuth 2.0 client credentials; the scope is the graph API's default. */
export function createTokenSource(options: {
  settings: DriveSettings;
  authUrl: URL;
  engine: HttpClient;
  clock: Clock;
  scrub: Scrub;
  onToken: (token: AccessToken) => Promise<void>;
}): TokenSource {
  const { settings, clock, scrub, onToken } = options;
  let current: { token: AccessToken; renewAt: number } | undefined;
  let pending: Promise<AccessToken> | undefined;

  async function renew(): Promise<AccessToken> {
    const answer = await requestToken(options).catch((error: unknown) => {
      throw readable(error, scrub);
    });
    const now = clock.now() / 1000;
    const life = answer.expires_in ?? assumedSeconds;
    const token = { text: answer.access_token, roles: rolesInToken(answer.access_token), expiresAt: now + life };
    current = { token, renewAt: now + life - Math.min(marginSeconds, life / 10) };
    await onToken(token);
    return token;
  }

  return {
    async get() {
      if (current !== undefined && clock.now() / 1000 < current.renewAt) return current.token;
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return await pending;
    },
    refuse(token) {
      if (current?.token === token) current = undefined;
    },
  };

  async function requestToken({ authUrl, engine }: typeof options): Promise<TokenEndpointResponse> {
    const endpoint = `${settings.authUrl}/${encodeURIComponent(settings.tenantId)}/oauth2/v2.0/token`;
    const server = { issuer: authUrl.origin, token_endpoint: endpoint };
    const client = { client_id: settings.clientId };
    const scope = `${settings.graphUrl}/.default`;
    const response = await clientCredentialsGrantRequest(
      server,
      client,
      ClientSecretPost(settings.clientSecret),
      { scope },
      {
        // baseUrl() allows plain http on loopback addresses only.
        [allowInsecureRequests]: authUrl.protocol === 'http:',
        [customFetch]: (url, { headers, body }) => sendForm({ engine, url: new URL(url), headers, body }),
      },
    );
    return await processClientCredentialsResponse(server, client, response);
  }
}

/** Sends the request of the library with the retries of the HTTP client. */
async function sendForm(options: {
  engine: HttpClient;
  url: URL;
  headers: Record<string, string>;
  body: URLSearchParams;
}): Promise<Response> {
  const { engine, url, headers, body } = options;
  const answer = await engine.send({ method: 'POST', url, headers, body: body.toString() });
  const content = await readJson(answer, maxTokenBytes);
  return Response.json(withTokenType(content), { status: answer.statusCode });
}

/** Adds the `token_type` that the library requires and the specification omits. */
function withTokenType(content: unknown): unknown {
  const isToken = typeof content === 'object' && content !== null && 'access_token' in content;
  return isToken ? { token_type: 'Bearer', ...content } : content;
}

/**
 * The error of the identity provider in full, such as `invalid_client` with its AADSTS code and text, without the
 * secret.
 */
function readable(error: unknown, scrub: Scrub): unknown {
  if (error instanceof ResponseBodyError) {
    const reported = scrub(
      `${error.error}${error.error_description === undefined ? '' : `: ${error.error_description}`}`,
    );
    return new DomainError('UPSTREAM_FAILED', `No token: ${reported}`.slice(0, 2000), {
      reason: 'token_refused',
      upstreamCode: scrub(error.error).slice(0, 100),
      status: error.status,
    });
  }
  if (error instanceof DomainError) {
    return new DomainError(error.code, `No token: ${scrub(error.message)}`, error.details, { cause: error });
  }
  const reason = scrub(error instanceof Error ? error.message : String(error));
  return new DomainError('UPSTREAM_FAILED', `No token: ${reason}`, { reason: 'token_refused' });
}
