import { readFile } from 'node:fs/promises';
import { type Dispatcher, request } from 'undici';
import { readBounded } from '../../../platform/read-bounded.js';
import { timeoutAfter } from '../../../platform/timeout-after.js';
import { type SupergraphSource, throwReadError } from './supergraph-source.js';

export interface UrlSourceOptions {
  readonly pollMs: number | undefined;
  readonly timeoutSeconds: number;
  /**
   * Path of the file with the value of the Authorization header. The file is read for each request, because credentials
   * are rotated.
   */
  readonly authorizationFile?: string | undefined;
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined;
}

/** Maximum size of a supergraph in bytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads the supergraph from a URL with conditional requests (RFC 9110, section 13.1.2). Redirects are not followed,
 * because they could leak the credentials.
 */
export function urlSource(url: URL, options: UrlSourceOptions): SupergraphSource {
  let etag: string | undefined;
  return {
    name: `${url.origin}${url.pathname}`,
    pollMs: options.pollMs,
    async read({ signal }) {
      const authorization = await authorizationOf(options);
      const ended = AbortSignal.any([signal, timeoutAfter(options.timeoutSeconds)]);
      const response = await request(url, {
        signal: ended,
        headers: {
          accept: 'application/graphql, text/plain, */*;q=0.5',
          ...(authorization !== undefined && { authorization }),
          ...(etag !== undefined && { 'if-none-match': etag }),
        },
      }).catch((error: unknown) => unreachable(error, ended));
      if (response.statusCode === 304) {
        await response.body.dump();
        return undefined;
      }
      const text = await readBody(response).catch((error: unknown) => unreachable(error, ended));
      etag = header(response, 'etag');
      return text;
    },
  };
}

async function authorizationOf({ authorization, authorizationFile }: UrlSourceOptions): Promise<string | undefined> {
  if (authorizationFile === undefined) return authorization;
  const text = await readFile(authorizationFile, 'utf8').catch(throwReadError);
  return text.trim();
}

async function readBody(response: Dispatcher.ResponseData): Promise<string> {
  if (response.statusCode !== 200) {
    await response.body.dump();
    throw new Error(`the server returned ${response.statusCode}; expected 200`);
  }
  const tooLarge = () => new Error(`the supergraph has more than ${maxBytes} bytes`);
  return (await readBounded(response.body, { maxBytes, tooLarge })).toString('utf8');
}

function header({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function unreachable(error: unknown, signal: AbortSignal): never {
  if (signal.aborted && signal.reason?.name === 'TimeoutError') {
    throw new Error('the server did not respond within [supergraph] timeout_seconds', { cause: error });
  }
  return throwReadError(error);
}
