import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { DomainError } from '../../../platform/domain-error.js';
import { streamLimitKey } from '../events/stream-start.js';
import { sendRejection } from '../rejection.js';
import { takeSocket, type Upgrade } from '../upgrades.js';
import { subprotocol, WebSocketConnection, type WebSocketsOptions } from './web-socket-connection.js';

/** Maximum size of a client message in bytes. A message contains a document with its variables. */
const maxMessageBytes = 1024 * 1024;

/** Serves subscriptions over WebSockets (GraphQL over WebSocket Protocol, `graphql-transport-ws`). */
export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // A client without the subprotocol is connected, and then informed by a close code.
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    clientTracking: false,
  });

  constructor(options: WebSocketsOptions) {
    this.#options = options;
  }

  /**
   * Upgrades the connection of a request to a WebSocket, or rejects the request. The WebSocket counts as a stream of
   * its caller.
   */
  accept(request: FastifyRequest, reply: FastifyReply, upgrade: Upgrade): void {
    const { socket, head } = upgrade;
    let release: (() => void) | undefined;
    try {
      release = this.#admit(request);
    } catch (error) {
      void sendRejection({ request, reply, error, log: this.#options.log });
      return;
    }
    takeSocket(reply, upgrade);
    const connection = new WebSocketConnection({ ...this.#options, request, reply, release });
    socket.once('close', () => connection.closed());
    this.#server.handleUpgrade(request.raw, socket, head, (webSocket) => connection.begin(webSocket));
  }

  /** @throws {DomainError} FORBIDDEN, RATE_LIMITED, STORE_UNAVAILABLE */
  #admit(request: FastifyRequest): () => void {
    const { origins, rejections, streams } = this.#options;
    // Browsers let pages of any site connect, and send the credentials of the user.
    if (!origins.mayChange(request.headers)) {
      rejections.notAdmitted(request.raw, 'origin_rejected');
      throw new DomainError(
        'FORBIDDEN',
        'Cross-origin WebSockets are not allowed: open the WebSocket from a page of an allowed origin',
      );
    }
    // The first message identifies the caller, so until then the stream counts for the address.
    return streams.reserve(streamLimitKey({ kind: 'anonymous' }, request));
  }
}
