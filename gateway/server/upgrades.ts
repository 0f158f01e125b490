import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A request to make a connection a WebSocket (RFC 6455, section 4). */
export interface Upgrade {
  readonly socket: Duplex;
  /** The bytes that were received after the request. */
  readonly head: Buffer;
  /** Responds to the request before the connection becomes a WebSocket. */
  readonly response: ServerResponse;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The upgrade of a request to a WebSocket; undefined for other requests. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/** Takes the connection of an upgrade from its response, and its request from the framework. */
export function takeSocket(reply: FastifyReply, { socket, response }: Upgrade): void {
  void reply.hijack();
  response.detachSocket(socket as Socket); // It is assigned to the response.
}

/**
 * Whether a request opens a WebSocket; any other upgrade, such as to HTTP/2, is ignored, and the request is served
 * normally.
 */
export function requestsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Passes requests for WebSockets to the handler of all requests, so they are rejected by the same checks, and a route
 * can take the connection.
 */
export function handleUpgrades(
  server: Server,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The connection is closed, so there is no client to respond to.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    const tcpSocket = socket as Socket; // A TCP server has such sockets.
    response.assignSocket(tcpSocket);
    // The server has no timeout for a client that does not close its side.
    response.once('finish', () => tcpSocket.destroySoon());
    upgrades.set(request, { socket, head, response });
    handler(request, response);
  });
}
