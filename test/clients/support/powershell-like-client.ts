import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ClientRequest as SentRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { ClientOptions, ClientRequest, ClientResponse, InstalledClient } from './client.js';

interface Settings extends ClientOptions {
  /** Encoding of JSON bodies. Windows PowerShell writes files in UTF-16 by default. */
  readonly encoding: 'utf8' | 'utf16le';
}

/**
 * Behaves like scripts on .NET: a content type even without a body; a chunked body with a byte order mark, sent after
 * `100 Continue`; a new connection for each request; no token for the target of a redirect.
 */
export function powershellLikeClient(encoding: Settings['encoding']): InstalledClient {
  return {
    name: `a PowerShell-like client that writes ${encoding}`,
    missing: undefined,
    start: (options = {}) => ({ send: (request) => send(request, { ...options, encoding }), close() {} }),
  };
}

async function send(clientRequest: ClientRequest, options: Settings): Promise<ClientResponse> {
  const { method, url, query, token, form } = clientRequest;
  const body = bodyOf(clientRequest, options);
  const target = new URL(url);
  if (query !== undefined) target.search = queryOf(query);
  const secured = target.protocol === 'https:';
  const outgoing = (secured ? httpsRequest : httpRequest)(target, {
    method,
    agent: false,
    ...(options.certificateFile !== undefined && { ca: readFileSync(options.certificateFile) }),
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1',
      'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { expect: '100-continue', 'transfer-encoding': 'chunked' }),
    },
  });
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>; // The arguments of the event.
  if (body === undefined) outgoing.end();
  else {
    await Promise.race([once(outgoing, 'continue'), responded]);
    sendBody(outgoing, body);
  }
  const [response] = await responded;
  const content = await text(response);
  const { location } = response.headers;
  if (location !== undefined) return await send({ method: 'GET', url: new URL(location, target).href }, options);
  return { status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, body: content };
}

/** Sends the body in chunks that split the byte order mark and the JSON strings. */
function sendBody(outgoing: SentRequest, body: Buffer): void {
  outgoing.write(body.subarray(0, 1));
  outgoing.write(body.subarray(1, 7));
  outgoing.end(body.subarray(7));
}

function bodyOf({ json, form }: ClientRequest, { encoding }: Settings): Buffer | undefined {
  if (json !== undefined) return Buffer.from(`\ufeff${JSON.stringify(json)}`, encoding);
  return form === undefined ? undefined : Buffer.from(queryOf(form));
}

/** Encodes like `Uri.EscapeDataString`. */
function queryOf(fields: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string =>
    encodeURIComponent(value).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return Object.entries(fields)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&');
}
