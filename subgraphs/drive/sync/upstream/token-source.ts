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
import { readJson, type Scrub } from './answers.js';
import type { HttpEngine } from './http-client.js';

/** A token is renewed this long before it expires, or after nine tenths of a short life. */
const marginSeconds = 120;
/** Life of a token that does not tell its own. */
const assumedSeconds = 300;
const mostTokenBytes = 1_048_576;

export interface AccessToken {
  readonly text: string;
  /** Null: the token does not tell them. */
  readonly roles: string[] | null;
  /** Unix epoch seconds. */
  readonly expiresAt: number;
}

export interface TokenSource {
  /** The token in use, renewed when its time is nearly up; whoever asks meanwhile waits for the same one. */
  get(): Promise<AccessToken>;
  /** The graph API has refused this token: the next one is new. */
  refuse(token: AccessToken): void;
}

/** Specification, part B, sections 4 and 5: OAuth 2.0 client credentials; the scope is the graph API's default. */
export function createTokenSource(options: {
  settings: DriveSettings;
  authUrl: URL;
  engine: HttpEngine;
  clock: Clock;
  scrub: Scrub;
  onToken: (token: AccessToken) => Promise<void>;
}): TokenSource {
  const { settings, clock, scrub, onToken } = options;
  let current: { token: AccessToken; renewAt: number } | undefined;
  let asking: Promise<AccessToken> | undefined;

  async function ask(): Promise<AccessToken> {
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
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return await asking;
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
        // baseUrl() has let plain http pass for this machine only.
        [allowInsecureRequests]: authUrl.protocol === 'http:',
        [customFetch]: (url, { headers, body }) => sendForm({ engine, url: new URL(url), headers, body }),
      },
    );
    return await processClientCredentialsResponse(server, client, response);
  }
}

/** Lets the engine send what the library has composed: the token service is asked as patiently as the graph API. */
async function sendForm(options: {
  engine: HttpEngine;
  url: URL;
  headers: Record<string, string>;
  body: URLSearchParams;
}): Promise<Response> {
  const { engine, url, headers, body } = options;
  const answer = await engine.send({ method: 'POST', url, headers, body: body.toString() });
  const content = await readJson(answer, mostTokenBytes);
  return Response.json(withTokenType(content), { status: answer.statusCode });
}

/** The specification's answer has an `access_token` sent as Bearer; the library insists on being told so. */
function withTokenType(content: unknown): unknown {
  const isToken = typeof content === 'object' && content !== null && 'access_token' in content;
  return isToken ? { token_type: 'Bearer', ...content } : content;
}

/** What the identity provider said, in full: `invalid_client`, its AADSTS code and text; the secret never. */
function readable(error: unknown, scrub: Scrub): unknown {
  if (error instanceof ResponseBodyError) {
    const said = scrub(`${error.error}${error.error_description === undefined ? '' : `: ${error.error_description}`}`);
    return new DomainError('UPSTREAM_FAILED', `No token: ${said}`.slice(0, 2000), {
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
