import type { Clock } from '../../../../platform/clock.js';
import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import type { DriveSettings } from '../../dependencies.js';
import { baseUrl } from '../rules/links.js';
import type { DrivePermission } from '../vocabulary.js';
import { discard, type HttpClient, type HttpRequest, type HttpResponse } from './http-client.js';
import { createRedactor, type Redactor, type Rejection, rejectionOf } from './responses.js';
import { type AccessToken, createTokenSource, type TokenState } from './token-source.js';

interface GraphRequest {
  readonly method: HttpRequest['method'];
  /** A path relative to `graph_url`, or a link that `graphLink` has validated. */
  readonly target: string | URL;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Purpose of the request, for error messages. */
  readonly step: string;
  readonly needs: DrivePermission;
}

/** Sends requests to Microsoft Graph with an access token, which is never sent to any other server. */
export interface GraphConnection {
  readonly httpClient: HttpClient;
  readonly graphUrl: URL;
  readonly redact: Redactor;
  /** Roles and expiration of the last access token; null before the first request. */
  lastToken(): TokenState | null;
  /** The URL of a path relative to `graph_url`, or of a link that `graphLink` has validated. */
  urlOf(target: string | URL): URL;
  /** Sends a JSON request. The response can have any status except 401, 429 and 5xx. */
  call(request: GraphRequest): Promise<HttpResponse>;
  /** Creates the error for a response that rejects a request. */
  rejection(rejected: Omit<Rejection, 'redact' | 'access'> & { readonly redact?: Redactor }): Promise<DomainError>;
}

/**
 * Creates a connection to the Microsoft Graph server in the settings.
 * @throws {DomainError} BAD_USER_INPUT for a missing or unsafe setting
 */
export function createGraphConnection(options: {
  settings: DriveSettings;
  clock: Clock;
  httpClient: HttpClient;
  onToken: (token: AccessToken) => Promise<void>;
}): GraphConnection {
  const { settings, clock, httpClient, onToken } = options;
  const graphUrl = baseUrl('graph_url', settings.graphUrl);
  const authUrl = baseUrl('auth_url', settings.authUrl);
  assertSet(settings);
  const redact = createRedactor([settings.clientSecret, settings.clientState]);
  let last: AccessToken | null = null;
  const lastToken = () => last;
  const tokens = createTokenSource({
    ...{ settings, authUrl, httpClient, clock, redact },
    async onToken(token) {
      last = token;
      await onToken(token);
    },
  });

  function urlOf(target: string | URL): URL {
    const url = target instanceof URL ? target : new URL(settings.graphUrl + target);
    // A safeguard: the token must not be sent to any other origin.
    if (url.origin !== graphUrl.origin) throw new Error('the token may be sent only to graph_url');
    return url;
  }

  async function send({ method, target, json, headers, signal }: GraphRequest, token: string): Promise<HttpResponse> {
    const content: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    return await httpClient.send({
      method,
      url: urlOf(target),
      headers: { accept: 'application/json', ...headers, authorization: `Bearer ${token}`, ...content },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal,
    });
  }

  const rejection: GraphConnection['rejection'] = async (rejected) => {
    const site = `${settings.siteHostname}:${settings.sitePath}`;
    return await rejectionOf({ redact, ...rejected, access: { roles: lastToken()?.roles ?? null, site } });
  };

  /** Sends a request; retries it once with a new token if the server rejects the token. */
  async function call(request: GraphRequest): Promise<HttpResponse> {
    const token = await tokens.get();
    const response = await send(request, token.text);
    if (response.statusCode !== 401) return response;
    await discard(response);
    tokens.reject(token);
    const second = await send(request, (await tokens.get()).text);
    if (second.statusCode === 401) throw await rejection({ response: second, ...request });
    return second;
  }

  return { httpClient, graphUrl, redact, lastToken, urlOf, call, rejection };
}

function assertSet(settings: DriveSettings): void {
  const needed = [
    ['tenant_id', settings.tenantId],
    ['client_id', settings.clientId],
    ['client_secret', settings.clientSecret || settings.clientCertificateFile],
    ['site_hostname', settings.siteHostname],
  ] as const;
  if (settings.clientSecret !== '' && settings.clientCertificateFile !== '') {
    throw invalidArgument(
      'client_certificate_file',
      'client_secret and client_certificate_file are both set: remove one of them from the credentials file of the site or, if it has none, from [drive]',
    );
  }
  const missing = needed.find(([, value]) => value === '');
  if (missing === undefined) return;
  const [key] = missing;
  const name = key === 'client_secret' ? 'client_secret or client_certificate_file' : key;
  const place =
    key === 'site_hostname' ? 'in [drive]' : 'in the credentials file of the site or, if it has none, in [drive]';
  throw invalidArgument(key, `${name} is not set: set it ${place}`);
}
