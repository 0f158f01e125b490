import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ClientRequest as SentRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { ClientOptions, ClientRequest, ClientResponse, InstalledClient } from './client.js';

interface Settings extends ClientOptions {
  /** Of JSON bodies: Windows PowerShell writes files in UTF-16 unless told otherwise. */
  readonly encoding: 'utf8' | 'utf16le';
}

/**
 * What scripts on .NET do: a type also where there is no body; a body with a byte order mark, of unknown length, sent when the
 * server has said `100 Continue`; a connection of its own for each request; no token for where a redirect leads.
 */
export function powershellLikeClient(encoding: Settings['encoding']): InstalledClient {
  return {
    name: `a PowerShell-like client that writes ${encoding}`,
    missing: undefined,
    start: (options = {}) => ({ send: (request) => send(request, { ...options, encoding }), close() {} }),
  };
}

async function send(asked: ClientRequest, options: Settings): Promise<ClientResponse> {
  const { method, url, query, token, form } = asked;
  const body = bodyOf(asked, options);
  const target = new URL(url);
  if (query !== undefined) target.search = queryOf(query);
  const secured = target.protocol === 'https:';
  const sent = (secured ? httpsRequest : httpRequest)(target, {
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
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>; // What the event has.
  if (body === undefined) sent.end();
  else {
    await Promise.race([once(sent, 'continue'), answered]);
    sendBody(sent, body);
  }
  const [response] = await answered;
  const content = await text(response);
  const { location } = response.headers;
  if (location !== undefined) return await send({ method: 'GET', url: new URL(location, target).href }, options);
  return { status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, body: content };
}

/** In chunks that divide the byte order mark and the texts. */
function sendBody(sent: SentRequest, body: Buffer): void {
  sent.write(body.subarray(0, 1));
  sent.write(body.subarray(1, 7));
  sent.end(body.subarray(7));
}

function bodyOf({ json, form }: ClientRequest, { encoding }: Settings): Buffer | undefined {
  if (json !== undefined) return Buffer.from(`\ufeff${JSON.stringify(json)}`, encoding);
  return form === undefined ? undefined : Buffer.from(queryOf(form));
}

/** As `Uri.EscapeDataString` writes it. */
function queryOf(fields: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string =>
    encodeURIComponent(value).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return Object.entries(fields)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&');
}
