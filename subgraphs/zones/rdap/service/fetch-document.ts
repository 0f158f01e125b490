import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher, request } from 'undici';
import { DomainError } from '../../../../platform/domain-error.js';
import { type TrustingGuard, trustingConnector } from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';

/** A response that is not a redirect. */
export interface FetchedDocument {
  readonly status: number;
  /** URL after all redirects. */
  readonly url: string;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface FetchRules {
  readonly guard: TrustingGuard;
  /** Maximum size of a response in bytes, also when decompressed. */
  readonly maxBytes: number;
  /** Aborts the request and its redirects on timeout. */
  readonly deadline: AbortSignal;
}

const maxRedirects = 3;
const redirectStatuses = [301, 302, 303, 307, 308];
const timeoutCodes = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

const headers = {
  accept: 'application/rdap+json, application/json;q=0.9',
  'accept-encoding': 'gzip',
  'user-agent': 'rampart',
};

/**
 * Fetches a document over https; over http only from the host of the first URL, if that is http.
 * Every redirect is checked like the first URL. Sends no credentials.
 * @throws {DomainError} UPSTREAM_TIMEOUT, UPSTREAM_FAILED
 */
export async function fetchDocument(firstUrl: string, rules: FetchRules): Promise<FetchedDocument> {
  // Loaded with the first lookup, because every command loads this file.
  const { Agent, buildConnector, request } = await import('undici');
  // Connections are not shared between lookups: each is checked when it is opened.
  const dispatcher = new Agent({ connect: trustingConnector(rules.guard, buildConnector) });
  const { deadline } = rules;
  const current = { url: new URL(firstUrl) };
  const expiry = Promise.withResolvers<never>();
  const abort = () => expiry.reject(deadline.reason);
  deadline.addEventListener('abort', abort);
  if (deadline.aborted) abort();
  try {
    // The client reacts to an abort only once it is connected.
    return await Promise.race([follow(current, { dispatcher, request, rules }), expiry.promise]);
  } catch (error) {
    throw asUpstreamError(error, { deadline, url: current.url.href });
  } finally {
    deadline.removeEventListener('abort', abort);
    // Not awaited, because the resolution of a name may still be in progress.
    dispatcher.destroy().catch(() => undefined);
  }
}

/** Follows redirects from a URL; `current.url` is the URL of the last request. */
async function follow(
  current: { url: URL },
  { dispatcher, request: send, rules }: { dispatcher: Dispatcher; request: typeof request; rules: FetchRules },
): Promise<FetchedDocument> {
  const start = current.url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const { url } = current;
    assertAllowedUrl(url, start);
    const response = await tracedCall({ method: 'GET', url, showsPath: true }, () =>
      send(url, { dispatcher, headers, signal: rules.deadline }),
    );
    const next = redirectOf(response, url);
    if (next === undefined) return await readDocument(response, { url, ...rules });
    discard(response.body);
    current.url = next;
  }
  throw upstreamFailed('The server redirected more than 3 times');
}

function assertAllowedUrl(url: URL, start: URL): void {
  const isPlainAsGiven = url.protocol === 'http:' && start.protocol === 'http:' && url.host === start.host;
  if (url.protocol !== 'https:' && !isPlainAsGiven) {
    throw upstreamFailed('The server redirected to a URL that does not use HTTPS');
  }
  if (url.username !== '' || url.password !== '') {
    throw upstreamFailed('The server redirected to a URL with credentials');
  }
}

function redirectOf({ statusCode, headers: { location } }: Dispatcher.ResponseData, from: URL): URL | undefined {
  if (!redirectStatuses.includes(statusCode)) return undefined;
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) {
    throw upstreamFailed('The server redirected without a valid Location header');
  }
  return new URL(location, from);
}

/** Discards the body of a redirect by closing the connection, because the body may be endless. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined);
  body.destroy();
}

async function readDocument(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { url, maxBytes }: FetchRules & { url: URL },
): Promise<FetchedDocument> {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  const isCompressed = encoding === 'gzip' || encoding === 'x-gzip';
  const retryAfter = headers['retry-after'];
  if (!isCompressed && encoding !== 'identity' && encoding !== '') {
    discard(body);
    throw upstreamFailed(`Unsupported Content-Encoding: ${encoding.slice(0, 50)}`);
  }
  const collector = new TextCollector(maxBytes);
  if (isCompressed) await pipeline(body, limitBytes(maxBytes), createGunzip(), (chunks) => collector.collect(chunks));
  else await pipeline(body, (chunks) => collector.collect(chunks));
  return {
    status: statusCode,
    url: url.href,
    text: collector.text,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
}

/** A transform that passes data through, and fails after more than `maxBytes` bytes. */
function limitBytes(maxBytes: number) {
  let bytes = 0;
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw upstreamFailed(`The response is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  };
}

class TextCollector {
  text = '';
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async collect(chunks: AsyncIterable<Buffer>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of limitBytes(this.#maxBytes)(chunks)) this.text += decoder.decode(chunk, { stream: true });
    this.text += decoder.decode();
  }
}

/** Cause of an error: the server has not sent a complete response. */
export class NoResponse extends Error {
  /** URL that was requested, after redirects. */
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`no complete response from ${url}`, { cause });
    this.url = url;
  }
}

function asUpstreamError(error: unknown, { deadline, url }: { deadline: AbortSignal; url: string }): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (deadline.aborted || timeoutCodes.includes(String(code))) {
    return upstreamTimedOut('The server did not respond in time', { cause: new NoResponse(url, error) });
  }
  return upstreamFailed('The server could not be reached, or did not send a complete response', {
    cause: new NoResponse(url, error),
  });
}

/** Error for a server that cannot be reached, or whose response is not valid. */
export function upstreamFailed(
  message: string,
  { cause, ...details }: { cause?: unknown; retryAfterSeconds?: number } = {},
): DomainError {
  return new DomainError('UPSTREAM_FAILED', message, { reason: 'rdap_upstream_error', ...details }, { cause });
}

/** Error for a server that did not respond in time. */
export function upstreamTimedOut(
  message: string,
  { cause, ...details }: { cause?: unknown; retryAfterSeconds?: number } = {},
): DomainError {
  return new DomainError('UPSTREAM_TIMEOUT', message, { reason: 'rdap_upstream_timeout', ...details }, { cause });
}
