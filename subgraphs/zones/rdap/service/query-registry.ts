import { DomainError } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { hasGaps } from '../rules/dossier.js';
import { referralOf } from '../rules/referral.js';
import { classifyResponse, isAbout, readResponse } from '../rules/response.js';
import { type FetchedDocument, type FetchRules, fetchDocument, NoResponse, upstreamFailed } from './fetch-document.js';

/** Responses about a domain, unchanged. */
export interface RegistryResponse {
  /** URL of the response. */
  readonly source: string;
  /** Response of the registry; null if it has no such domain. */
  readonly body: string | null;
  /** Response of the registrar; null if it was not queried or has none. */
  readonly referred: string | null;
}

/**
 * Queries the registry about a domain, and the registrar that it refers to if its response has gaps.
 * @param base base URL of the registry's server, ending in a slash
 * @throws {DomainError} UPSTREAM_TIMEOUT; UPSTREAM_FAILED, with `retryAfterSeconds` if the registry sent Retry-After
 */
export async function queryRegistry(query: {
  domain: string;
  base: string;
  rules: FetchRules;
}): Promise<RegistryResponse> {
  const { domain, base, rules } = query;
  const document = await fetchDocument(new URL(`domain/${domain}`, base).href, rules).catch((error: unknown) => {
    throw asRegistryError(error, base);
  });
  const { url: source, text } = document;
  if (document.status === 404) return { source, body: null, referred: null };
  const body = parseBody(document, base);
  const kind = classifyResponse(body);
  if (kind === 'not-found') return { source, body: null, referred: null };
  if (kind === 'invalid') throw upstreamFailed("The registry's response is not about a domain");
  return { source, body: text, referred: await queryRegistrar({ body, domain, base, source, rules }) };
}

/**
 * The registrar's response; null without a referral, or if the query fails, because the registry's response is
 * sufficient.
 */
async function queryRegistrar(query: {
  body: unknown;
  domain: string;
  base: string;
  source: string;
  rules: FetchRules;
}): Promise<string | null> {
  const { body, domain, base, rules } = query;
  const url = hasGaps(readResponse(body)) ? referralOf(body, query) : null;
  if (url === null) return null;
  try {
    const document = await fetchDocument(url, rules);
    const referred = parseBody(document, base);
    return classifyResponse(referred) === 'domain' && isAbout(referred, domain) ? document.text : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The cause of a failure that concerns the registry's server, regardless of the domain. */
export class ServerFailure extends Error {
  /** Pause that the server has requested; 0 if it has not. */
  readonly pauseSeconds: number;

  constructor(pauseSeconds: number, options?: { cause: unknown }) {
    super('the server of the registry has failed', options);
    this.pauseSeconds = pauseSeconds;
  }
}

/**
 * Whether a URL is on the registry's own server. A failure of a server that it redirects to concerns only the other
 * server.
 */
function isRegistryUrl(url: string, base: string): boolean {
  return new URL(url).origin === new URL(base).origin;
}

/** Adds the cause {@link ServerFailure} to an error if the registry's own server failed. */
function asRegistryError(error: unknown, base: string): unknown {
  if (!(error instanceof DomainError && error.cause instanceof NoResponse)) return error;
  const { code, message, details, cause } = error;
  return isRegistryUrl(error.cause.url, base)
    ? new DomainError(code, message, details, { cause: new ServerFailure(0, { cause }) })
    : error;
}

/**
 * Whether an HTTP status concerns the server regardless of the domain: too many requests, forbidden, and server errors.
 */
function isServerStatus(status: number): boolean {
  return status === 403 || status === 429 || status >= 500;
}

/** The JSON of a response, regardless of its media type: many servers send `application/json` or a wrong one. */
function parseBody({ url, status, text, retryAfter }: FetchedDocument, base: string): unknown {
  if (status !== 200) {
    const retryAfterSeconds = parseRetryAfter(retryAfter);
    const isServerFailure = isServerStatus(status) && isRegistryUrl(url, base);
    const pauseSeconds = [429, 503].includes(status) ? (retryAfterSeconds ?? 0) : 0;
    throw upstreamFailed(`The registry responded with status ${status}`, {
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      ...(isServerFailure && { cause: new ServerFailure(pauseSeconds) }),
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw upstreamFailed("The registry's response is not JSON", { cause: error });
  }
}

/**
 * Retry-After in seconds, at most a day; null if it is absent or invalid. The form with a date is ignored, because the
 * clocks may differ.
 */
function parseRetryAfter(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), daySeconds) : null;
}
