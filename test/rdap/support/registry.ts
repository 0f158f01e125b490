import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry on loopback: each domain behaves as a test says, all others are unknown to it. */
export interface Registry {
  /** Base URL, ending in a slash. */
  readonly url: string;
  readonly port: number;
  /** Paths that were asked for, in their order. */
  readonly requests: string[];
  /** Connections that were opened, whatever was said on them. */
  readonly connections: () => number;
  /** What `/domain/<domain>` does from now on. */
  set(domain: string, behaviour: Behaviour): void;
  /** What any other path does. */
  setPath(path: string, behaviour: Behaviour): void;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Address to listen on; 127.0.0.1 when not given. */
  readonly host?: string;
  /** Port; a free one when not given. */
  readonly port?: number;
  /** Serves https with these. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a registry that a test file closes itself. */
export async function startRegistry({
  host = '127.0.0.1',
  port: wanted = 0,
  tls,
}: RegistryOptions = {}): Promise<Registry> {
  const behaviours = new Map<string, Behaviour>();
  const requests: string[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    response.on('error', () => undefined);
    (behaviours.get(path) ?? notFound)(request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, resolve);
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a socket file.
  const root = `${tls === undefined ? 'http' : 'https'}://${host}:${port}/`;
  return {
    url: root,
    port,
    requests,
    connections: () => connections,
    set: (domain, behaviour) => behaviours.set(`/domain/${domain}`, behaviour),
    setPath: (path, behaviour) => behaviours.set(path, behaviour),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The same for one test: closed when it ends. */
export async function startRegistryForTest(options?: RegistryOptions): Promise<Registry> {
  const registry = await startRegistry(options);
  onTestFinished(() => registry.close());
  return registry;
}

const notFound: Behaviour = (_request, response) => response.writeHead(404).end();
