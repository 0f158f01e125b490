import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request to make a connection a WebSocket (RFC 6455, section 4). */
export interface Upgrade {
  readonly socket: Duplex;
  /** What came after the request. */
  readonly head: Buffer;
  /** Answers the request while the connection is none yet. */
  readonly response: ServerResponse;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** Undefined for a request that is none. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Whether a request asks for a WebSocket; any other upgrade, such as to HTTP/2, is not taken, and the request is
 * answered as it is.
 */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Passes requests for WebSockets to the handler of all requests: what rejects others rejects them too, and a route can
 * take the connection.
 */
export function handleUpgrades(
  server: Server,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The connection is gone, and so is its client.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket); // Of a server for TCP.
    response.once('finish', () => socket.end());
    upgrades.set(request, { socket, head, response });
    handler(request, response);
  });
}
