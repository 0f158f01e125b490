import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver responds: a status, with headers, or a fault of the network. */
export type Behavior = number | { status: number; headers: Record<string, string> } | 'hang' | 'reset';

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Responses to the next requests, in order; later requests receive the status 200. */
  readonly next: Behavior[];
  /** Bodies of the requests to a path, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of several targets
  bodies(path?: string): any[];
  close(): void;
}

/** A real HTTP server on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const next: Behavior[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      const behavior = next.shift() ?? 200;
      if (behavior === 'hang') return;
      if (behavior === 'reset') request.socket.resetAndDestroy();
      else if (typeof behavior === 'number') response.writeHead(behavior).end('{}');
      else response.writeHead(behavior.status, behavior.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next,
    bodies: (path) =>
      requests.filter((one) => path === undefined || one.path === path).map(({ body }) => JSON.parse(body)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
