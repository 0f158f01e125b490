import type { Dispatcher } from 'undici';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  describeFailure,
  hostOf,
  isAllowedTarget,
  type Resolve,
  resolveBySystem,
  trustingConnector,
} from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';
import { sourceFailure } from './failure.js';

export interface SourceRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  /** `authorization` is sent to the origin of the URL only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export type SourceResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** Sends requests to the sources of the settings. */
export interface SourceClient {
  /**
   * Sends one request. Follows up to 3 redirects of GET and HEAD, over https to public addresses or to configured
   * hosts.
   * @throws {DomainError} UPSTREAM_FAILED
   */
  send(request: SourceRequest): Promise<SourceResponse>;
  close(): Promise<void>;
}

/** Network access to sources; tests use their own names and certificates. */
export interface SourceNetwork {
  /** Resolves hostnames; default: by the system. */
  readonly resolve?: Resolve;
  /** Trusted certificate authorities (PEM); default: those of Node.js. */
  readonly certificates?: string;
}

const maxRedirects = 3;
const redirectStatuses = [301, 302, 303, 307, 308];
/** Idle timeout. The duration of a request is not limited, because zones have any size. */
const idleTimeoutMs = 60_000;

/** @param configuredUrls URLs of the settings; all addresses of their hosts are allowed */
export async function openSourceClient(
  configuredUrls: readonly string[],
  network: SourceNetwork = {},
): Promise<SourceClient> {
  // Loaded with the first pull, because every command loads this file.
  const { Agent, buildConnector, request } = await import('undici');
  const guard = {
    resolve: network.resolve ?? resolveBySystem,
    trustedHosts: new Set(configuredUrls.map((url) => hostOf(new URL(url)))),
    isAllowed: (address: string) => isAllowedTarget(address, { allowPrivate: false }),
    ...(network.certificates === undefined ? {} : { certificates: network.certificates }),
  };
  const dispatcher = new Agent({
    connect: trustingConnector(guard, buildConnector),
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });

  async function send(sourceRequest: SourceRequest): Promise<SourceResponse> {
    const { method, signal, body = null } = sourceRequest;
    const start = new URL(sourceRequest.url);
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = url;
      const headers = headersFor(sourceRequest.headers, { isOrigin: target.origin === start.origin });
      const response = await tracedCall({ method, url: target }, () =>
        request(target, { method, headers, body, signal, dispatcher }),
      );
      // A redirected POST would send its body, with a password, to another server.
      if (method === 'POST' || !redirectStatuses.includes(response.statusCode)) return response;
      discard(response);
      url = redirectOf(response, { from: url, start });
    }
    throw sourceFailure(`${start.host} redirected more than ${maxRedirects} times`);
  }

  return {
    send: (request) =>
      send(request).catch((error: unknown) => {
        throw asFailure(error, request);
      }),
    close: () => dispatcher.destroy(),
  };
}

function headersFor(headers: SourceRequest['headers'], { isOrigin }: { isOrigin: boolean }): Record<string, string> {
  const { authorization, ...others } = headers;
  const commonHeaders = { 'user-agent': 'rampart', 'accept-encoding': 'identity', ...others };
  return isOrigin && authorization !== undefined ? { ...commonHeaders, authorization } : commonHeaders;
}

/**
 * The URL of a redirect.
 * @throws {DomainError} UPSTREAM_FAILED unless it is https without credentials; http is permitted on the host of an
 *   http URL
 */
function redirectOf({ headers }: SourceResponse, { from, start }: { from: URL; start: URL }): URL {
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) {
    throw sourceFailure(`${from.host} redirected without a valid Location header`);
  }
  const url = new URL(location, from);
  const isPlainAsGiven = url.protocol === 'http:' && start.protocol === 'http:' && url.host === start.host;
  if (url.protocol !== 'https:' && !isPlainAsGiven) {
    throw sourceFailure(`${from.host} redirected to a URL that does not use HTTPS`);
  }
  if (url.username !== '' || url.password !== '')
    throw sourceFailure(`${from.host} redirected to a URL with credentials`);
  return url;
}

/** Discards a body by closing the connection, because the body may be endless. */
export function discard({ body }: SourceResponse): void {
  body.on('error', () => undefined);
  body.destroy();
}

function asFailure(error: unknown, { url, signal }: SourceRequest): unknown {
  if (signal.aborted || error instanceof DomainError) return error;
  return sourceFailure(`${new URL(url).host} cannot be reached: ${describeFailure(error)}`, { cause: error });
}
