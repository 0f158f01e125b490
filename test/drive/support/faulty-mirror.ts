import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { Faults, issuedAuthorization, type RateLimit, type Step } from '../../support/document-site/index.js';

/** A server that forwards requests to a mirror, with the faults of the simulated site. */
export interface FaultyMirror {
  readonly url: string;
  readonly faults: Faults;
  /** Method and step of each request. */
  readonly requests: string[];
  /** The quota of the application; undefined: unlimited. */
  quota: RateLimit | undefined;
}

export async function faultyMirror(mirror: string): Promise<FaultyMirror> {
  const server = createServer((incoming, response) => void pass(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const faulty: FaultyMirror = {
    ...{ url: `http://127.0.0.1:${port}`, faults: new Faults(), requests: [], quota: undefined },
  };

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
    const step = stepOf(url.pathname);
    const method = incoming.method ?? '';
    const body = await text(incoming);
    faulty.requests.push(`${method} ${step}`);
    if (await faulty.faults.occur({ step, method, url, request: incoming, response, body })) return;
    if (step !== 'token' && faulty.quota?.isExceeded({ request: incoming, response, url }) === true) return;
    const authorization = issuedAuthorization(incoming.headers.authorization);
    const headers = authorization === undefined ? incoming.headers : { ...incoming.headers, authorization };
    // Links of the mirror contain the host of the request, so they lead to this server.
    const forwarded = request(new URL(incoming.url ?? '/', mirror), { method, headers });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      upstream.pipe(response);
    });
    forwarded.end(body);
  }
  return faulty;
}

function stepOf(path: string): Step {
  if (path.endsWith('/token')) return 'token';
  if (path.includes('/delta')) return 'delta';
  if (path.startsWith('/drive/download/')) return 'download';
  if (path.endsWith('/content')) return 'content';
  return path.includes('/subscriptions') ? 'subscriptions' : 'site';
}
