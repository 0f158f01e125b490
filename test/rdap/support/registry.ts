import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry on a loopback address. Tests set the behavior of domains; others are unknown to it. */
export interface Registry {
  /** Base URL, ending in a slash. */
  readonly url: string;
  readonly port: number;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Number of opened connections. */
  readonly connections: () => number;
  /** Sets the behavior of `/domain/<domain>`. */
  set(domain: string, behavior: Behavior): void;
  /** Sets the behavior of another path. */
  setPath(path: string, behavior: Behavior): void;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** Port; default: a free one. */
  readonly port?: number;
  /** Serves HTTPS with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a registry, which the caller must close. */
export async function startRegistry({
  host = '127.0.0.1',
  port: requestedPort = 0,
  tls,
}: RegistryOptions = {}): Promise<Registry> {
  const behaviors = new Map<string, Behavior>();
  const requests: string[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    response.on('error', () => undefined);
    (behaviors.get(path) ?? sendNotFound)(request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(requestedPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a socket file.
  const root = `${tls === undefined ? 'http' : 'https'}://${host}:${port}/`;
  return {
    url: root,
    port,
    requests,
    connections: () => connections,
    set: (domain, behavior) => behaviors.set(`/domain/${domain}`, behavior),
    setPath: (path, behavior) => behaviors.set(path, behavior),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Starts a registry for one test, which is closed at its end. */
export async function startRegistryForTest(options?: RegistryOptions): Promise<Registry> {
  const registry = await startRegistry(options);
  onTestFinished(() => registry.close());
  return registry;
}

const sendNotFound: Behavior = (_request, response) => response.writeHead(404).end();
