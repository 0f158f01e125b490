import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pendingResponseOf } from './pending-response.js';

/** A request to upgrade a connection to a WebSocket (RFC 6455, section 4). */
export interface Upgrade {
  readonly socket: Duplex;
  /** Bytes of the connection that were received after the request. */
  readonly head: Buffer;
  /** The response to the request, for use until the connection becomes a WebSocket. */
  readonly response: ServerResponse;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The WebSocket upgrade of a request; undefined for other requests. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/** Detaches the connection of an upgrade from its response, and the request from the framework. */
export function takeSocket(reply: FastifyReply, { socket, response }: Upgrade): void {
  void reply.hijack();
  response.detachSocket(socket as Socket); // The socket that `handleUpgrades` assigned.
}

/**
 * Whether a request opens a WebSocket. Any other upgrade, such as to HTTP/2, is ignored, and the request is served
 * normally. So is an upgrade that is pipelined behind an unfinished response, because Node.js does not wait for the end
 * of that response.
 */
export function requestsWebSocket({ headers, socket }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && pendingResponseOf(socket) === undefined;
}

/**
 * Passes WebSocket requests to the handler of all requests, so the same checks can reject them, and a route can take
 * over the connection.
 */
export function handleUpgrades(
  server: Server,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The connection is closed, so there is no client to respond to.
    socket.on('error', () => socket.destroy());
    // Versions of Node.js without `shouldUpgradeCallback` also pass such requests.
    if (pendingResponseOf(socket) !== undefined) {
      socket.destroy();
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    const tcpSocket = socket as Socket; // The sockets of an HTTP server are TCP or TLS sockets.
    response.assignSocket(tcpSocket);
    // The server has no timeout for a client that does not close its side.
    response.once('finish', () => tcpSocket.destroySoon());
    upgrades.set(request, { socket, head, response });
    handler(request, response);
  });
}
